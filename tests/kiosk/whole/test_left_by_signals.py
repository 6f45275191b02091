"""Ctrl-C and SIGTERM at any moment: kiosk and gallery end soon, and without a traceback."""

import signal
from pathlib import Path

import pytest
from interrupting import heed_interrupts, interrupt_at, start


@pytest.fixture(autouse=True)
def interruptible() -> None:
    heed_interrupts()


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
