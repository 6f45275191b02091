"""install.sh without a machine to change: what it says, and how versions take turns."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "kiosk" / "deploy"
SCRIPTS = [*DEPLOY.glob("*.sh"), *(ROOT / "kiosk").glob("*.sh"), ROOT / "tests" / "run.sh"]
CHANGING = (
    "apt-get apt-cache chmod chown ln mkdir mv rm sync sysctl systemd-tmpfiles udevadm "
    "useradd userdel usermod"
).split()


def install(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", str(DEPLOY / "install.sh"), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def watched(tmp_path: Path) -> dict[str, str]:
    """A machine on which every command that changes something writes down that it was called."""
    for name in CHANGING:
        (tmp_path / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/called\n')
    asked = "get-default | is-enabled | is-active"
    (tmp_path / "systemctl").write_text(
        f'#!/bin/sh\ncase "$1" in {asked}) ;; *) echo "systemctl $*" >>{tmp_path}/called ;; esac\n'
    )
    for file in tmp_path.iterdir():
        file.chmod(0o755)
    return {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CALLED": str(tmp_path / "called")}


# --- what it says ---


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck; tests/run.sh has it")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_shellcheck_finds_nothing_in_a_script(script: Path):
    done = subprocess.run(["shellcheck", "-x", script], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("task", [[], ["--uninstall"], ["--data", "/srv/games"]])
def test_a_dry_run_calls_nothing_that_changes_the_machine(watched: dict[str, str], task: list[str]):
    done = install("--dry-run", *task, **watched)
    assert done.returncode == 0, done.stderr
    assert "Nothing was changed." in done.stderr
    assert not Path(watched["CALLED"]).exists()


def test_a_dry_run_says_every_step_in_the_order_in_which_it_is_taken(watched: dict[str, str]):
    said = install("--dry-run", "--data", "/srv/games", **watched).stderr
    steps = ["useradd", "chmod 700 /srv/games/stationmaster", "Building the program"]
    steps += [f"writes /{file.relative_to(DEPLOY / 'root')}" for file in sorted(placed())]
    steps += ["Switching to /opt/stationmaster/", "enable stationmaster.service", "set-default"]
    found = [said.find(step) for step in steps]
    assert -1 not in found, steps[found.index(-1)]
    assert found == sorted(found)


def placed() -> list[Path]:
    return [file for file in (DEPLOY / "root").rglob("*") if file.is_file()]


def test_help_names_every_option_and_changes_nothing():
    done = install("--help")
    assert done.returncode == 0
    for option in ("--data", "--back", "--uninstall", "--dry-run"):
        assert option in done.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--dance"], "no option"),
        (["--data"], "needs a folder"),
        (["--data", "games"], "beginning with a slash"),
        (["--data", "/home/anna"], "Choose a folder elsewhere"),
        (["--data", "/srv/my games"], "plain letters"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(arguments: list[str], why: str):
    done = install("--dry-run", *arguments)
    assert done.returncode == 1
    assert why in done.stderr


def test_the_first_step_that_fails_is_the_last_one(tmp_path: Path):
    done = steps(tmp_path, "run false; echo further")
    assert done.returncode == 1
    assert "This failed: false" in done.stderr
    assert "further" not in done.stdout


# --- versions ---


def steps(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Something of its parts, with the versions in a folder of ours."""
    parts = f". {ROOT}/kiosk/setup.sh; . {DEPLOY}/steps.sh; . {DEPLOY}/versions.sh"
    begin = f"root={ROOT}; deploy={DEPLOY}; dry=; {parts}; prefix={folder}; memory={folder}/memory"
    return subprocess.run(["sh", "-euc", f"{begin}\n{script}"], capture_output=True, text=True)


# What takes minutes and a network: a virtual environment, and the packages in it.
BUILT = """
folder_of_version() { echo "$prefix/1-$wanted"; }
is_running() { false; }
install_into() {
    mkdir "$1"
    if [ -n "${killed-}" ]; then exit 9; fi
    echo "$wanted" >"$1/program"
}
brought() { build_version; use_version "$version"; start_kiosk; remove_old_versions; }
"""


def versions(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if file.is_dir() and not file.is_symlink()}


def test_an_update_is_a_new_folder_and_the_version_before_stays(tmp_path: Path):
    for wanted in "abc":
        done = steps(tmp_path, f"wanted={wanted}{BUILT}brought")
        assert done.returncode == 0, done.stderr
    assert versions(tmp_path) == {"1-b", "1-c"}
    assert (tmp_path / "current/program").read_text() == "c\n"
    assert (tmp_path / "previous/program").read_text() == "b\n"


def test_an_update_that_is_killed_leaves_what_was_there_and_is_finished_the_next_time(
    tmp_path: Path,
):
    steps(tmp_path, f"wanted=a{BUILT}brought")
    assert steps(tmp_path, f"wanted=b{BUILT}killed=1; brought").returncode == 9
    assert (tmp_path / "current/program").read_text() == "a\n"
    assert steps(tmp_path, f"wanted=b{BUILT}brought").returncode == 0
    assert (tmp_path / "current/program").read_text() == "b\n"


def test_the_same_version_again_is_not_built_again(tmp_path: Path):
    steps(tmp_path, f"wanted=a{BUILT}brought")
    again = steps(tmp_path, f"wanted=a{BUILT}killed=1; brought")
    assert (again.returncode, again.stderr) == (0, "")
    assert not (tmp_path / "previous").exists()


def test_a_version_that_does_not_come_up_makes_way_for_the_one_before(tmp_path: Path):
    steps(tmp_path, f"wanted=a{BUILT}brought")
    system = f"""is_running() {{ true; }}
systemctl() {{ case "$*" in
    *display-manager*) return 3 ;;
    *is-active*) echo active ;;
    *restart*) grep -q a {tmp_path}/current/program ;;
esac; }}
"""
    done = steps(tmp_path, f"wanted=b{BUILT}{system}brought")
    assert done.returncode == 1
    assert "the one before is used again" in done.stderr
    assert (tmp_path / "current/program").read_text() == "a\n"
    assert versions(tmp_path) == {"1-a", "1-b"}  # it can be looked into


def test_other_sources_make_another_version(tmp_path: Path):
    shutil.copytree(ROOT / "companion", tmp_path / "companion")
    for name in ("hardware", "kiosk", "pyproject.toml", "README.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    asked = f"root={tmp_path}; find_python; folder_of_version"
    before = steps(tmp_path, asked).stdout
    assert re.fullmatch(rf"{tmp_path}/[\d.]+-\d+\n", before)
    assert steps(tmp_path, asked).stdout == before
    (tmp_path / "companion" / "new.py").touch()
    assert steps(tmp_path, asked).stdout != before


def test_what_was_remembered_first_stays_until_it_is_forgotten(tmp_path: Path):
    script = "remember was graphical; remember data /srv; remember was multi-user; remembered was"
    assert steps(tmp_path, script).stdout == "graphical\n"
    assert steps(tmp_path, "forget was; remembered was; remembered data").stdout == "/srv\n"
