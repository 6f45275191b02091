"""The last claim of the game: what it asks for is read before the tickets are shown."""

from collections.abc import Callable

import pytest
from fingers import SIZES, Kiosk

from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    Finish,
    Object,
    Redo,
    Settle,
    Undo,
)
from kiosk.settings.file import Settings

Open = Callable[..., Kiosk]
COAST = "cape-town--port-elizabeth--1"


def to_the_last_turn(kiosk: Kiosk) -> None:
    referee = kiosk.referee
    referee.submit(Adjust("to end soon", "Anna", trains=2))
    while referee.game.state.last_round is None or referee.game.state.last_round.turns_left > 1:
        referee.submit(DrawCards(("train", "train")))
    kiosk.frames()


def claim(kiosk: Kiosk) -> None:
    """By the player whose turn is the last."""
    app = kiosk.app
    if kiosk.referee.game.state.player == 0:
        kiosk.referee.submit(Adjust("to have some", "Anna", trains=20))
    app.claim()
    kiosk.frames()
    app.enter(ClaimRoute(COAST), app.desk.moment())
    kiosk.frames()


@pytest.mark.parametrize("size", SIZES)
def test_its_band_stays_until_somebody_goes_on(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    to_the_last_turn(kiosk)
    claim(kiosk)
    assert kiosk.referee.game.state.phase == "tickets"
    kiosk.wait(20)
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("0 → 4")
    assert not any(kiosk.sees(word) for word in ("Train", "CLAIM ROUTE"))
    kiosk.tap("Show tickets")
    assert kiosk.app.screen_name == "reveal"
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"


def test_it_is_disputed_there(open_kiosk: Open):
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    kiosk.referee.submit(Object(kiosk.referee.seq, "Anna"))
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Disputed by Anna.")


def test_it_is_undone_there(open_kiosk: Open):
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    kiosk.tap("Undo")
    assert kiosk.referee.game.state.phase == "play"
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("CLAIM ROUTE")


def test_a_draw_that_ends_play_leads_on_at_once(open_kiosk: Open):
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.app.screen_name == "reveal"


def test_remarks_leave_it_there(open_kiosk: Open):
    """A phone may object to anything, and the table settles it."""
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    last = kiosk.referee.seq
    for remark in (Object(3, "Anna"), Settle(3, "upheld"), Object(last, "Anna")):
        kiosk.referee.submit(remark)
        kiosk.frames()
        assert (kiosk.app.screen_name, kiosk.sees("0 → 4")) == ("table", True)
    assert kiosk.sees("Disputed by Anna.")
    kiosk.referee.submit(Settle(last, "upheld"))
    kiosk.frames()
    assert (kiosk.app.screen_name, kiosk.sees("0 → 4")) == ("table", True)
    assert not kiosk.sees("Disputed by Anna.")


def test_a_table_ruling_leaves_it_there(open_kiosk: Open):
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    kiosk.referee.submit(Adjust("counted anew", "Ben", score=3))
    kiosk.frames()
    assert (kiosk.app.screen_name, kiosk.sees("0 → 3")) == ("table", True)


def test_redone_it_is_there_again(open_kiosk: Open):
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    kiosk.tap("Show tickets")
    kiosk.referee.submit(Undo())
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    kiosk.referee.submit(Redo())
    kiosk.frames()
    assert (kiosk.app.screen_name, kiosk.sees("0 → 4")) == ("table", True)
    kiosk.tap("Show tickets")
    assert kiosk.app.screen_name == "reveal"


def test_it_is_there_where_scores_are_hidden(open_kiosk: Open):
    kiosk = open_kiosk(2, settings=Settings(hidden_scores=True))
    to_the_last_turn(kiosk)
    claim(kiosk)
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Cape Town - Port Elizabeth")
    assert not kiosk.sees("0 → 4")


def test_a_phone_enters_it(open_kiosk: Open):
    """Whatever the kiosk shows then, the table is next."""
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    kiosk.referee.submit(Adjust("to have some", "Anna", trains=20))
    kiosk.referee.submit(Adjust("to have some", "Ben", trains=20))
    kiosk.app.claim()
    kiosk.frames()
    kiosk.referee.submit(ClaimRoute(COAST))
    kiosk.frames()
    assert (kiosk.app.screen_name, kiosk.sees("0 → 4")) == ("table", True)


def test_an_end_without_a_claim_leads_on_at_once(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(ClaimRoute(COAST))
    kiosk.referee.submit(Finish())
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"


def test_after_a_restart_the_tickets_are_next(open_kiosk: Open):
    """Who starts it again has read the band, or finds the entry in the log."""
    kiosk = open_kiosk(2)
    to_the_last_turn(kiosk)
    claim(kiosk)
    kiosk.app.desk = kiosk.app._new_desk()
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.app.screen_name == "reveal"
