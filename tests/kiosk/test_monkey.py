"""Thousands of random touches: nothing breaks, and the log stays valid."""

import os
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk, seats
from kivy.core.window import Window

from companion.journal import Journal
from companion.referee import Referee
from kiosk.app import SCREENS
from kiosk.settings import Settings
from kiosk.widgets.hold_tile import HoldTile
from kiosk.widgets.scroller import Scroller
from kiosk.widgets.tap import Tappable

Open = Callable[..., Kiosk]

TOUCHES = int(os.environ.get("STATIONMASTER_TOUCHES", "2000"))
SEED = int(os.environ.get("STATIONMASTER_SEED", "3"))
# Not of a monkey's making: only a fault of our own leads there.
UNREACHED = {"fault"}


class Monkey:
    """Touches things it can see most of the time, and anything else now and then."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk, self.seen = kiosk, Counter()
        self._luck = random.Random(SEED)

    def touch(self) -> None:
        self.seen[self.kiosk.app.shown] += 1
        luck = self._luck.random()
        targets = self.on_top()
        if luck < 0.02:
            Window.dispatch("on_keyboard", 27, 0, "", [])
            self.kiosk.frames(1)
        elif luck < 0.10 or not targets:
            self.kiosk.tap_at(*self._anywhere())
        elif luck < 0.16:
            self.kiosk.drag(self._anywhere(), self._anywhere(), steps=3)
        else:
            self._press(self._luck.choice(targets))

    def on_top(self) -> list[Tappable]:
        top = self.kiosk.app.root.front
        return [part for part in top.walk(restrict=True) if isinstance(part, Tappable)]

    def _press(self, pad: Tappable) -> None:
        self._scroll_to(pad)
        if isinstance(pad, HoldTile) or (pad.hold_for and self._luck.random() < 0.3):
            pad.hold_for = 0.02  # a monkey has no patience
            self.kiosk.hold(pad)
        else:
            self.kiosk.tap(pad)

    def _scroll_to(self, pad: Tappable) -> None:
        part = pad
        while part.parent is not None and part is not self.kiosk.app.root:
            if isinstance(part.parent.parent, Scroller):
                part.parent.parent.reveal(part)
                self.kiosk.frames(1)
                return
            part = part.parent

    def _anywhere(self) -> tuple[float, float]:
        return self._luck.uniform(0, Window.width), self._luck.uniform(0, Window.height)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_random_touches_break_nothing(
    open_kiosk: Open, games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("kiosk.app.KioskApp.leave", lambda app: None)
    monkeypatch.setattr("kiosk.app.KioskApp.shut_down", lambda app: None)
    faults: list[BaseException] = []
    monkeypatch.setattr(
        "kiosk.app.Faults.handle_exception", lambda self, fault: faults.append(fault) or 0
    )
    kiosk = open_kiosk(file=games_file, settings=Settings(dim_after=0))
    kiosk.referee.submit(seats(3))
    monkeypatch.setattr(kiosk, "pause", 1)
    told = []
    kiosk.referee.subscribe(told.append)
    monkey = Monkey(kiosk)
    for _ in range(TOUCHES):
        monkey.touch()
        assert not faults, (monkey.seen, faults)
    assert len(told) >= 50, len(told)
    assert set(SCREENS) - set(monkey.seen) <= UNREACHED, monkey.seen
    kiosk.journal.close()
    journal = Journal.open(games_file)
    try:
        assert journal.faulty() == []
        assert Referee(journal).seq == kiosk.referee.seq
    finally:
        journal.close()
