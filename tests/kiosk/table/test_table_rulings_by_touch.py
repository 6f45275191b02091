"""The table rules otherwise, with real fingers: hold what is grey, or record what was refused."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SIZES, Kiosk
from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider
from kivy.uix.widget import Widget

from companion.game.commands import (
    Adjust,
    ClaimRoute,
    CorrectRoute,
    DrawCards,
    DrawTickets,
    RuledPlay,
    Undo,
)
from companion.game.rules.terrain import Payment
from kiosk import screens
from kiosk.claim.lists import RouteItem
from kiosk.claim.ruling import RulingSheet, WayTile
from kiosk.demo import Hands
from kiosk.log.consequences import ConsequencesSheet
from kiosk.log.reason import ReasonSheet
from kiosk.table.player import ValuesSheet
from kiosk.table.player_panel import PlayerPanel
from kiosk.widgets.band import AnnouncementLine
from tests.gallery.pictures import ahead

Open = Callable[..., Kiosk]
COAST = "cape-town--port-elizabeth--1"
DOUBTFUL = "bloemfontein--cape-town"

every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


def pick(kiosk: Kiosk, city: str = "cape-town") -> None:
    kiosk.tap("CLAIM ROUTE")
    for point in Hands(kiosk.app)._pick_city(city):
        kiosk.tap_at(*point)
    assert kiosk.app.screen.city == city


def row(kiosk: Kiosk, route: str) -> RouteItem:
    item = next(item for item in kiosk.widgets(RouteItem) if item.row.route == route)
    kiosk.app.screen.ids.panel.children[0].ids.routes.reveal(item)
    kiosk.frames()
    return item


def grey_way(kiosk: Kiosk) -> WayTile:
    return next(tile for tile in kiosk.widgets(WayTile) if tile.way.is_refused)


def hold(kiosk: Kiosk, widget: Widget) -> None:
    """Above the middle, where no rule's key is."""
    kiosk.taps += 1
    x, y = widget.to_window(widget.center_x, widget.top)
    touch = kiosk.down(x, y - 25 * kiosk.app.unit)
    kiosk.wait(widget.hold_for + 0.1)
    kiosk.up(touch)


def last(kiosk: Kiosk) -> Any:
    step = kiosk.referee.game.head
    return step.turn, step.set_aside


def exhaust(kiosk: Kiosk, terrain: str, left: int = 0) -> None:
    unseen = kiosk.referee.game.state.unseen(terrain)
    kiosk.referee.submit(Adjust("test", discards={terrain: unseen - left}))
    kiosk.frames()


# --- a refused doubling ---


