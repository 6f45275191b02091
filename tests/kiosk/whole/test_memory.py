"""Screens that were left are given back."""

import gc
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fingers import SCREENS, Kiosk, seats

from kiosk import sheets
from kiosk.appearance.text import Text
from kiosk.table.screen import TableScreen
from kiosk.touch.guard import SETTLE_SECONDS
from tests.gallery.log import consequences_of_conflict
from tests.gallery.sample_game import play

Open = Callable[..., Kiosk]
SEEN_IN_PLAY = sorted(set(SCREENS) - {"reveal", "final", "unreadable"})


def visit(kiosk: Kiosk) -> Iterator[Any]:
    """All screens and sheets of a game that is played, one after the other."""
    app = kiosk.app
    game = app.referee.game
    given = {
        "past_game": {"game": game.uuid},
        "past_log": {"game": game, "back": app.home},
        "replay": {"game": game, "back": app.home},
        "person": {"player": "nobody"},
    }
    for name in SEEN_IN_PLAY:
        app.go(SCREENS[name], **given.get(name, {}))
        kiosk.frames()
        yield app.screen
    app.home()
    kiosk.tap("Tickets")
    yield app.root.sheet
    app.close_sheet()
    app.open_sheet(sheets.player, number=1)
    kiosk.frames()
    yield app.root.sheet
    app.claim()
    app.rule_on(next(iter(app.desk.board.routes)))
    kiosk.frames()
    yield app.root.sheet
    app.show_rule("R9")
    kiosk.frames()
    yield app.screen
    app.home()
    come_to_rest(kiosk)


def come_to_rest(kiosk: Kiosk) -> None:
    """What was there before a change is kept for as long as a finger may have meant it."""
    kiosk.frames()
    kiosk.wait(2 * SETTLE_SECONDS)
    gc.collect()


def texts_alive() -> int:
    gc.collect()
    return sum(issubclass(type(thing), Text) for thing in gc.get_objects())


def test_screens_that_were_left_are_gone(open_kiosk: Open):
    kiosk = open_kiosk(4)
    seen = [weakref.ref(screen) for _ in range(3) for screen in visit(kiosk)]
    gc.collect()
    alive = {type(screen()) for screen in seen if screen() is not None}
    assert alive == {TableScreen}
    assert len({id(screen()) for screen in seen if screen() is not None}) == 1


def test_visits_leave_no_text_behind(open_kiosk: Open):
    kiosk = open_kiosk(4)
    list(visit(kiosk))
    before = texts_alive()
    list(visit(kiosk))
    assert texts_alive() <= before  # litter of an app before may go meanwhile


def test_the_table_of_another_game_is_gone(open_kiosk: Open):
    kiosk = open_kiosk(4)
    left = weakref.ref(kiosk.app.screen)
    kiosk.referee.submit(seats(3))
    kiosk.app.home()
    come_to_rest(kiosk)
    assert left() is None


def test_a_table_whose_minute_ends_just_then_is_gone(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch
):
    """Its clock goes on with every frame: a timer that is being set must not hold the screen."""
    monkeypatch.setattr(time, "time", lambda: 5_999_999.995)
    kiosk = open_kiosk(4)
    left = weakref.ref(kiosk.app.screen)
    kiosk.referee.submit(seats(3))
    kiosk.app.home()
    come_to_rest(kiosk)
    assert left() is None


def test_a_table_that_told_of_trouble_is_gone(open_kiosk: Open, tmp_path: Path):
    wiring = tmp_path / "wiring.toml"
    wiring.write_text("[[display")
    kiosk = open_kiosk(4, wiring_file=wiring)
    kiosk.app.open_devices()
    kiosk.app.refresh()
    left = weakref.ref(kiosk.app.screen)
    assert left().has_signs
    kiosk.referee.submit(seats(3))
    kiosk.app.home()
    come_to_rest(kiosk)
    assert left() is None


def test_an_amendment_with_conflicts_that_everyone_was_told_of_keeps_no_screen(open_kiosk: Open):
    kiosk = open_kiosk()
    told = []
    kiosk.referee.subscribe(told.append)
    play(kiosk.app)
    kiosk.app.go(SCREENS["log"])
    consequences_of_conflict(kiosk.app)
    kiosk.frames()
    left = [weakref.ref(layer) for layer in (kiosk.app.screen, kiosk.app.sheet)]
    kiosk.tap(kiosk.app.sheet.view.accept)
    assert told[-1].conflicts
    kiosk.app.home()
    come_to_rest(kiosk)
    assert [layer() for layer in left] == [None, None]


@pytest.mark.parametrize("third", ["Tickets", "Undo"])
def test_turns_leave_no_text_behind(open_kiosk: Open, third: str):
    kiosk = open_kiosk(4)

    def turn() -> None:
        kiosk.tap("Train")
        kiosk.tap("Desert")
        kiosk.tap(third)
        kiosk.app.close_sheet()
        kiosk.frames()

    turn()
    before = texts_alive()
    turn()
    assert texts_alive() <= before  # litter of an app before may go meanwhile
