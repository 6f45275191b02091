"""The tickets and the end, by touch."""

from collections.abc import Iterator
from typing import Any

import pytest
from fingers import SIZES, Kiosk
from recorded import GAMES, cases

from companion.game.commands import ClaimRoute, Finish, Newcomer, NewGame, Undo
from companion.game.requests.requests import Query, parse
from kiosk import screens
from kiosk.reveal.parts import RevealTicketRow, TicketPlaceTile
from kiosk.widgets.stepper import StepPad

NAMES = ("Anna", "Ben", "Maximiliane-Charlotte", "Łukasz", "Дима")
COLORS = ("blue", "red", "green", "yellow", "black")


@pytest.fixture
def kiosk() -> Iterator[Kiosk]:
    kiosk = Kiosk()
    yield kiosk
    kiosk.close()


def play_to_the_tickets(kiosk: Kiosk, players: int = 2, tickets: int = 2) -> None:
    seats = zip(NAMES[:players], COLORS, strict=False)
    kiosk.referee.submit(
        NewGame(tuple(Newcomer(name, color, "desert", tickets) for name, color in seats))
    )
    kiosk.referee.submit(ClaimRoute("ngaoundere--bangui"))
    kiosk.referee.submit(Finish())
    kiosk.app.go(screens.reveal, seat=0)  # the last in the order: she has points, the others none
    kiosk.frames()


def enter(kiosk: Kiosk, start: str, end: str, points: int | None = None) -> None:
    """A ticket by its places; where the book lacks it, by default worth the distance."""
    if not any(kiosk.widgets(TicketPlaceTile)):
        kiosk.tap("A–Z")
    kiosk.tap(start)
    kiosk.tap(end)
    screen = kiosk.app.screen
    if screen.now.asks != "points":  # in the book
        return
    while points is not None and screen.now.value != points:
        icon = "plus" if screen.now.value < points else "minus"
        kiosk.tap(next(pad for pad in kiosk.widgets(StepPad) if pad.icon == icon))
    kiosk.tap("Add" if screen.now.row is None else "Save")


def marks(kiosk: Kiosk) -> list[tuple[str, bool | None]]:
    rows = sorted(kiosk.widgets(RevealTicketRow), key=lambda row: -row.y)
    return [(row.view.points, row.view.completed) for row in rows]


def revealed(kiosk: Kiosk, seat: int) -> list[tuple[str, str, int, bool]] | None:
    tickets = kiosk.referee.game.state.seats[seat].revealed
    if tickets is None:
        return None
    return [(one.start, one.end, one.points, one.completed) for one in tickets]


def totals(kiosk: Kiosk) -> dict[str, int]:
    """As the referee ranks them; what the final screen makes of it is tested with it."""
    seats = kiosk.referee.game.state.seats
    return {seats[one.card.seat].name: one.card.total for one in kiosk.referee.result()}


