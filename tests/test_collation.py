"""Lists of names are in the order that the language has for them, in every front end."""

from collections.abc import Sequence

import pytest

from companion.desk.claim.route_choices import places
from companion.game.board.board import standard_board
from companion.game.commands import TicketFace
from companion.game.ticket_book import BookEntry, TicketBook, offered
from companion.web.views.page_data import board
from companion.words import translations
from companion.words.collation import sort_key
from companion.words.table.desk import DeskWords

BOARD = standard_board()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Lagos", "Léopoldville", "Libreville", "Luanda", "Luderitz"]),
        ("fr", ["Edea", "Édéa", "Eden", "Edfu", "Œuvre", "Ofen"]),
        ("de", ["Mull", "Müller", "Mullinger", "Straße", "Strassen", "Zürich"]),
        ("sv", ["Anna", "Zoë", "Åsa", "Ärla", "Örjan"]),
        ("fi", ["Outi", "Zoë", "Åke", "Äijä", "Öljy"]),
        ("da", ["Anna", "Oda", "Zoë", "Ærø", "Østen", "Åse"]),
        ("no", ["Anna", "Oda", "Zoë", "Ærø", "Østen", "Åse"]),
        ("pl", ["Adam", "Azor", "Ąsia", "Celina", "Ćwiek", "Lucyna", "Łukasz", "Marta"]),
        ("pl", ["Zofia", "Zygmunt", "Źrebak", "Żaneta"]),
        ("es", ["Nina", "Nuria", "Ñoño", "Oscar"]),
        ("ru", ["Евгений", "Ёлка", "Ефим", "Иван", "Ия", "Йод", "Кирилл"]),
    ],
)
def test_the_order_of_names(language: str, names: Sequence[str]):
    assert sorted(reversed(names), key=lambda name: sort_key(language, name)) == list(names)


def test_a_letter_written_as_two_signs_is_one():
    assert sort_key("sv", "A\u030asa")[0] == sort_key("sv", "Åsa")[0]


@pytest.mark.parametrize("language", ["en", "sv", "pl", "ru"])
def test_lists_of_places_have_it_on_the_kiosk_and_on_phones(language: str):
    words = DeskWords(BOARD, translations(language))
    on_kiosk = [tile.name for tile in places(BOARD, words)]
    on_phones = [place["name"] for place in board(BOARD, words)["places"]]
    for names in (on_kiosk, on_phones):
        some = ["Léopoldville", "Libreville", "Livingstonia", "Luanda", "Moçâmedes", "Mombasa"]
        assert sorted(some, key=names.index) == some


def test_the_ticket_book_has_it():
    """For the terminal, the kiosk and phones."""
    faces = [TicketFace(place, "durban", 7) for place in ("luanda", "leopoldville", "libreville")]
    book, words = TicketBook(tuple(map(BookEntry, faces))), DeskWords(BOARD, translations())
    found = offered(BOARD, book, words.names.order)
    assert [face.start for face in found] == ["leopoldville", "libreville", "luanda"]
