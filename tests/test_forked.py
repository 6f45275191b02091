"""Tests run in copies of a process, and nobody notices."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = """
import os, sys
sys.path.insert(0, {tests!r})
import forked
forked.room = lambda: {room}

def pytest_configure(config):
    config.pluginmanager.register(forked.Forked(config), "forked")
"""

TESTS = """
import os, signal
from pathlib import Path
import pytest

def note(what):
    with Path("noted").open("a") as file:
        file.write(f"{what} {os.getpid()}\\n")

@pytest.fixture(scope="module")
def shared():
    note("made")
    yield
    note("gone")

def test_one(shared):
    note("one")

def test_two(shared):
    note("two")
"""


def run(folder: Path, tests: str, room: int) -> tuple[int, str]:
    (folder / "conftest.py").write_text(
        PLUGIN.format(tests=str(Path(__file__).parent), room=room), "utf-8"
    )
    (folder / "test_some.py").write_text(tests, "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "/dev/null", "."]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True)
    return done.returncode, done.stdout


def noted(folder: Path) -> list[tuple[str, str]]:
    lines = (folder / "noted").read_text("utf-8").split()
    return list(zip(lines[::2], lines[1::2], strict=True))


def test_a_copy_goes_on_while_there_is_room(tmp_path: Path):
    code, said = run(tmp_path, TESTS, room=1 << 40)
    assert (code, re.findall(r"\d passed", said)) == (0, ["2 passed"])
    assert [what for what, _ in noted(tmp_path)] == ["made", "one", "two", "gone"]
    assert len({pid for _, pid in noted(tmp_path)}) == 1


def test_a_copy_without_room_leaves_nothing_open_and_the_next_begins_anew(tmp_path: Path):
    code, said = run(tmp_path, TESTS, room=-1 << 40)
    assert (code, re.findall(r"\d passed", said)) == (0, ["2 passed"])
    assert [what for what, _ in noted(tmp_path)] == ["made", "one", "gone", "made", "two", "gone"]
    assert len({pid for _, pid in noted(tmp_path)}) == 2


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("assert 2 + 2 == 5", "assert (2 + 2) == 5"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "the process that ran it has died"),
        ("os._exit(0)", "the process that ran it has died"),
        ("import warnings; warnings.warn('of no use')", "UserWarning: of no use"),
    ],
)
def test_a_test_that_fails_or_dies_has_failed_and_the_next_one_runs(
    tmp_path: Path, fault: str, told: str
):
    bad = f'\n@pytest.mark.filterwarnings("error")\ndef test_bad(shared):\n    {fault}\n'
    code, said = run(tmp_path, TESTS.replace("\ndef test_two", f"{bad}\ndef test_two"), 1 << 40)
    assert code == 1
    assert re.findall(r"\d failed, \d passed", said) == ["1 failed, 2 passed"]
    assert told in said
    assert "two" in dict(noted(tmp_path))
