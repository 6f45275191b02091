"""The unit that an appliance runs: what it promises systemd, and what it may not do."""

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[3] / "kiosk" / "deploy"
UNITS = DEPLOY / "root" / "etc" / "systemd" / "system"
MOST_EXPOSED = 30  # tenths, of systemd-analyze's ten
needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze is not on this machine"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """As install.sh writes it, for a folder that is here; and its scripts with it."""
    text = (UNITS / "stationmaster.service").read_text().replace("@DATA@", "/srv/games")
    file = tmp_path / "stationmaster.service"
    file.write_text(text.replace("/opt/stationmaster/current/deploy", str(DEPLOY)))
    return file


def settings() -> dict[str, list[str]]:
    found = defaultdict(list)
    for line in (UNITS / "stationmaster.service").read_text().splitlines():
        if setting := re.fullmatch(r"(\w+)=(.*)", line):
            found[setting[1]].append(setting[2])
    return found


@needs_systemd
def test_systemd_understands_all_of_it(unit: Path):
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "stationmaster.service:" in line]
    # The scripts become executable when they are installed.
    assert [line for line in ours if "is not executable" not in line] == []


@needs_systemd
def test_it_is_exposed_to_little(unit: Path):
    asked = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", unit]
    done = subprocess.run(asked, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-300:]


def test_a_kiosk_that_hangs_is_started_again_within_fifteen_seconds():
    """Three are left for the start itself."""
    asked = ("WatchdogSec", "TimeoutAbortSec", "RestartSec")
    assert sum(int(settings()[name][0]) for name in asked) <= 12


def test_it_is_started_again_for_ever():
    assert settings()["Restart"] == ["always"]
    assert settings()["StartLimitIntervalSec"] == ["0"]


def test_nothing_runs_as_root_but_what_makes_the_screen_ours():
    found = settings()
    assert found["User"] == ["stationmaster"]
    assert [line for line in found["ExecStartPre"] if line.startswith("+")] == [
        "+/opt/stationmaster/current/deploy/screen.sh"
    ]
    assert not found["ExecStart"][0].startswith(("+", "!"))


def test_no_key_leads_from_the_compositor_to_another_console():
    call = re.search(r"^exec cage (.*?)--", (DEPLOY / "start.sh").read_text(), re.MULTILINE)
    assert call is not None
    assert "s" not in call[1]
