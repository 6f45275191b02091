"""Second taps that come down on something else than they meant: they press nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk, seats

from companion.game.commands import DrawCards, Object, Settle
from kiosk import screens, sheets
from kiosk.claim.ruling import WayTile
from kiosk.log.editor import amend
from kiosk.log.entry import EntrySheet
from kiosk.touch.guard import SETTLE_SECONDS
from kiosk.widgets.basics import Tile
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
    assert (kiosk.app.screen_name, screen.list, screen.city) == ("claim", None, "")


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
    assert (kiosk.app.screen_name, kiosk.app.sheet, kiosk.referee.seq) == ("table", None, 1)


@pytest.mark.parametrize("size", SIZES)
def test_a_way_to_score_makes_the_claim_and_no_objection(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(3, size=size)
    kiosk.app.go(screens.claim)
    kiosk.app.rule_on(COAST)
    kiosk.frames()
    kiosk.tap_twice(next(kiosk.widgets(WayTile)))
    assert (kiosk.app.screen_name, kiosk.app.sheet, kiosk.referee.seq) == ("table", None, 2)


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
    kiosk.wait(2 * SETTLE_SECONDS)
    with kiosk.in_haste():
        for card in ("Train", "Train", "Train"):
            kiosk.tap(card)
    assert kiosk.sees("Ben's turn")
    assert kiosk.app.desk.half.first is None
    assert kiosk.referee.seq == 2
    kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"


@pytest.mark.parametrize("aside", [0, 20])
def test_a_bounce_on_what_has_taken_a_controls_place_presses_nothing(open_kiosk: Open, aside: int):
    """The sheet is gone, and the tray lies where the way to score was."""
    kiosk = open_kiosk(2)
    place = middle(kiosk.button("Jungle"))
    kiosk.app.open_sheet(sheets.values, number=0)
    kiosk.frames()
    cover_all_with_a_button(kiosk, lambda: kiosk.app.close_sheet())
    kiosk.tap_at(*place)
    assert kiosk.app.sheet is None
    with kiosk.in_haste():
        kiosk.tap_at(place[0] + aside, place[1])
    assert kiosk.app.desk.half.first is None


def test_a_tap_elsewhere_on_what_has_taken_a_controls_place_counts(open_kiosk: Open):
    """However large that was: a finger that has moved on means what is there."""
    kiosk = open_kiosk(2)
    first, second = middle(kiosk.button("Jungle")), middle(kiosk.button("Train"))
    kiosk.app.open_sheet(sheets.values, number=0)
    kiosk.frames()
    cover_all_with_a_button(kiosk, lambda: kiosk.app.close_sheet())
    kiosk.tap_at(*first)
    with kiosk.in_haste():
        kiosk.tap_at(*second)
    assert kiosk.app.desk.half.first == "train"


def cover_all_with_a_button(kiosk: Kiosk, press: Callable[[], None]) -> None:
    button = Tile(size=kiosk.app.root.size)
    button.bind(on_tap=lambda *args: press())
    kiosk.app.sheet.clear_widgets()
    kiosk.app.sheet.add_widget(button)
    kiosk.frames()


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
    kiosk.app.open_sheet(sheets.player, number=1)
    kiosk.frames()
    kiosk.wait(2 * SETTLE_SECONDS)
    with kiosk.in_haste():
        kiosk.referee.submit(DrawCards(("train", "train")))
        kiosk.frames()
        assert kiosk.app.sheet is None
        kiosk.tap("Train")
    assert kiosk.app.desk.half.first is None


def test_a_turn_that_a_button_on_the_box_ends_is_seen_before_the_next_is_begun(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.wait(2 * SETTLE_SECONDS)
    with kiosk.in_haste():
        kiosk.referee.submit(DrawCards(("train", "train")))
        kiosk.tap("Jungle")
    assert kiosk.app.desk.half.first is None


# --- another button: a quick keeper loses nothing ---


@pytest.mark.parametrize("gap", [0.15, 0.2, 0.3, 0.4, 0.45])
def test_taps_on_different_controls_all_count(open_kiosk: Open, gap: float):
    kiosk = open_kiosk(3)
    kiosk.wait(2 * SETTLE_SECONDS)
    for card in ("Train", "Desert", "Jungle", "Mountain") * 10:
        tap_after(kiosk, gap, card)
    assert kiosk.referee.seq == 21
    drawn = [entry.request["cards"] for entry in kiosk.referee.game.entries[1:]]
    assert drawn == [["train", "desert"], ["jungle", "mountain"]] * 10


@pytest.mark.parametrize("size", SIZES)
def test_taps_on_both_sides_of_a_border_count(open_kiosk: Open, size: tuple[int, int]):
    """Closer together than a bounce may be, but on what was there all the while."""
    kiosk = open_kiosk(3, size=size)
    kiosk.wait(2 * SETTLE_SECONDS)
    train, desert = kiosk.button("Train"), kiosk.button("Desert")
    assert train.right < desert.x < train.right + 20 * kiosk.app.unit
    tap_after(kiosk, 0.15, (train.right - 3, train.center_y))
    tap_after(kiosk, 0.15, (desert.x + 3, desert.center_y))
    assert kiosk.referee.game.entries[-1].request["cards"] == ["train", "desert"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("gap", [0.15, 0.45])
def test_the_next_turn_is_begun_right_after_a_claim_or_an_undo(
    open_kiosk: Open, size: tuple[int, int], gap: float
):
    kiosk = open_kiosk(3, size=size)
    train = middle(kiosk.button("Train"))
    kiosk.app.go(screens.claim)
    kiosk.app.rule_on(COAST)
    kiosk.frames()
    kiosk.tap(next(kiosk.widgets(WayTile)))
    tap_after(kiosk, gap, train)
    assert (kiosk.referee.seq, kiosk.app.desk.half.first) == (2, "train")
    for word in ("Train", "Undo", "Desert"):
        tap_after(kiosk, gap, word)
    assert (kiosk.referee.seq, kiosk.app.desk.half.first) == (4, "desert")


@pytest.mark.parametrize("gap", [0.15, 0.45])
def test_the_same_touch_delivered_twice_counts_once_however_fast(open_kiosk: Open, gap: float):
    kiosk = open_kiosk(3)
    kiosk.wait(2 * SETTLE_SECONDS)
    for card in ("Train", "Desert", "Jungle", "Mountain") * 3:
        kiosk.wait(gap)
        place = middle(kiosk.button(card))
        with kiosk.in_haste():
            for touch in [kiosk.down(*place), kiosk.down(*place)]:
                kiosk.up(touch)
    assert kiosk.referee.seq == 7


def test_a_phone_that_remarks_all_the_time_takes_no_tap_away(open_kiosk: Open):
    """Before a finger comes down, and while it is down."""
    kiosk = open_kiosk(3)
    kiosk.wait(2 * SETTLE_SECONDS)
    kiosk.referee.submit(DrawCards(("train", "train")))
    kiosk.wait(2 * SETTLE_SECONDS)
    for card in ("Train", "Desert", "Jungle", "Mountain"):
        for _ in range(2):
            kiosk.referee.submit(Object(2, "Anna"))
            kiosk.referee.submit(Settle(2, "dropped"))
        with kiosk.in_haste():
            touch = kiosk.down(*middle(kiosk.button(card)))
            kiosk.referee.submit(Object(2, "Anna"))
            kiosk.referee.submit(Settle(2, "dropped"))
            kiosk.up(touch)
    turns = [entry for entry in kiosk.referee.game.entries if entry.verb == "draw"]
    assert len(turns) == 3


def tap_after(kiosk: Kiosk, seconds: float, wanted: str | tuple[float, float]) -> None:
    """A tap so long after the last, whatever can have been seen meanwhile."""
    kiosk.wait(seconds)
    place = middle(kiosk.button(wanted)) if isinstance(wanted, str) else wanted
    with kiosk.in_haste():
        kiosk.tap_at(*place)


# --- the same button, still there ---


def test_two_cards_of_one_turn_are_drawn_as_fast_as_fingers_are(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap_twice("Train")
    assert kiosk.referee.seq == 2


def test_a_number_counts_every_tap(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.open_sheet(sheets.values, number=0)
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
    kiosk.wait(2 * SETTLE_SECONDS)
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
    kiosk.wait(SETTLE_SECONDS + 0.1)
    with kiosk.in_haste():
        kiosk.tap("Train")
    assert kiosk.app.desk.half.first == "train"


# --- amending ---


@pytest.mark.parametrize("size", SIZES)
def test_a_change_is_confirmed_where_one_went_on_and_not_where_it_was_told(
    open_kiosk: Open, size: tuple[int, int]
):
    """With later turns to move on and without; a second tap at once confirms nothing."""
    kiosk = open_kiosk(3, size=size)
    for _ in range(4):
        kiosk.referee.submit(DrawCards(("train", "train")))
    for tell in (amended_for_another, passed_instead, one_card_only, forgotten):
        told = tell(kiosk)
        kiosk.wait(2 * SETTLE_SECONDS)
        with kiosk.in_haste():
            kiosk.tap_at(*told)
            kiosk.tap_at(*told)
        assert kiosk.referee.seq == 5
        confirm = kiosk.button(kiosk.app.sheet.view.accept)
        goes_on = tell is amended_for_another
        assert confirm.collide_point(*told) == goes_on, tell.__name__
        kiosk.app.home()
        kiosk.frames()


def amended_for_another(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    kiosk.tap("Anna")
    return middle(kiosk.button("Preview changes"))


def passed_instead(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    return middle(kiosk.button("Passed"))


def one_card_only(kiosk: Kiosk) -> tuple[float, float]:
    amend(kiosk.app, 3)
    kiosk.frames()
    kiosk.tap(kiosk.app.sheet.ids.drawn.children[0])
    return middle(kiosk.button("Only one card"))


def forgotten(kiosk: Kiosk) -> tuple[float, float]:
    kiosk.app.open_sheet(sheets.entry, entry=3)
    kiosk.frames()
    assert isinstance(kiosk.app.sheet, EntrySheet)
    kiosk.tap("Add missed turn")
    return middle(kiosk.button("Passed"))


def middle(button: Any) -> tuple[float, float]:
    return button.to_window(*button.center)
