"""Random touches, some delivered twice: nothing breaks, nothing left is kept, the log is valid."""

from __future__ import annotations

import gc
import logging
import os
import random
import sys
import traceback
import weakref
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from fingers import SCREENS, Kiosk, seats
from kivy.base import ExceptionManager
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.game.commands import Finish, Reveal, TicketFace
from companion.journal import Journal
from companion.referee import Announcement, Referee
from kiosk import screens
from kiosk.machine.gc_control import FORCE_AFTER
from kiosk.navigation import HOMES
from kiosk.reveal.screen import RevealScreen
from kiosk.settings.file import Settings
from kiosk.table.player import PlayerSheet
from kiosk.widgets.hold_tile import HoldTile
from kiosk.widgets.scroller import Scroller
from kiosk.widgets.tap import Tappable
from tests.faults.game import scores
from tests.faults.harness import Tally, fault
from tests.gallery.pictures import ahead

SEED = int(os.environ.get("STATIONMASTER_SEED", "3"))
BORED = 25  # touches
EVENING = 250  # touches
LED = 35  # touches
FEW = 3  # touches, on each screen
FORGOTTEN = 5  # seconds: hints, peeks and whatever moves are over
SHOWN = (TicketFace("luanda", "cape-town", 9), TicketFace("beira", "mombasa", 7))
# Not of a monkey's making: only a fault of our own leads there, or of the file.
UNREACHED = {"fault", "unreadable"}


class Twice:
    """A touch that the glass delivers twice."""

    def __init__(self, first: UnitTestTouch, again: UnitTestTouch) -> None:
        self._both = first, again

    def touch_move(self, x: float, y: float) -> None:
        for touch in self._both:
            touch.touch_move(x, y)

    def touch_up(self) -> None:
        for touch in self._both:
            touch.touch_up()


class DoublingKiosk(Kiosk):
    """On a panel that is read through two drivers, now and then."""

    dice = random.Random("twice")

    def down(self, x: float, y: float) -> Any:
        touch = super().down(x, y)
        if self.dice.random() < 0.5:
            return touch
        again = UnitTestTouch(x, y)
        self._guarded(again.touch_down)
        return Twice(touch, again)


