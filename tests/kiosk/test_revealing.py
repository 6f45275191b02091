"""Tickets while they are entered, without a screen."""

from table import Table

from companion.commands import TicketFace
from kiosk.revealing import Entering, entering, next_seat, own_places

LUANDA_BEIRA = TicketFace("luanda", "beira", 12)
SUDAN_TCHAD = TicketFace("sudan", "tchad", 7)


def enter(now: Entering, *tickets: TicketFace) -> Entering:
    for ticket in tickets:
        now = now.place(ticket.start).place(ticket.end).points(ticket.points)
    return now


def test_a_ticket_is_two_places_and_a_value():
    now = Entering(held=2)
    assert now.asks == "start"
    now = now.place("luanda")
    assert now.asks == "end"
    now = now.place("beira")
    assert now.asks == "points"
    now = now.points(12)
    assert (now.faces, now.asks) == ((LUANDA_BEIRA,), "start")
    assert enter(now, SUDAN_TCHAD).asks == "check"


def test_no_ticket_joins_a_place_with_itself():
    now = Entering(held=1).place("luanda")
    assert now.place("luanda") == now


def test_what_is_not_asked_for_changes_nothing():
    now = Entering(held=1)
    assert now.points(5) == now
    whole = enter(now, LUANDA_BEIRA)
    assert whole.place("beira") == whole


def test_a_ticket_is_corrected_in_its_place():
    now = enter(Entering(held=2), LUANDA_BEIRA, LUANDA_BEIRA).correct(0)
    assert now.asks == "start"
    now = enter(now, SUDAN_TCHAD)
    assert now.faces == (SUDAN_TCHAD, LUANDA_BEIRA)
    assert now.correct(1).correct(1) == now


def test_a_ticket_is_deleted():
    now = enter(Entering(held=2), LUANDA_BEIRA, SUDAN_TCHAD)
    assert now.correct(0).without(0).faces == (SUDAN_TCHAD,)


def test_back_goes_tap_by_tap_and_never_into_what_was_shown():
    now = enter(Entering(held=2), LUANDA_BEIRA).place("sudan").place("tchad")
    trail = []
    while now is not None:
        trail.append((len(now.faces), now.start, now.end))
        now = now.back()
    assert trail == [
        (1, "sudan", "tchad"),
        (1, "sudan", None),
        (1, None, None),
        (0, None, None),
    ]
    shown = (LUANDA_BEIRA,)
    assert Entering(1, shown, shown).back() is None
    assert Entering(1, shown, shown).correct(0).back() == Entering(1, shown, shown)


def test_what_stands_is_done_and_what_waits_is_to_be_checked():
    faces = (LUANDA_BEIRA,)
    assert Entering(1, faces, faces).asks == "done"
    assert Entering(1, faces, None).asks == "check"
    assert Entering(0).asks == "check"
    assert Entering(0, (), ()).asks == "done"
    assert Entering(0, faces).asks == "surplus"
    assert Entering(1, faces, faces).count().asks == "count"


def test_what_was_shown_is_what_is_entered_unless_something_waits(table: Table):
    table.new(2, tickets=2)
    table.ok("finish")
    game = table.referee.game
    assert entering(game, 0, {}) == Entering(2)
    ticket = {"from": "luanda", "to": "beira", "points": 12}
    table.ok("reveal", player="Anna", tickets=[ticket, ticket])
    shown = (LUANDA_BEIRA, LUANDA_BEIRA)
    assert entering(game, 0, {}) == Entering(2, shown, shown)
    drafts = {(game.uuid, 0): (SUDAN_TCHAD,)}
    assert entering(game, 0, drafts) == Entering(2, (SUDAN_TCHAD,), shown)
    assert (next_seat(game, 0), next_seat(game, 1)) == (1, 1)
    table.ok("reveal", player="Ben", tickets=[ticket, ticket])
    assert next_seat(game, 0) is None


def test_own_places_are_those_that_own_routes_reach(table: Table):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.claim("douala--nigeria-1--1")
    game = table.referee.game
    assert own_places(game, 0) == {"ngaoundere", "bangui"}
    assert own_places(game, 1) == {"douala", "nigeria"}