@every_size
def test_a_refused_doubling_held_counts_with_a_reason(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    taps = kiosk.taps
    hold(kiosk, grey_way(kiosk))
    assert kiosk.sees("doubled with 1 mountain card, +8")
    kiosk.tap("house rule")
    assert kiosk.taps == taps + 2
    play = RuledPlay(ClaimRoute(COAST, Payment(1, 0)), "house rule")
    assert last(kiosk) == (play, "not_enough_terrain")
    assert kiosk.app.screen_name == "table"
    assert kiosk.referee.game.state.score(0) == 8
    announced = next(kiosk.widgets(AnnouncementLine))
    assert announced.look == "ruled"
    assert kiosk.sees("Table ruling: house rule.")


def test_a_short_touch_says_why_not_and_offers_to_record_it(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    grey = grey_way(kiosk)
    kiosk.tap_at(grey.center_x, grey.top - 25)
    assert kiosk.referee.seq == 1
    kiosk.tap("Record anyway")
    kiosk.tap("agreed at the table")
    assert last(kiosk)[1] == "not_enough_terrain"


def test_leaving_the_reason_leads_back_to_the_ruling(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    hold(kiosk, grey_way(kiosk))
    assert isinstance(kiosk.app.root.sheet, ReasonSheet)
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert isinstance(kiosk.app.root.sheet, RulingSheet)
    kiosk.tap("1 locomotive")
    assert last(kiosk) == (ClaimRoute(COAST, Payment(0, 1)), None)


@every_size
def test_a_reason_in_ones_own_words(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    hold(kiosk, grey_way(kiosk))
    kiosk.tap("In your own words")
    kiosk.tap("Done")  # nothing is said yet
    assert kiosk.referee.seq == 1
    assert kiosk.button("Done").look == "raised"
    for letter in "bets":
        kiosk.tap(letter)
    assert kiosk.button("Done").look == "accent"
    kiosk.tap_at(*Hands(kiosk.app).on(icon="backspace"))
    kiosk.tap("123")
    kiosk.tap("7")
    kiosk.tap("Done")
    assert last(kiosk)[0].why == "bet7"


def test_a_way_by_the_rules_cannot_be_held(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    plain = next(tile for tile in kiosk.widgets(WayTile) if not tile.way.is_refused)
    assert plain.hold_for == 0


# --- a taken route ---


@every_size
def test_a_taken_route_held_is_claimed_all_the_same(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(4, size=size)
    kiosk.referee.submit(ClaimRoute(DOUBTFUL))
    pick(kiosk)
    kiosk.hold(row(kiosk, DOUBTFUL))
    assert kiosk.sees("Bloemfontein - Cape Town belongs to Anna.")
    assert all(tile.look == "ruled" for tile in kiosk.widgets(WayTile))
    kiosk.tap("Not doubled")
    kiosk.tap("different on our board")
    assert last(kiosk)[1] == "route_taken"
    assert kiosk.referee.game.state.score(1) == 4


def test_a_taken_route_is_recorded_from_the_refusal(open_kiosk: Open):
    kiosk = open_kiosk(4)
    kiosk.referee.submit(ClaimRoute(DOUBTFUL))
    pick(kiosk)
    kiosk.tap(row(kiosk, DOUBTFUL))
    kiosk.tap("Record anyway")
    kiosk.tap("1 desert card")
    kiosk.tap("house rule")
    assert last(kiosk) == (
        RuledPlay(ClaimRoute(DOUBTFUL, Payment(1, 0)), "house rule"),
        "route_taken",
    )


def test_a_closed_track_in_the_list_by_colour(open_kiosk: Open):
    kiosk = open_kiosk(3)
    kiosk.referee.submit(ClaimRoute(COAST))
    kiosk.tap("CLAIM ROUTE")
    kiosk.tap("Colour and length")
    kiosk.tap("black")
    kiosk.tap("3")
    closed = next(i for i in kiosk.widgets(RouteItem) if i.row.reason.startswith("closed"))
    kiosk.hold(closed)
    kiosk.tap("Not doubled")
    kiosk.tap("house rule")
    assert last(kiosk)[1] == "double_closed"


# --- draws ---


def test_a_third_jungle_that_cannot_be_left_is_refused_by_the_box(open_kiosk: Open):
    kiosk = open_kiosk(2)
    exhaust(kiosk, "jungle", left=2)
    kiosk.tap("Jungle")
    kiosk.tap("Jungle")
    seq = kiosk.referee.seq
    kiosk.tap("Train")
    assert kiosk.button("Jungle").dimmed
    kiosk.tap("Jungle")
    assert kiosk.sees("There can't be a jungle card left")
    assert kiosk.referee.seq == seq
    assert kiosk.sees("Recount")
    assert not kiosk.sees("Record anyway")  # there is no sixteenth
    assert kiosk.button("Jungle").hold_for == 0
    kiosk.tap("Train")
    assert last(kiosk) == (DrawCards(("train", "train")), None)


def test_an_open_locomotive_as_second_card(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Face-up loco")
    assert kiosk.sees("Record anyway")
    assert kiosk.referee.seq == 1
    kiosk.hold(kiosk.button("Face-up loco"))
    kiosk.tap("house rule")
    assert last(kiosk)[1] == "locomotive_alone"


class Panel(MotionEventProvider):
    """Tells of the end of a touch when the app next asks, which is once a frame."""

    def __init__(self, ended: MotionEvent) -> None:
        super().__init__("panel", "")
        self._ended = [ended]

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        while self._ended:
            dispatch_fn("end", self._ended.pop())


def test_a_tap_while_the_app_stands_still_is_not_taken_for_a_hold(open_kiosk: Open):
    """A disk that hangs, say: the finger was lifted meanwhile, and nobody has looked yet."""
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    tile = kiosk.button("Face-up loco")
    panel = Panel(kiosk.down(*tile.to_window(*tile.center)))
    ahead.skip(tile.hold_for + 1)
    EventLoop.add_input_provider(panel)
    kiosk.frames()
    EventLoop.remove_input_provider(panel)
    assert kiosk.sees("Record anyway")  # as after any tap
    assert kiosk.app.sheet is None


def test_what_can_be_drawn_is_not_held(open_kiosk: Open):
    kiosk = open_kiosk(2)
    assert [kiosk.button(card).hold_for for card in ("Jungle", "Face-up loco", "Tickets")] == [
        0
    ] * 3


# --- tickets ---


def test_tickets_when_none_are_left(open_kiosk: Open):
    kiosk = open_kiosk(2)
    left = kiosk.referee.game.state.tickets_left
    kiosk.referee.submit(Adjust("test", player="Ben", tickets=3 + left))
    kiosk.frames()
    kiosk.tap("Tickets")
    assert kiosk.sees("Record anyway")
    kiosk.hold(kiosk.button("Tickets"))
    assert kiosk.sees("The ticket deck is empty. Do something else.")
    kiosk.tap("Back")
    assert kiosk.app.root.sheet is None
    kiosk.hold(kiosk.button("Tickets"))
    kiosk.hold(kiosk.button("2"))
    kiosk.tap("house rule")
    assert last(kiosk) == (RuledPlay(DrawTickets(2), "house rule"), "no_tickets_left")


def test_another_number_of_tickets(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap("Tickets")
    kiosk.tap("0")
    assert kiosk.referee.seq == 1
    assert kiosk.sees("Record anyway")
    kiosk.hold(kiosk.button("5"))
    kiosk.tap("house rule")
    assert last(kiosk) == (RuledPlay(DrawTickets(5), "house rule"), "tickets_kept")


# --- values ---


def tap_step(kiosk: Kiosk, name: str, icon: str, times: int = 1) -> None:
    sheet = kiosk.app.root.sheet
    assert isinstance(sheet, ValuesSheet)
    pad = next(p for p in sheet.boxes[name].walk() if getattr(p, "icon", "") == icon)
    for _ in range(times):
        kiosk.tap(pad)


@every_size
def test_values_are_set_by_one_ruling(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    kiosk.tap(next(panel for panel in kiosk.widgets(PlayerPanel) if panel.view.seat == 1))
    kiosk.tap("Correct…")
    kiosk.tap("Save")  # nothing is to be set
    assert isinstance(kiosk.app.root.sheet, ValuesSheet)
    tap_step(kiosk, "trains", "minus", 2)
    tap_step(kiosk, "trains", "plus")
    tap_step(kiosk, "jungle", "plus", 2)
    tap_step(kiosk, "discards desert", "plus")
    kiosk.tap("Save")
    assert kiosk.sees("Ben: Trains 45 → 44, Jungle 0 → 2, Discards: desert 0 → 1")
    kiosk.tap("cards were miscounted")
    assert kiosk.referee.seq == 2
    state = kiosk.referee.game.state
    assert (state.seats[1].trains, tuple(state.seats[1].front)) == (44, (1, 2, 0))
    assert tuple(state.discards) == (1, 0, 0)
    assert next(kiosk.widgets(AnnouncementLine)).look == "ruled"
    assert kiosk.app.screen_name == "table"


def test_leaving_the_reason_keeps_the_numbers(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.tap(next(kiosk.widgets(PlayerPanel)))
    kiosk.tap("Correct…")
    tap_step(kiosk, "tickets", "plus")
    kiosk.tap("Save")
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert kiosk.sees("was 3")
    assert kiosk.referee.seq == 1


# --- the board on the table is right ---


def test_the_board_is_looked_at_and_as_we_have_it(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, DOUBTFUL))
    assert kiosk.sees("On your board: 3 spaces?")
    kiosk.tap("Yes")
    assert not kiosk.sees("on your board?")
    assert kiosk.sees("Different on our board?")
    kiosk.tap("Not doubled")
    assert last(kiosk) == (ClaimRoute(DOUBTFUL), None)
    assert kiosk.referee.board.routes[DOUBTFUL].unverified is None


def test_the_question_never_holds_up_a_claim(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, DOUBTFUL))
    assert kiosk.sees("optional")
    assert {kiosk.button(answer).look for answer in ("Yes", "No")} == {"panel"}
    kiosk.tap("Not doubled")
    assert last(kiosk) == (ClaimRoute(DOUBTFUL), None)
    assert kiosk.referee.board.routes[DOUBTFUL].unverified == "length"


@every_size
def test_the_board_has_it_otherwise(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    pick(kiosk)
    kiosk.tap(row(kiosk, DOUBTFUL))
    kiosk.tap("No")
    assert kiosk.sees("I have: orange, 3 spaces.")
    lengths = kiosk.app.root.sheet.ids.lengths.children
    kiosk.tap(next(tile for tile in lengths if tile.word == "4"))
    kiosk.tap("Preview changes")
    assert isinstance(kiosk.app.root.sheet, ConsequencesSheet)
    assert kiosk.referee.board.routes[DOUBTFUL].length == 3
    kiosk.tap(kiosk.app.root.sheet.view.accept)
    assert kiosk.referee.board.routes[DOUBTFUL].length == 4
    assert isinstance(kiosk.app.sheet, RulingSheet)  # the claim goes on
    assert kiosk.sees("orange · 4 of 45 trains")
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert kiosk.app.screen_name == "claim"
    assert row(kiosk, DOUBTFUL).row.length == 4
    track = kiosk.app.screen.ids.map.picture.tracks[DOUBTFUL]
    assert track.route.length == len(track.spaces) == 4


def test_a_length_is_corrected_after_the_claim(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(ClaimRoute(DOUBTFUL))
    pick(kiosk)
    kiosk.hold(row(kiosk, DOUBTFUL))
    kiosk.tap("No")
    lengths = kiosk.app.root.sheet.ids.lengths.children
    kiosk.tap(next(tile for tile in lengths if tile.word == "4"))
    kiosk.tap("Preview changes")
    assert kiosk.sees("+3")
    kiosk.tap(kiosk.app.root.sheet.view.accept)
    state = kiosk.referee.game.state
    assert (state.score(0), state.seats[0].trains) == (7, 41)
    assert kiosk.sees("Ben's turn")


def test_a_card_closed_leads_back_to_the_claim(open_kiosk: Open):
    kiosk = open_kiosk(2)
    pick(kiosk)
    kiosk.tap(row(kiosk, COAST))
    kiosk.tap("Different on our board?")
    kiosk.tap("Cancel")
    assert isinstance(kiosk.app.root.sheet, RulingSheet)


def test_a_map_in_sight_shows_a_correction_and_its_undoing(open_kiosk: Open):
    kiosk = open_kiosk(2, size=SIZES[2])
    board_map = next(part for part in kiosk.widgets() if hasattr(part, "strokes"))
    for change, length in ((CorrectRoute(DOUBTFUL, length=5), 5), (Undo(), 3)):
        kiosk.referee.submit(change)
        kiosk.frames()
        stroke = next(s for s in board_map.strokes if s.track.route.id == DOUBTFUL)
        assert len(stroke.track.spaces) == length


def test_settings_list_what_was_corrected(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.referee.submit(CorrectRoute(DOUBTFUL, length=4))
    kiosk.app.go(screens.settings, down=10_000)
    kiosk.frames()
    kiosk.tap("Bloemfontein - Cape Town")
    assert kiosk.sees("I have: orange, 4 spaces.")
    kiosk.tap_at(*Hands(kiosk.app).on(icon="close"))
    assert kiosk.app.root.sheet is None
    assert kiosk.app.screen_name == "settings"