class Monkey:
    """Touches things it can see, and anything else now and then; it is curious about the new."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk, self.seen = kiosk, Counter()
        self._touched: Counter[tuple[str, ...]] = Counter()
        self._at, self._since = "", 0  # the screen, and touches since it came there
        self._luck = random.Random(SEED)
        self._layers: weakref.WeakSet[Widget] = weakref.WeakSet()

    def touch(self) -> None:
        self._look_around()
        self._do_something()
        self._look_around()

    def _look_around(self) -> None:
        app = self.kiosk.app
        self._layers.update(layer for layer in (app.screen, app.sheet) if layer is not None)

    def left(self) -> list[str]:
        """Screens and sheets that it saw, that are shown no more, and that somebody keeps."""
        app = self.kiosk.app
        app.exports.wait()  # a code that is being worked out is for the sheet that asked for it
        for _ in range(3):
            ahead.skip(FORGOTTEN)
            self.kiosk.frames(1)
        self.kiosk.frames(1)  # Kivy holds what a timer calls until the frame after it is set
        for handler in logging.getLogger().handlers:  # pytest keeps faults with all they were in
            getattr(handler, "records", []).clear()
        gc.collect()
        kept = app._cached_table[1] if app._cached_table else None
        shown = {id(layer) for layer in (app.screen, app.sheet, kept)}
        return [type(layer).__name__ for layer in self._layers if id(layer) not in shown]

    def _do_something(self) -> None:
        self.seen[self.kiosk.app.screen_name] += 1
        luck = self._luck.random()
        targets = self.on_top()
        if luck < 0.02 or self._is_bored():
            Window.dispatch("on_keyboard", 27, 0, "", [])
            self.kiosk.frames(1)
        elif luck < 0.10 or not targets:
            self.kiosk.tap_at(*self._anywhere())
        elif luck < 0.16:
            self.kiosk.drag(self._anywhere(), self._anywhere(), steps=3)
        elif luck < 0.55:
            self._press(min(targets, key=lambda pad: self._touched[self._known_as(pad)]))
        else:
            self._press(self._luck.choice(targets))

    def _is_bored(self) -> bool:
        """It has been at one screen for long, a keyboard say, and wants to see another."""
        if self.kiosk.app.screen_name != self._at:
            self._at, self._since = self.kiosk.app.screen_name, 0
        self._since += 1
        return self._since % BORED == 0

    def on_top(self) -> list[Tappable]:
        top = self.kiosk.app.root.front
        return [part for part in top.walk(restrict=True) if isinstance(part, Tappable)]

    def _known_as(self, pad: Tappable) -> tuple[str, ...]:
        """How it recognises a thing: where it is, what it is, and what it says."""
        front = self.kiosk.app.root.front
        said = (getattr(pad, name, "") for name in ("icon", "word", "card", "name"))
        return type(front).__name__, type(pad).__name__, *map(str, said)

    def _press(self, pad: Tappable) -> None:
        self._touched[self._known_as(pad)] += 1
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


def sit_down(kiosk: Kiosk, evening: int) -> None:
    """A new game, since a monkey ends each too soon; on some evenings it is over already."""
    kiosk.referee.submit(seats(2 + evening % 4, tickets=2))
    if evening % 4 == 1:
        kiosk.referee.submit(Finish())
        show_tickets(kiosk)
        kiosk.app.home()
    else:
        kiosk.app.go(screens.welcome)


def show_tickets(kiosk: Kiosk) -> None:
    """Everybody who has not yet: the game is over, unless somebody has more of them."""
    for seat in kiosk.referee.game.state.seats:
        if seat.revealed is None and seat.tickets == len(SHOWN):
            kiosk.referee.submit(Reveal(seat.name, SHOWN))


def ways(kiosk: Kiosk) -> dict[str, dict[str, Any]]:
    """The screens that can be shown now, each with what it is about."""
    app = kiosk.app
    past = app.history.games().games[-1]
    game, back = app.referee.look(past.uuid), app.home
    about = {
        "past_game": {"game": past.uuid},
        "past_log": {"game": game, "back": back},
        "replay": {"game": game, "back": back},
        "person": {"player": past.players[0].person.id},
    }
    at = {HOMES[app.referee.game.state.phase]}
    if "table" in at:
        at.add("claim")
    elsewhere = {*HOMES.values(), "claim"} - at
    return {name: about.get(name, {}) for name in SCREENS if name not in UNREACHED | elsewhere}


def lead(monkey: Monkey) -> None:
    """To the screen that it has seen least: by chance a monkey seldom gets far."""
    if monkey.kiosk.referee.game.state.phase == "tickets":
        show_tickets(monkey.kiosk)
    found = ways(monkey.kiosk)
    screen = min(found, key=lambda name: monkey.seen[name])
    monkey.kiosk.app.go(SCREENS[screen], **found[screen])


@contextmanager
def untameable() -> Iterator[list[str]]:
    """Nothing that is touched ends the app or the machine; the faults of our own that it meets.

    In words: a fault itself would keep the screens that it came from.
    """
    faults: list[str] = []

    def note(_: object, fault: BaseException) -> int:
        faults.append("".join(traceback.format_exception(fault)))
        return ExceptionManager.PASS

    with (
        mock.patch("kiosk.app.KioskApp.stop"),
        mock.patch("kiosk.machine.power.shut_down"),
        mock.patch("kiosk.app.Faults.handle_exception", note),
    ):
        yield faults


@contextmanager
def tidied_as_usual() -> Iterator[None]:
    """What is in memory is what the kiosk would have, and not litter besides."""
    seldom = gc.get_threshold()
    gc.set_threshold(700, 10, FORCE_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*seldom)


def count_saved(tally: Tally, announcement: Announcement) -> None:
    """One more entry that was announced as kept."""
    tally.acknowledged += bool(announcement.saved)


def check_kept(kiosk: Kiosk, file: Path, tally: Tally) -> None:
    """What the file has is what the kiosk has."""
    with closing(Journal.view(file)) as journal:
        referee = Referee(journal)
        tally.lost += max(0, kiosk.referee.seq - referee.seq)
        tally.wrong += bool(journal.faulty()) or scores(referee) != scores(kiosk.referee)


def may_enter_several(kiosk: Kiosk) -> bool:
    """Whether one tile in front means several: players that pass, turns that are taken back, or
    how many tickets somebody holds and, as these are all entered, their check.
    """
    return isinstance(kiosk.app.root.front, PlayerSheet | RevealScreen)


@fault(
    "Random touches, half of them reported twice",
    sees="Whatever was touched. One touch is one touch, however often the panel reports it; no"
    " screen shows a fault.",
    few=400,
    all_of_it=20_000,
)
def monkey_touches(tally: Tally, folder: Path, times: int) -> None:
    """A monkey taps, holds and drags what it sees on every screen, and anywhere else."""
    file = folder / "games.db"
    kiosk = DoublingKiosk(file=file, settings=Settings(dim_after=0))
    kiosk.pause = 1
    kiosk.referee.subscribe(partial(count_saved, tally))
    monkey = Monkey(kiosk)
    with closing(kiosk), untameable() as faults, tidied_as_usual():
        for number in range(times):
            if number % EVENING == 0:
                sit_down(kiosk, number // EVENING)
                left = monkey.left()
                assert left == [], (number, left, faults)
            elif number % LED == 0:
                lead(monkey)
            game, seq = kiosk.referee.game.uuid, kiosk.referee.seq
            several = may_enter_several(kiosk)
            monkey.touch()
            if kiosk.referee.game.uuid == game and not several:
                tally.wrong += kiosk.referee.seq > seq + 1
            tally.cycles += 1
        print(*faults, sep="\n", file=sys.stderr)
        tally.crashes += len(faults)
        check_kept(kiosk, file, tally)
    if times >= 1400:
        assert min(monkey.seen[screen] for screen in set(SCREENS) - UNREACHED) >= FEW, monkey.seen
