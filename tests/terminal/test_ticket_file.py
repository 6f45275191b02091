"""The ticket book as a CSV file, by `python -m companion tickets`. All tickets are samples."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from itertools import combinations
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.game.board.board import standard_board
from companion.game.commands import TicketFace
from companion.game.ticket_book import TicketBook
from companion.journal import Journal
from companion.terminal.ticket_book import TicketFileError, csv_of, read_book
from companion.words import Words, translations

BOARD = standard_board()
NAMES = Words(BOARD, translations()).names
SAMPLE = TicketFace("beira", "luanda", 12)
OTHER = TicketFace("mocambique", "sudan", 7)


def read(text: str | bytes, onto: TicketBook = TicketBook()) -> TicketBook:  # noqa: B008
    return read_book(text.encode() if isinstance(text, str) else text, BOARD, NAMES, onto)


def faults(text: str | bytes, onto: TicketBook = TicketBook()) -> list[tuple[int, str]]:  # noqa: B008
    with pytest.raises(TicketFileError) as caught:
        read(text, onto)
    return [(fault.line, fault.code) for fault in caught.value.faults]


def sample_book(count: int) -> TicketBook:
    book = TicketBook()
    for number, pair in zip(range(count), combinations(sorted(BOARD.places), 2), strict=False):
        book = book.added(BOARD, TicketFace(*pair, 1 + number % 40))
    return book


def test_what_is_written_is_read_again():
    book = sample_book(48)
    assert set(read(csv_of(BOARD, book, NAMES)).faces) == set(book.faces)
    assert csv_of(BOARD, TicketBook(), NAMES) == b"from,to,points\n"
    plain = read("from,to,points\nMocambique,sudan,7")
    assert "Moçambique,Sudan,7" in csv_of(BOARD, plain, NAMES).decode()


@pytest.mark.parametrize(
    "text",
    [
        "from,to,points\nBeira,Luanda,12\nMoçambique,Sudan,7\n",
        "﻿From;To;Points\r\nbeira;LUANDA;12\r\n\r\nmocambique;sudan;7\r\n",
        "from\tto\tpoints\n luanda \tbeira\t 12 \nSudan\tMocambique\t007",
        'from,to,points\n"Beira","Luanda","12"\n"Moçambique",Sudan,7',
    ],
)
def test_spreadsheets_of_all_countries_are_read(text: str):
    assert read(text).faces == (SAMPLE, OTHER)


def test_every_bad_row_is_named_by_line_and_reason():
    text = """from,to,points
Beira,Luanda,12
Atlantis,Luanda,5
Sudan,Sudan,5
Luanda,Beira,3
Sudan,Tchad,41
Sudan,Tchad,0
Sudan,Tchad,-3
Sudan,Tchad,many

