"""Python looks for litter while nobody waits for the screen."""

import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fingers import Kiosk

from kiosk.machine.tidying import QUIET, tidy_in_quiet

Open = Callable[..., Kiosk]


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Searches through everything, in a program that has always made some litter."""
    usual, done = gc.get_threshold(), list[str]()
    monkeypatch.setattr(gc, "collect", lambda: done.append("all"))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 10))
    monkeypatch.setattr(gc, "freeze", lambda: None)  # a test's app is to go
    yield done
    gc.set_threshold(*usual)


def test_it_waits_until_no_finger_has_come_down_for_a_while(open_kiosk: Open, searched: list[str]):
    kiosk = open_kiosk(3)
    tidy_in_quiet(kiosk.app.root)
    for _ in range(3):
        kiosk.wait(0.5 * QUIET)
        kiosk.tap("Train")
    assert searched == []
    kiosk.wait(1.1 * QUIET)
    assert searched == ["all"]
    kiosk.wait(3 * QUIET)
    assert searched == ["all"]


def test_it_does_not_where_there_is_hardly_any(
    open_kiosk: Open, searched: list[str], monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(3)
    tidy_in_quiet(kiosk.app.root)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 9))
    kiosk.wait(2 * QUIET)
    assert searched == []


STARTED = """
import gc, sys
from kiosk.machine import environment
environment.prepare()
from kivy.base import EventLoop
from kiosk.machine.tidying import LITTERED
def look():
    EventLoop.idle()
    print(gc.isenabled(), gc.get_threshold()[2] == LITTERED, gc.get_freeze_count() > 10_000)
    print(sys.getswitchinterval() < 0.001)
EventLoop.mainloop = look
from kiosk.__main__ import main
main(["--db", sys.argv[1], "--size", "800x480"])
"""


def test_the_program_never_searches_through_itself_and_lets_a_display_take_its_turn(tmp_path: Path):
    command = [sys.executable, "-c", STARTED, str(tmp_path / "games.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout == "True True True\nTrue\n", ended.stderr
