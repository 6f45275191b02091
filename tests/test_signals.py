"""Ctrl-C and SIGTERM at any moment: programs end soon, and without a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENOUGH = 60  # seconds, for a machine that does much else


@pytest.fixture(autouse=True)
def interruptible() -> None:
    """What is ignored here is ignored by every program started from here: a job's Ctrl-C, say."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def start(folder: Path, *command: str) -> subprocess.Popen[str]:
    """A program that tells on standard error what it imports, as it does so."""
    homes = {f"XDG_{kind}_HOME": str(folder) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    return subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", *command],
        cwd=ROOT,
        env={**os.environ, **homes, "SDL_VIDEODRIVER": "offscreen", "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def interrupt_at(program: subprocess.Popen[str], module: str, number: signal.Signals) -> str:
    """Send a signal as soon as a module is loaded; what else came on standard error."""
    assert program.stderr is not None
    for line in program.stderr:  # it ends with the program
        if line.split("|")[-1].strip() == module:
            program.send_signal(number)
            break
    _, err = program.communicate(timeout=ENOUGH)
    return "".join(line for line in err.splitlines(True) if not line.startswith("import time:"))


PLAY = ["argparse", "companion.game.board", "companion.journal.journal", "companion.words.terminal"]


@pytest.mark.parametrize("module", [*PLAY, "companion.history.backups"])
@pytest.mark.parametrize("command", ["play", "games"])
def test_the_terminal_is_left_while_it_starts(tmp_path: Path, command: str, module: str):
    with start(tmp_path, "companion", command) as program:
        err = interrupt_at(program, module, signal.SIGINT)
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err
    assert program.returncode in (0, -signal.SIGINT)


KIOSK = ["argparse", "companion.journal.journal", "kivy.config", "kivy.core.window", "kiosk.app"]


@pytest.mark.parametrize("module", KIOSK)
def test_the_kiosk_is_left_while_it_starts(tmp_path: Path, module: str):
    with start(tmp_path, "kiosk", "--size", "800x480") as program:
        err = interrupt_at(program, module, signal.SIGINT)
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err
    assert program.returncode in (0, -signal.SIGINT)


RUNNING = ["kiosk.final.charts.board", "companion.history"]  # loaded when it has been shown


@pytest.mark.parametrize("module", RUNNING)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_kiosk_is_left_while_it_runs(tmp_path: Path, number: signal.Signals, module: str):
    with start(tmp_path, "kiosk", "--size", "800x480") as program:
        err = interrupt_at(program, module, number)
    assert (err, program.returncode) == ("", 0)


GALLERY = ["argparse", "kivy.core.window", "tests.gallery.pictures", "kiosk.seating.welcome"]


@pytest.mark.parametrize("module", GALLERY)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_gallery_is_left_at_once(tmp_path: Path, number: signal.Signals, module: str):
    with start(tmp_path, "tests.gallery", str(tmp_path / "pictures")) as program:
        err = interrupt_at(program, module, number)
    assert (err, program.returncode) == ("", -number)
    assert not (tmp_path / "pictures" / "index.html").exists()