Sudan,Tchad
Sudan,Tchad,5,6
Sudan,Tchad,5
"""
    assert faults(text) == [
        *((3, "unknown_place"), (4, "same_place"), (5, "twice"), (6, "points"), (7, "points")),
        *((8, "no_number"), (9, "no_number"), (11, "columns"), (12, "columns")),
    ]


def test_what_the_book_has_otherwise_is_a_fault_and_what_it_has_alike_is_not():
    book = TicketBook().added(BOARD, SAMPLE)
    assert read("from,to,points\nLuanda,Beira,12\n", book) == book
    assert faults("from,to,points\nLuanda,Beira,13\n", book) == [(2, "duplicate")]


def test_more_than_48_are_too_many():
    rows = csv_of(BOARD, sample_book(48), NAMES).decode()
    extra = "Zomba,Windhoek,5\nZomba,Ujiji,5\n"
    assert faults(rows + extra) == [(50, "full"), (51, "full")]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", (1, "heading")),
        (b"Beira,Luanda,12\n", (1, "heading")),
        (b"to,from,points\n", (1, "heading")),
        (b'from,to,points\nBeira,"Luanda,12\n', (2, "no_csv")),
        (b"from,to,points\nBeira,Luanda,12\nMo\xe7ambique,Sudan,7\n", (3, "no_text")),
        (b"from,to,points\nBeira,Lu\0anda,12\n", (2, "no_text")),
        (b"from,to,points\nBeira," + b"L" * 200_000 + b",12\n", (2, "no_csv")),
        (b"x" * 1_000_001, (0, "too_large")),
    ],
)
def test_a_file_that_is_none(data: bytes, fault: tuple[int, str]):
    assert faults(data) == [fault]


def test_a_value_of_thousands_of_digits_is_a_wrong_value():
    assert faults(f"from,to,points\nBeira,Luanda,{'9' * 5000}\n") == [(2, "points")]


def test_spoilt_files_by_the_hundred_are_read_whole_or_not_at_all():
    chance = random.Random(48)
    good = csv_of(BOARD, sample_book(20), NAMES)
    taken = 0
    for _ in range(600):
        data = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(data))
            data[at : at + chance.randint(0, 3)] = bytes(chance.choices(b'\0,;"\n\xff7Ax', k=2))
        try:
            book = read(bytes(data))
        except TicketFileError:
            continue
        taken += 1
        assert len(book.faces) == len({frozenset((f.start, f.end)) for f in book.faces})
        assert all(1 <= face.points <= 40 for face in book.faces)
    assert taken < 300


# --- the command ------------------------------------------------------------------------------


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def tickets(db: Path, *arguments: str | Path) -> int:
    return main(["tickets", "--db", str(db), *map(str, arguments)])


def stored(db: Path) -> Sequence[TicketFace]:
    with closing(Journal.view(db)) as journal:
        return journal.tickets().faces


def test_import_list_export(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file, copy = tmp_path / "deck.csv", tmp_path / "copy.csv"
    file.write_text("from,to,points\nBeira,Luanda,12\nMoçambique,Sudan,7\n", "utf-8")
    assert tickets(db, "list") == 0
    assert "No tickets yet" in capsys.readouterr().out
    assert tickets(db, "import", file) == 0
    assert "2 new tickets; the book now has 2." in capsys.readouterr().out
    assert tickets(db, "import", file) == 0
    assert "0 new tickets; the book now has 2." in capsys.readouterr().out
    assert tickets(db, "list") == 0
    assert "Beira - Luanda" in capsys.readouterr().out
    assert tickets(db, "export", copy) == 0
    assert copy.read_bytes() == file.read_bytes()


def test_nothing_of_a_bad_file_is_imported(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "deck.csv"
    file.write_text("from,to,points\nBeira,Luanda,12\n", "utf-8")
    tickets(db, "import", file)
    file.write_text("from,to,points\nSudan,Tchad,5\nSudan,Atlantis,5\nSudan,Zomba,50\n", "utf-8")
    capsys.readouterr()
    assert tickets(db, "import", file) == 1
    said = capsys.readouterr().out
    assert "nothing was imported" in said
    assert "line 3: Atlantis isn't a place on the board" in said
    assert "line 4: a ticket is worth 1 to 40, not 50" in said
    assert stored(db) == (SAMPLE,)


def test_a_file_may_replace_the_book(db: Path, tmp_path: Path):
    file = tmp_path / "deck.csv"
    file.write_text("from,to,points\nBeira,Luanda,12\nMoçambique,Sudan,7\n", "utf-8")
    tickets(db, "import", file)
    file.write_text("from,to,points\nBeira,Luanda,13\n", "utf-8")
    assert tickets(db, "import", file) == 1
    assert tickets(db, "import", "--replace", file) == 0
    assert stored(db) == (TicketFace("beira", "luanda", 13),)


def test_files_in_the_way_are_named(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert tickets(db, "import", tmp_path / "missing.csv") == 1
    assert "missing.csv: No such file" in capsys.readouterr().out
    assert tickets(db, "export", tmp_path / "nowhere" / "deck.csv") == 1
    assert "deck.csv: No such file" in capsys.readouterr().out
    with closing(Journal.open(db)):
        file = tmp_path / "deck.csv"
        file.write_text("from,to,points\nBeira,Luanda,12\n", "utf-8")
        assert tickets(db, "import", file) == 2
    assert "Close it first" in capsys.readouterr().err