def test_a_new_ticket_takes_three_taps_where_it_is_worth_the_distance(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    assert kiosk.sees("Anna, ticket 1 of 2: where from?")
    enter(kiosk, "Bangui", "Ngaoundéré")
    assert kiosk.taps == 3
    assert kiosk.sees("1 of 2")
    assert marks(kiosk) == [("+3", True), ("", None)]
    assert kiosk.sees("Tickets +3, total 7")
    assert revealed(kiosk, 0) is None
    enter(kiosk, "Luanda", "Beira", 12)
    assert kiosk.taps == 6
    assert revealed(kiosk, 0) == [
        ("bangui", "ngaoundere", 3, True),
        ("luanda", "beira", 12, False),
    ]
    assert kiosk.sees("Anna: 1 of 2 completed")
    assert kiosk.sees("Tickets −9, total −5")
    assert marks(kiosk) == [("+3", True), ("−12", False)]
    kiosk.tap("Next: Ben")
    enter(kiosk, "Sudan", "Tchad", 7)
    enter(kiosk, "Sudan", "Nigeria", 9)
    kiosk.tap("See result")
    assert kiosk.app.screen_name == "final"
    assert totals(kiosk) == {"Anna": 5, "Ben": -16}  # 4 for the route, -9, 10 for most tickets


@pytest.mark.parametrize("points", [1, 99])
def test_any_value_that_a_reveal_takes_can_be_entered(kiosk: Kiosk, points: int):
    play_to_the_tickets(kiosk)
    for text in ("Luanda", "Beira"):
        kiosk.tap(text)
    icon = "minus" if points == 1 else "plus"
    touch = kiosk.down(*next(p for p in kiosk.widgets(StepPad) if p.icon == icon).center)
    kiosk.wait(9)  # it runs while it is held, and stops at the end
    kiosk.up(touch)
    assert kiosk.sees("Not added to the ticket book") == (points == 99)
    kiosk.tap("Add")
    assert marks(kiosk)[0] == (f"−{points}", False)


@pytest.mark.parametrize("size", SIZES)
def test_points_go_by_fives_and_ones(size: tuple[int, int]):
    kiosk = Kiosk(size)
    try:
        play_to_the_tickets(kiosk)
        for text in ("Luanda", "Beira"):
            kiosk.tap(text)
        now = kiosk.app.screen.now.value
        kiosk.tap("+5")
        kiosk.tap("+5")
        assert kiosk.app.screen.now.value == now + 10
        kiosk.tap("−5")
        assert kiosk.sees(str(now + 5))
        for _ in range(10):
            kiosk.tap("−5")
        assert kiosk.app.screen.now.value == 1  # no ticket is worth less
    finally:
        kiosk.close()


def test_a_mistapped_place_is_taken_back_by_another_tap(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    kiosk.tap("Luanda")
    assert kiosk.sees("where to?")
    kiosk.tap("Luanda")
    assert kiosk.sees("where from?")
    enter(kiosk, "Sudan", "Tchad", 9)
    assert kiosk.sees("Sudan - Tchad")


def test_a_row_is_corrected_or_deleted(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    enter(kiosk, "Luanda", "Beira", 12)
    kiosk.tap("Luanda - Beira")
    kiosk.tap("Different ticket")
    enter(kiosk, "Bangui", "Ngaoundéré", 5)
    assert kiosk.sees("Bangui - Ngaoundéré")
    kiosk.tap("Bangui - Ngaoundéré")
    kiosk.tap("Delete")  # must be held
    assert kiosk.sees("Bangui - Ngaoundéré")
    assert kiosk.sees("Wrong number of tickets")  # where it was, and nothing else there
    kiosk.hold(kiosk.button("Delete"))
    assert kiosk.sees("Anna, ticket 1 of 2: where from?")
    assert not kiosk.sees("Bangui - Ngaoundéré")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_leads_on_is_always_in_the_same_corner(size: tuple[int, int]):
    kiosk = Kiosk(size)
    try:
        play_to_the_tickets(kiosk)
        corners = []
        for text in ("Luanda", "Beira"):
            kiosk.tap(text)
        corners.append(kiosk.button("Add"))
        kiosk.tap("Add")
        kiosk.tap("Luanda - Beira")
        corners.append(kiosk.button("Save"))
        kiosk.tap("Save")
        enter(kiosk, "Sudan", "Tchad")
        corners.append(kiosk.button("Next: Ben"))
        panels = {(tile.parent.right, tile.parent.y) for tile in corners}
        assert panels == {(kiosk.app.screen.ids.stage.right, kiosk.app.screen.ids.stage.y)}
        assert all(tile.y - tile.parent.y < 30 * kiosk.app.unit for tile in corners)
    finally:
        kiosk.close()


def test_upright_the_list_is_as_high_as_it_needs_to_be():
    kiosk = Kiosk((720, 1280))
    try:
        play_to_the_tickets(kiosk, tickets=2)
        screen, unit = kiosk.app.screen, kiosk.app.unit
        assert screen.ids.rows.height == pytest.approx(2 * 48 * unit + 6 * unit, abs=1)
        assert screen.ids.stage.height > 450 * unit
    finally:
        kiosk.close()


def test_an_accepted_set_can_be_corrected_even_from_the_end(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    for seat in (0, 1):
        kiosk.app.screen.show(seat)
        enter(kiosk, "Luanda", "Beira", 12)
        enter(kiosk, "Sudan", "Tchad", 12)
    kiosk.tap("See result")
    assert totals(kiosk) == {"Anna": 4 - 24, "Ben": -24}
    kiosk.app.go(screens.reveal)
    kiosk.frames()
    kiosk.tap("Anna")
    kiosk.tap("Luanda - Beira")
    kiosk.tap("Different ticket")
    enter(kiosk, "Bangui", "Ngaoundéré", 20)
    assert marks(kiosk) == [("+20", True), ("−12", False)]
    kiosk.tap("See result")
    assert kiosk.app.screen_name == "final"
    assert totals(kiosk) == {"Anna": 4 + 20 - 12 + 10, "Ben": -24}
    kiosk.app.go(screens.reveal)
    kiosk.frames()
    kiosk.tap(kiosk.app.screen.ids.undo)
    assert marks(kiosk) == [("−12", False), ("−12", False)]
    assert kiosk.referee.game.state.score(0) == 4 - 24


def test_what_is_entered_waits_while_other_screens_are_shown(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    enter(kiosk, "Luanda", "Beira", 12)
    kiosk.app.go(screens.welcome)
    kiosk.app.home()
    kiosk.frames()
    assert kiosk.sees("Ben, ticket 1 of 2: where from?")  # who has least shows first
    kiosk.tap("Anna")
    assert kiosk.sees("Anna, ticket 2 of 2: where from?")
    assert kiosk.sees("Luanda - Beira")
    kiosk.tap("Ben")
    assert not kiosk.sees("Luanda - Beira")


def test_undo_takes_back_taps_then_the_tickets_shown_then_the_end_of_play(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    enter(kiosk, "Luanda", "Beira", 12)
    enter(kiosk, "Luanda", "Bangui", 5)
    kiosk.tap("Next: Ben")
    kiosk.tap("Sudan")
    undo = kiosk.app.screen.ids.undo
    kiosk.tap(undo)
    assert kiosk.sees("Ben, ticket 1 of 2: where from?")
    assert revealed(kiosk, 0) is not None
    kiosk.tap(undo)
    assert revealed(kiosk, 0) is None
    assert kiosk.sees("Undone: Anna's tickets")
    assert kiosk.sees("All tickets entered, not checked yet.")
    kiosk.tap("Check these tickets")
    assert revealed(kiosk, 0) is not None
    kiosk.referee.submit(Undo())
    kiosk.referee.submit(Undo())
    kiosk.frames()
    assert kiosk.app.screen_name == "table"


def test_another_number_of_tickets_is_a_table_ruling(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    enter(kiosk, "Luanda", "Beira", 12)
    kiosk.tap("Wrong number of tickets")
    assert kiosk.sees("How many tickets does Anna have?")
    kiosk.tap("1")
    entry = kiosk.referee.game.entries[-2]
    assert (entry.verb, entry.rule, entry.request["tickets"]) == ("adjust", "R20", 1)
    assert revealed(kiosk, 0) == [("luanda", "beira", 12, False)]  # they are all there now


def test_too_many_tickets_are_deleted_before_they_are_checked(kiosk: Kiosk):
    play_to_the_tickets(kiosk, tickets=3)
    enter(kiosk, "Luanda", "Beira", 12)
    enter(kiosk, "Sudan", "Tchad", 9)
    kiosk.tap("Wrong number of tickets")
    kiosk.tap("1")
    assert kiosk.sees("1 ticket too many: tap one to delete it.")
    kiosk.tap("Sudan - Tchad")
    kiosk.hold(kiosk.button("Delete"))
    assert revealed(kiosk, 0) == [("luanda", "beira", 12, False)]


def test_no_tickets_are_shown_with_one_tap(kiosk: Kiosk):
    play_to_the_tickets(kiosk)
    kiosk.tap("Wrong number of tickets")
    kiosk.tap("0")
    assert revealed(kiosk, 0) == []
    assert kiosk.sees("Anna has no tickets")
    assert kiosk.sees("Next: Ben")


def test_a_refusal_is_seen_and_nothing_is_lost(kiosk: Kiosk):
    play_to_the_tickets(kiosk, tickets=2)
    enter(kiosk, "Luanda", "Beira", 12)
    for text in ("Sudan", "Tchad"):
        kiosk.tap(text)
    touch = kiosk.down(*kiosk.button("Add").center)
    kiosk.referee.submit(parse({"do": "adjust", "player": "Ben", "trains": 7, "why": "made up"}))
    kiosk.up(touch)
    assert kiosk.app.desk.refusal is not None
    assert kiosk.sees(kiosk.app.desk.refusal.why)
    kiosk.tap("Check these tickets")
    assert revealed(kiosk, 0) is not None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_places_of_own_routes_are_marked_and_all_tiles_are_large_enough(size: tuple[int, int]):
    kiosk = Kiosk(size)
    try:
        play_to_the_tickets(kiosk, players=5, tickets=3)
        tiles = list(kiosk.widgets(TicketPlaceTile))
        assert {tile.place for tile in tiles if tile.own} == {"ngaoundere", "bangui"}
        assert len(tiles) == len(kiosk.referee.game.board.places)
        least = 47 * kiosk.app.unit
        assert min(min(tile.size) for tile in tiles) >= least
        kiosk.tap("Luanda")
        kiosk.tap("Beira")
        assert min(min(pad.size) for pad in kiosk.widgets(StepPad)) >= least
    finally:
        kiosk.close()


def replay_to_the_tickets(kiosk: Kiosk, stem: str) -> tuple[list[Any], dict[str, Any]]:
    """Play a recorded game; what it reveals, and its result."""
    game = next(game for game in GAMES if game.stem == stem)
    reveals, result = [], {}
    for _, request, answer in cases(game):
        if request["do"] == "reveal":
            reveals.append(request)
        elif request["do"] == "result":
            result = answer
        elif answer["ok"] and not isinstance(command := parse(request), Query):
            kiosk.referee.submit(command)
    kiosk.app.home()
    kiosk.frames()
    return reveals, result


def test_a_recorded_game_ends_with_its_recorded_result(kiosk: Kiosk):
    reveals, result = replay_to_the_tickets(kiosk, "two-players")
    place = kiosk.app.words.names.place
    if kiosk.app.desk.shows_last_claim:
        kiosk.tap("Show tickets")
    for reveal in reveals:
        kiosk.tap(reveal["player"])
        for ticket in reveal["tickets"]:
            enter(kiosk, place(ticket["from"]), place(ticket["to"]), ticket["points"])
    kiosk.tap("See result")
    assert kiosk.app.screen_name == "final"
    assert totals(kiosk) == {player["name"]: player["total"] for player in result["players"]}
