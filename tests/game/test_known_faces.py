"""The ticket book at its edges: one value corrected, a place unknown, a name typed to its end."""

from companion.game.board.board import standard_board
from companion.game.commands import TicketFace
from companion.game.ticket_book import (
    BookEntry,
    TicketBook,
    TicketBookError,
    is_sound,
    next_letters,
    offered,
)

BOARD = standard_board()
ONE, OTHER = TicketFace("beira", "durban", 5), TicketFace("bangui", "luanda", 7)
ELSEWHERE = TicketFace("atlantis", "durban", 5)


def test_another_value_on_a_ticket_leaves_the_others_as_they_were():
    book = TicketBook((BookEntry(ONE, "a game", 0), BookEntry(OTHER, "a game", 1)))
    learned = book.learned(BOARD, "a later game", 0, [TicketFace("durban", "beira", 6)])
    assert learned.notes == (
        BookEntry(TicketFace("beira", "durban", 6), "a game", 0),
        BookEntry(OTHER, "a game", 1),
    )


def test_a_ticket_between_places_of_another_board_is_kept_but_not_offered():
    assert is_sound(BOARD, ONE) is True
    assert is_sound(BOARD, ELSEWHERE) is False
    book = TicketBook((BookEntry(ONE), BookEntry(ELSEWHERE)))
    assert offered(BOARD, book, str) == [ONE]
    assert book.faces == (ONE, ELSEWHERE)


def test_after_a_whole_name_no_letter_goes_on():
    assert list(next_letters([ONE], str, "beir")) == ["a"]
    assert list(next_letters([ONE], str, "beira")) == []
    assert list(next_letters([ONE], str, "")) == ["b", "d"]


def test_why_a_ticket_cannot_be_in_the_book_can_be_read_in_a_log():
    assert str(TicketBookError("full", most=46)) == "full: {'most': 46}"
