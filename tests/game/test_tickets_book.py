"""The ticket book: learned from reveals, kept on disk, put right by hand. All are samples."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from table import Table

from companion.game.board.board import standard_board
from companion.game.board.paths import Network, distance, lit_path
from companion.game.commands import TicketFace, Undo
from companion.game.requests.requests import parse
from companion.game.ticket_book import (
    DuplicateTicket,
    TicketBook,
    TicketBookError,
    filtered,
    find_duplicates,
    next_letters,
    offered,
)
from companion.journal import Journal
from companion.referee import Referee
from companion.text import fold
from companion.words import Words, translations

BOARD = standard_board()
NAMES = Words(BOARD, translations()).names
PLACES = sorted(BOARD.places)

SAMPLE = TicketFace("beira", "luanda", 12)
OTHER = TicketFace("sudan", "tchad", 7)
THIRD = TicketFace("durban", "nigeria", 20)


def folded(place: str) -> str:
    return fold(NAMES.place(place))


def book_with(*faces: TicketFace) -> TicketBook:
    book = TicketBook()
    for face in faces:
        book = book.added(BOARD, face)
    return book


def samples(count: int) -> list[TicketFace]:
    """As many made-up tickets as wanted."""
    return [TicketFace(*pair, 5) for pair in islice(combinations(PLACES, 2), count)]


# --- adding -----------------------------------------------------------------------------------


def fault(book: TicketBook, face: TicketFace) -> tuple[str, dict[str, Any]]:
    with pytest.raises(TicketBookError) as caught:
        book.added(BOARD, face)
    return caught.value.code, dict(caught.value.facts)


def test_a_ticket_is_known_by_its_two_places_in_any_order():
    book = book_with(SAMPLE)
    assert book.find("luanda", "beira") == book.find("beira", "luanda") == SAMPLE
    assert fault(book, TicketFace("luanda", "beira", 3)) == ("duplicate", {"ticket": SAMPLE})


@pytest.mark.parametrize(
    ("face", "code", "facts"),
    [
        (TicketFace("atlantis", "beira", 5), "unknown_place", {"place": "atlantis"}),
        (TicketFace("beira", "junction-east", 5), "unknown_place", {"place": "junction-east"}),
        (TicketFace("beira", "beira", 5), "same_place", {"place": "beira"}),
        (TicketFace("beira", "luanda", 0), "points", {"points": 0, "least": 1, "most": 40}),
        (TicketFace("beira", "luanda", 41), "points", {"points": 41, "least": 1, "most": 40}),
    ],
)
def test_what_cannot_be_a_ticket_is_not_taken(face: TicketFace, code: str, facts: dict):
    assert fault(TicketBook(), face) == (code, facts)


def test_the_bounds_themselves_are_taken():
    assert len(book_with(TicketFace("beira", "luanda", 1), TicketFace("sudan", "tchad", 40)).notes)


def test_there_are_no_more_than_48():
    book = book_with(*samples(48))
    assert fault(book, samples(49)[-1]) == ("full", {"most": 48})


def test_a_wrong_one_is_corrected_or_removed():
    book = book_with(SAMPLE, OTHER)
    assert book.corrected(BOARD, SAMPLE, TicketFace("beira", "luanda", 13)).find(
        "luanda", "beira"
    ) == TicketFace("beira", "luanda", 13)
    assert book.without("luanda", "beira").faces == (OTHER,)
    with pytest.raises(TicketBookError, match="duplicate"):
        book.corrected(BOARD, SAMPLE, OTHER)


# --- finding ----------------------------------------------------------------------------------


def test_the_list_filters_by_letters_of_any_word_and_by_city():
    cape = TicketFace("cape-town", "leopoldville", 9)
    faces = offered(BOARD, book_with(SAMPLE, OTHER, cape), NAMES.place)
    assert faces == [SAMPLE, cape, OTHER]
    assert filtered(faces, folded, "lu") == [SAMPLE]
    assert filtered(faces, folded, "tow") == [cape]
    assert filtered(faces, folded, "capet") == [cape]
    assert filtered(faces, folded, "x") == []
    assert filtered(faces, folded, place="tchad") == [OTHER]
    assert filtered(faces, folded, "s", place="tchad") == [OTHER]


def test_only_letters_that_find_something_go_on():
    faces = book_with(SAMPLE, OTHER).faces
    assert "".join(next_letters(faces, folded, "")) == "blst"
    assert "".join(next_letters(faces, folded, "l")) == "u"
    assert "".join(next_letters(faces, folded, "luanda")) == ""


@pytest.mark.parametrize("face", [SAMPLE, TicketFace("mocambique", "ngaoundere", 11)])
def test_every_letter_offered_keeps_the_ticket_within_reach(face: TicketFace):
    faces = book_with(face, OTHER, THIRD).faces
    for place in (face.start, face.end):
        name = "".join(folded(place).split())
        for typed in range(len(name)):
            assert name[typed] in next_letters(faces, folded, name[:typed])
            assert face in filtered(faces, folded, name[: typed + 1])


def test_tickets_of_another_board_are_not_offered():
    noted = TicketBook().learned(BOARD, "game", 0, [SAMPLE, TicketFace("atlantis", "beira", 5)])
    assert offered(BOARD, noted, NAMES.place) == [SAMPLE]


# --- what is doubtful -------------------------------------------------------------------------


def test_a_ticket_shown_twice_in_a_game_is_doubtful():
    turned = TicketFace("luanda", "beira", 3)
    assert find_duplicates([[SAMPLE], [OTHER]]) == ()
    assert find_duplicates([[SAMPLE, OTHER], [], [turned]]) == (
        DuplicateTicket(("beira", "luanda"), (0, 2)),
    )
    assert find_duplicates([[SAMPLE, SAMPLE]]) == (DuplicateTicket(("beira", "luanda"), (0, 0)),)


# --- learning ---------------------------------------------------------------------------------


def test_a_corrected_reveal_takes_its_slips_along():
    book = book_with(OTHER).learned(BOARD, "game", 0, [SAMPLE, OTHER])
    assert set(book.faces) == {SAMPLE, OTHER}
    assert set(book.learned(BOARD, "game", 0, [THIRD]).faces) == {OTHER, THIRD}
    assert set(book.learned(BOARD, "game", 0, [THIRD], others=[SAMPLE]).faces) == {
        *(SAMPLE, OTHER, THIRD)
    }
    assert set(book.learned(BOARD, "game", 1, [THIRD]).faces) == {SAMPLE, OTHER, THIRD}
    assert set(book.learned(BOARD, "another", 0, [THIRD]).faces) == {SAMPLE, OTHER, THIRD}


def test_what_was_shown_last_is_what_is_printed():
    book = book_with(SAMPLE).learned(BOARD, "game", 0, [TicketFace("luanda", "beira", 13)])
    assert book.faces == (TicketFace("beira", "luanda", 13),)


def test_a_reveal_that_the_book_cannot_take_is_left_out():
    full = book_with(*samples(48))
    assert full.learned(BOARD, "game", 0, [OTHER]).faces == full.faces
    assert TicketBook().learned(BOARD, "game", 0, [TicketFace("beira", "luanda", 41)]).faces == ()


# --- distances and paths ----------------------------------------------------------------------


def bare_distance(start: str, end: str) -> int | None:
    """Bellman-Ford over stubs, written down apart from the program."""

    def stub(location: str, route: Any) -> tuple[str, ...]:
        dead = BOARD.locations[location].dead_end
        return (location, *sorted(route.ends)) if dead else (location,)

    far = {}
    edges = []
    for route in BOARD.routes.values():
        a, b = stub(route.a, route), stub(route.b, route)
        edges += [(a, b, route.length), (b, a, route.length)]
        for node in (a, b):
            far[node] = 0 if BOARD.locations[node[0]].place == start else 10**6
    for _ in far:
        for a, b, length in edges:
            far[b] = min(far[b], far[a] + length)
    reached = [d for node, d in far.items() if BOARD.locations[node[0]].place == end]
    return min(reached, default=None)


def test_the_distance_is_the_shortest_for_every_two_places():
    for start, end in combinations(PLACES, 2):
        expected = bare_distance(start, end)
        assert distance(BOARD, start, end) == distance(BOARD, end, start) == expected


def test_no_path_leads_through_a_dead_end():
    stubs = ["douala--nigeria-1--1", "ngaoundere--nigeria-2--1"]
    assert lit_path(BOARD, stubs, "douala", "ngaoundere") is None
    assert lit_path(BOARD, stubs, "douala", "nigeria") == ("douala--nigeria-1--1",)
    assert distance(BOARD, "sudan", "tchad") != 0


def test_a_path_is_lit_just_where_the_ticket_is_completed():
    chance = random.Random(6)
    for _ in range(300):
        routes = chance.sample(sorted(BOARD.routes), chance.randint(0, 30))
        start, end = chance.sample(PLACES, 2)
        path = lit_path(BOARD, routes, start, end)
        assert (path is not None) == Network(BOARD, routes).joins(start, end)
        if path is not None:
            assert set(path) <= set(routes)
            assert Network(BOARD, path).joins(start, end)
            for left_out in path:  # none of it is for nothing
                rest = [route for route in path if route != left_out]
                assert not Network(BOARD, rest).joins(start, end)


# --- on disk ----------------------------------------------------------------------------------


def ticket(face: TicketFace) -> dict[str, Any]:
    return {"from": face.start, "to": face.end, "points": face.points}


@contextmanager
def at_the_tickets(db: Path) -> Iterator[Table]:
    table = Table(db)
    with closing(table.journal):
        table.new(2, tickets=2)
        table.ok("finish")
        yield table


def reveal(table: Table, player: str, *faces: TicketFace) -> dict[str, Any]:
    return table.ok("reveal", player=player, tickets=[ticket(face) for face in faces])


def stored(db: Path) -> set[TicketFace]:
    with closing(Journal.view(db)) as journal:
        return set(journal.tickets().faces)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_a_revealed_ticket_is_there_in_the_next_game(db: Path):
    with at_the_tickets(db) as table:
        reveal(table, "Anna", SAMPLE, OTHER)
        assert stored(db) == {SAMPLE, OTHER}
    with closing(Journal.open(db)) as journal:
        referee = Referee(journal)
        assert set(referee.book.faces) == {SAMPLE, OTHER}
        referee.submit(Undo())  # a ticket that was seen has been seen
        assert set(referee.book.faces) == {SAMPLE, OTHER}


def test_a_reveal_anew_removes_the_slip_from_the_file(db: Path):
    with at_the_tickets(db) as table:
        reveal(table, "Anna", SAMPLE, OTHER)
    with closing(Journal.open(db)) as journal:
        Referee(journal).submit(
            parse({"do": "reveal", "player": "Anna", "tickets": [ticket(OTHER), ticket(THIRD)]})
        )
    assert stored(db) == {OTHER, THIRD}


def test_a_reveal_the_disk_refused_is_learned_with_the_next_change(db: Path):
    with at_the_tickets(db) as table:
        with closing(sqlite3.connect(db)) as blocker:
            blocker.execute("BEGIN IMMEDIATE")
            assert not reveal(table, "Anna", SAMPLE, OTHER)["saved"]
            assert set(table.referee.book.faces) == {SAMPLE, OTHER}
            blocker.rollback()
        assert stored(db) == set()
        assert reveal(table, "Ben", THIRD, OTHER)["saved"]
    assert stored(db) == {SAMPLE, OTHER, THIRD}


def test_a_book_put_right_by_hand_stays_so(db: Path):
    with closing(Journal.open(db)) as journal:
        referee = Referee(journal)
        assert referee.save_ticket_book(book_with(SAMPLE, OTHER))
        assert referee.save_ticket_book(referee.book.without("luanda", "beira"))
        assert referee.save_ticket_book(
            referee.book.added(BOARD, TicketFace("luanda", "beira", 13))
        )
        assert referee.save_ticket_book(referee.book.without("sudan", "tchad"))
    assert stored(db) == {TicketFace("beira", "luanda", 13)}


def damage(db: Path, statement: str) -> None:
    with closing(sqlite3.connect(db, isolation_level=None)) as connection:
        connection.execute(statement)


def test_the_book_survives_a_recovery_and_what_was_removed_stays_removed(db: Path):
    with at_the_tickets(db) as table:
        reveal(table, "Anna", SAMPLE, OTHER)
        referee = table.referee
        referee.save_ticket_book(referee.book.added(BOARD, THIRD))
        referee.save_ticket_book(referee.book.without("luanda", "beira"))
    damage(db, "UPDATE games SET hash = 'forged'")
    with closing(Journal.open(db)) as journal:
        assert journal.reports
        assert set(Referee(journal).book.faces) == {OTHER, THIRD}
    assert stored(db) == {OTHER, THIRD}


def test_a_ticket_that_is_not_as_written_is_lost_alone(db: Path):
    with at_the_tickets(db) as table:
        reveal(table, "Anna", SAMPLE, OTHER)
    damage(db, "UPDATE ticket_book SET points = 40 WHERE place_1 = 'sudan'")
    with closing(Journal.open(db)) as journal:
        assert Referee(journal).book.faces == (SAMPLE,)
        assert journal.reports


def test_a_file_of_before_there_was_a_book_is_read_and_goes_on(db: Path):
    with at_the_tickets(db):
        pass
    damage(db, "DROP TABLE ticket_book")
    assert stored(db) == set()
