"""Tickets while they are entered, without a screen."""

from table import Table

from companion.desk.desk import Desk
from companion.desk.reveal import TicketDraft, next_seat, own_places, reveal_order, ticket_draft
from companion.game.board.board import standard_board
from companion.game.commands import Reveal, TicketFace
from companion.game.ticket_book import TicketBook

BOARD = standard_board()
EMPTY = TicketBook()

LUANDA_BEIRA = TicketFace("luanda", "beira", 12)
SUDAN_TCHAD = TicketFace("sudan", "tchad", 7)


def place(now: TicketDraft, *places: str, book: TicketBook = EMPTY) -> TicketDraft:
    for one in places:
        now = now.place(one, BOARD, book)
    return now


def enter(now: TicketDraft, *tickets: TicketFace) -> TicketDraft:
    for ticket in tickets:
        now = place(now, ticket.start, ticket.end)
        now = now.step(ticket.points - now.value).accept()
    return now


def test_a_ticket_is_two_places_and_a_value():
    now = TicketDraft(held=2)
    assert now.asks == "start"
    now = place(now, "luanda")
    assert now.asks == "end"
    now = place(now, "beira")
    assert now.asks == "points"
    now = now.step(12 - now.value).accept()
    assert (now.faces, now.asks) == ((LUANDA_BEIRA,), "start")
    assert enter(now, SUDAN_TCHAD).asks == "check"


def test_a_place_tapped_again_is_taken_back():
    now = place(TicketDraft(held=1), "luanda")
    assert place(now, "luanda") == TicketDraft(held=1)


def test_the_value_starts_at_the_shortest_distance_and_stays_a_value():
    assert place(TicketDraft(held=1), "ngaoundere", "bangui").value == 3
    now = place(TicketDraft(held=1), "luanda", "beira")
    assert now.step(-1000).value == 1
    assert now.step(1000).value == 99


def test_a_ticket_of_the_book_is_whole_at_one_tap_and_by_its_places_its_value_is_known():
    book = EMPTY.added(BOARD, LUANDA_BEIRA)
    known = book.faces[0]
    by_places = place(TicketDraft(held=2), "beira", "luanda", book=book)
    assert (by_places.asks, by_places.value) == ("points", known.points)
    assert TicketDraft(held=2).pick(known).faces == (known,)
    assert place(TicketDraft(held=2), "sudan").pick(known).faces == (known,)
    whole = TicketDraft(held=1).pick(known)
    assert whole.pick(known) == whole


def test_what_is_looked_at_is_under_the_fingers_or_was_entered_last():
    now = enter(TicketDraft(held=3), LUANDA_BEIRA, SUDAN_TCHAD)
    assert now.looked_at == SUDAN_TCHAD
    assert now.correct(0).looked_at == LUANDA_BEIRA
    assert now.correct(0).step(1).accept().looked_at == TicketFace("luanda", "beira", 13)
    assert place(now, "durban").looked_at is None
    assert TicketDraft(held=3).looked_at is None


def test_what_is_not_asked_for_changes_nothing():
    now = TicketDraft(held=1)
    assert now.accept() == now
    whole = enter(now, LUANDA_BEIRA)
    assert place(whole, "beira") == whole


def test_a_ticket_is_corrected_in_its_place():
    now = enter(TicketDraft(held=2), LUANDA_BEIRA, LUANDA_BEIRA).correct(0)
    assert (now.asks, now.value) == ("points", 12)
    assert now.step(1).accept().faces == (TicketFace("luanda", "beira", 13), LUANDA_BEIRA)
    now = enter(now.anew(), SUDAN_TCHAD)
    assert now.faces == (SUDAN_TCHAD, LUANDA_BEIRA)
    assert now.correct(1).correct(1) == now


def test_a_ticket_is_deleted():
    now = enter(TicketDraft(held=2), LUANDA_BEIRA, SUDAN_TCHAD)
    assert now.correct(0).without(0).faces == (SUDAN_TCHAD,)


