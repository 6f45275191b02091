"""Second taps that come down on something else than they meant: they press nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk, seats

from companion.game.commands import DrawCards
from kiosk import screens, sheets
from kiosk.claim.ruling import WayTile
from kiosk.log.entry import EntrySheet
from kiosk.log.revising import amend
from kiosk.touch.guard import SETTLES
from kiosk.widgets.keyboard import LetterKey
from kiosk.widgets.stepper import StepPad

Open = Callable[..., Kiosk]
COAST = "cape-town--port-elizabeth--1"


# --- another button, or the same in another turn ---


@pytest.mark.parametrize("size", SIZES)
def test_claim_opens_the_map_and_nothing_on_it(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(3, size=size)
    kiosk.tap_twice("CLAIM ROUTE")
    screen = kiosk.app.screen
    assert (kiosk.app.shown, screen.list, screen.city) == ("claim", None, "")


@pytest.mark.parametrize("size", SIZES)
def test_starting_a_game_draws_no_tickets(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    kiosk.referee.submit(seats(3))  # they sit there already
    kiosk.app.go(screens.new_game)
    for seat in range(3):
        kiosk.app.screen.deal(seat, "desert")
    kiosk.frames()
    first = kiosk.referee.game.uuid
    kiosk.tap_twice("Start the game")
    assert kiosk.referee.game.uuid != first
    assert (kiosk.app.shown, kiosk.app.sheet, kiosk.referee.seq) == ("table", None, 1)


@pytest.mark.parametrize("size", SIZES)
def test_a_way_to_score_makes_the_claim_and_no_objection(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(3, size=size)
    kiosk.app.go(screens.claim)
    kiosk.app.rule_on(COAST)
    kiosk.frames()
    kiosk.tap_twice(next(kiosk.widgets(WayTile)))
    assert (kiosk.app.shown, kiosk.app.sheet, kiosk.referee.seq) == ("table", None, 2)


def test_undo_takes_back_what_it_names_and_no_more(open_kiosk: Open):
    kiosk = open_kiosk(2)
    for _ in range(2):
        kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.frames()
    kiosk.tap_twice("Undo")
    assert kiosk.referee.game.state.turn == 2
    kiosk.tap("Undo")
    assert kiosk.referee.game.state.turn == 1


def test_a_third_card_is_not_the_next_players_first(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.wait(2 * SETTLES)
    with kiosk.in_haste():
        for card in ("Train", "Train", "Train", "Desert"):
            kiosk.tap(card)
    assert kiosk.sees("Ben's turn")
    assert kiosk.app.desk.half.first is None
    assert kiosk.referee.seq == 2
    kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("word", ["A–Z", "Colour and length"])
def test_a_list_that_opens_over_the_map_is_opened_and_not_picked_from(
    open_kiosk: Open, size: tuple[int, int], word: str
):
    """The screen is the same, and the button under the finger is not."""
    kiosk = open_kiosk(2, size=size)
    kiosk.tap("CLAIM ROUTE")
    kiosk.tap_twice(word)
    screen = kiosk.app.screen
    assert screen.listing
    assert screen.city == ""
    assert not getattr(screen.list, "color", "")
    assert not getattr(screen.list, "length", 0)


def test_a_sheet_that_a_button_on_the_box_closes_lets_nothing_through(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.lay(sheets.player, number=1)
    kiosk.frames()
    kiosk.wait(2 * SETTLES)
    with kiosk.in_haste():
        kiosk.referee.submit(DrawCards(("train", "train")))
        kiosk.frames()
        assert kiosk.app.sheet is None
        kiosk.tap("Train")
    assert kiosk.app.desk.half.first is None


# --- the same button, still there ---


def test_two_cards_of_one_turn_are_drawn_as_fast_as_fingers_are(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap_twice("Train")
    assert kiosk.referee.seq == 2


def test_a_number_counts_every_tap(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.lay(sheets.values, number=0)
    kiosk.frames()
    sheet = kiosk.app.sheet
    more = next(pad for pad in kiosk.widgets(StepPad) if pad.icon == "minus")
    before = [box.cell.number for box in sheet.boxes.values()]
    kiosk.tap_twice(more)
    after = [box.cell.number for box in sheet.boxes.values()]
    changed = [int(b) - int(a) for b, a in zip(before, after, strict=True) if a != b]
    assert changed == [2]


def test_a_name_is_typed_as_fast_as_fingers_are(open_kiosk: Open):
    kiosk = open_kiosk()
    kiosk.tap("New game")
    kiosk.app.screen.ask_name(0)
    kiosk.frames()
    kiosk.wait(2 * SETTLES)
    with kiosk.in_haste():
        for letter in "aanna":
            kiosk.tap(next(key for key in kiosk.widgets(LetterKey) if key.letter == letter))
    assert kiosk.app.sheet.typed == "Aanna"


def test_pages_are_turned_as_fast_as_fingers_are(open_kiosk: Open):
    kiosk = open_kiosk(2)
    for _ in range(100):
        kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.app.go(screens.log)
    kiosk.frames()
    kiosk.tap_twice("Older")
    assert kiosk.app.screen._number == 2


# --- time ---


def test_what_is_there_is_pressed_when_there_was_time_to_see_it(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Train")
    kiosk.wait(SETTLES + 0.1)
    with kiosk.in_haste():
        kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"


# --- amending ---


@pytest.mark.parametrize("size", SIZES)
def test_what_confirms_a_change_is_not_where_it_was_told(open_kiosk: Open, size: tuple[int, int]):
    """Neither with later turns to move on nor without: a tap told it, another place confirms it."""
    kiosk = open_kiosk(3, size=size)
    for _ in range(4):
        kiosk.referee.submit(DrawCards(("train", "train")))
    for tell in (amended_for_another, passed_instead, one_card_only, forgotten):
        told = tell(kiosk)
        kiosk.tap_at(*told)
        sheet = kiosk.app.sheet
        confirm = kiosk.button(sheet.view.accept)
        assert not confirm.collide_point(*told), tell.__name__
        kiosk.app.home()
        kiosk.frames()


def amended_for_another(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    kiosk.tap("Anna")
    return middle(kiosk.button("See what changes"))


def passed_instead(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    return middle(kiosk.button("Passed"))


def one_card_only(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    kiosk.tap(kiosk.app.sheet.ids.drawn.children[0])
    return middle(kiosk.button("No second card"))


def forgotten(kiosk: Kiosk) -> tuple[float, float]:
    kiosk.app.lay(sheets.entry, entry=3)
    kiosk.frames()
    assert isinstance(kiosk.app.sheet, EntrySheet)
    kiosk.tap("Forgotten turn after it")
    return middle(kiosk.button("Passed"))


def middle(button: Any) -> tuple[float, float]:
    return button.to_window(*button.center)
