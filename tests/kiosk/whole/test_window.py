"""The real thing under a real mouse."""

import time
from pathlib import Path

import pytest
from fingers import seats
from real_window import RealKiosk, needs_x, running
from spots import where

from companion.game.commands import DrawCards
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
        for word in ("Continue", "Train", "Jungle") * 5:  # a slow screen takes one when it is there
            click(kiosk, *spots[word])
            if kiosk.has_entry(2, seconds=0.5):
                break
        kiosk.wait_for_entry(2)
    journal = Journal.view(file)
    draw = Referee(journal).game.head.turn
    journal.close()
    assert isinstance(draw, DrawCards)
    assert set(draw.cards) <= {"train", "jungle"}


def click(kiosk: RealKiosk, x: int, y: int) -> None:
    move = ["mousemove", "--window", kiosk.window, str(x), str(y)]
    for step in (move, ["mousedown", "1"], ["mouseup", "1"]):
        kiosk.xdotool(*step)
        time.sleep(0.2)
    time.sleep(0.6)