def test_back_goes_tap_by_tap_and_never_into_what_was_shown():
    now = place(enter(TicketDraft(held=2), LUANDA_BEIRA), "sudan", "tchad")
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
    assert TicketDraft(1, shown, shown).back() is None
    assert TicketDraft(1, shown, shown).correct(0).back() == TicketDraft(1, shown, shown)


def test_what_stands_is_done_and_what_waits_is_to_be_checked():
    faces = (LUANDA_BEIRA,)
    assert TicketDraft(1, faces, faces).asks == "done"
    assert TicketDraft(1, faces, None).asks == "check"
    assert TicketDraft(0).asks == "check"
    assert TicketDraft(0, (), ()).asks == "done"
    assert TicketDraft(0, faces).asks == "surplus"
    assert TicketDraft(1, faces, faces).count().asks == "count"


def test_what_was_shown_is_what_is_entered_unless_something_waits(table: Table):
    table.new(2, tickets=2)
    table.ok("finish")
    game = table.referee.game
    assert ticket_draft(game, 0, {}) == TicketDraft(2)
    ticket = {"from": "luanda", "to": "beira", "points": 12}
    table.ok("reveal", player="Anna", tickets=[ticket, ticket])
    shown = (LUANDA_BEIRA, LUANDA_BEIRA)
    assert ticket_draft(game, 0, {}) == TicketDraft(2, shown, shown)
    drafts = {(game.uuid, 0): (SUDAN_TCHAD,)}
    assert ticket_draft(game, 0, drafts) == TicketDraft(2, (SUDAN_TCHAD,), shown)
    assert next_seat(game.state) == 1
    table.ok("reveal", player="Ben", tickets=[ticket, ticket])
    assert next_seat(game.state) is None


def test_whoever_has_least_shows_first_so_that_the_winner_comes_last(table: Table):
    table.new(3, tickets=2)
    table.claim("douala--bangui")  # 7 points
    table.ok("pass")
    table.claim("ngaoundere--bangui")  # 4 points
    table.ok("finish")
    state = table.referee.game.state
    assert (reveal_order(state), next_seat(state)) == ([1, 2, 0], 1)
    ticket = {"from": "luanda", "to": "beira", "points": 40}
    table.ok("reveal", player="Ben", tickets=[ticket, ticket])
    assert next_seat(table.referee.game.state) == 2
    for player in ("Anna", "Cleo"):
        table.ok("reveal", player=player, tickets=[ticket, ticket])
    assert reveal_order(table.referee.game.state) == [1, 2, 0]  # tickets do not change it


def test_own_places_are_those_that_own_routes_reach(table: Table):
    table.new(2)
    table.claim("ngaoundere--bangui")
    table.claim("douala--nigeria-1--1")
    game = table.referee.game
    assert own_places(game, 0) == {"ngaoundere", "bangui"}
    assert own_places(game, 1) == {"douala", "nigeria"}


def test_tickets_begun_anew_are_as_they_were_when_forgotten(table: Table):
    table.new(2, tickets=2)
    table.ok("finish")
    ticket = {"from": "luanda", "to": "beira", "points": 12}
    table.ok("reveal", player="Ben", tickets=[ticket, ticket])
    reveal = Desk(table.referee).reveal
    reveal.begin_anew(1)
    assert reveal.now.faces == ()
    reveal.add([SUDAN_TCHAD])
    reveal.add([LUANDA_BEIRA, SUDAN_TCHAD])
    assert reveal.now.asks == "surplus"
    assert reveal.command == Reveal("Ben", (SUDAN_TCHAD, LUANDA_BEIRA, SUDAN_TCHAD))
    reveal.forget()
    assert (reveal.now.faces, reveal.now.asks) == ((LUANDA_BEIRA, LUANDA_BEIRA), "done")
    assert not reveal.drafts
