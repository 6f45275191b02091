"""The real thing under a real mouse."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from fingers import seats
from real_window import RealKiosk, needs_x, running
from spots import where

from companion.journal import Journal
from companion.referee import Referee

pytestmark = [pytest.mark.slow, needs_x]


def test_a_turn_is_played_with_real_clicks(display: str, tmp_path: Path):
    file = tmp_path / "games.db"
    journal = Journal.open(file)
    Referee(journal).submit(seats(2))
    journal.close()
    spots = where(file)
    with running(display, tmp_path, file) as kiosk:
        for word in ("Continue", "Train") * 5:  # a slow screen takes one when it is there
            click(kiosk, *spots[word])
            if waiting(file) == "train":
                break
        for _ in range(5):
            click(kiosk, *spots["Jungle"])
            if kiosk.has_entry(2, seconds=2):
                break
        kiosk.wait_for_entry(2)
    journal = Journal.view(file)
    seat = Referee(journal).game.state.seats[0]
    journal.close()
    assert tuple(seat.front) == (1, 1, 0)


@pytest.mark.parametrize("size", [None, "1280x720"])
def test_the_window_is_never_larger_than_the_screen(display: str, tmp_path: Path, size: str | None):
    """800x480, and nobody there to manage windows; Kivy's own window would be 800x600."""
    with running(display, tmp_path, tmp_path / "games.db", size=size) as kiosk:
        told = {"X": 0, "Y": 0, "WIDTH": 800, "HEIGHT": 480}
        assert {name: kiosk.geometry[name] for name in told} == told


@pytest.mark.skipif(shutil.which("openbox") is None, reason="needs openbox; tests/run.sh has it")
@pytest.mark.parametrize("size", [None, "1280x720"])
def test_a_window_manager_leaves_all_of_it_on_the_screen(
    display: str, tmp_path: Path, size: str | None
):
    """By itself the kiosk fills a small screen; a size that was asked for leaves room for a title.

    (Where a frame is around a window, xdotool adds that twice to its place.)
    """
    manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": display})
    try:
        with running(display, tmp_path, tmp_path / "games.db", size=size) as kiosk:
            seen = kiosk.geometry
    finally:
        manager.terminate()
        manager.wait()
    title = 0 if size is None else seen["Y"] // 2
    assert (seen["X"], seen["WIDTH"], title + seen["HEIGHT"]) == (0, 800, 480)
    assert bool(title) == (size is not None)


def waiting(file: Path) -> str | None:
    """The first card of the turn, as the disk has it."""
    journal = Journal.view(file)
    try:
        return journal.pending_card(Referee(journal).game.uuid, 1)
    finally:
        journal.close()


def click(kiosk: RealKiosk, x: int, y: int) -> None:
    move = ["mousemove", "--window", kiosk.window, str(x), str(y)]
    for step in (move, ["mousedown", "1"], ["mouseup", "1"]):
        kiosk.xdotool(*step)
        time.sleep(0.2)
    time.sleep(0.6)
