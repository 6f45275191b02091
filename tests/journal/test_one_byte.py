"""A byte that is wrong in an entry costs nothing: what was written there proves itself."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from counts import count, spread
from damage import TwoGames

from companion.journal import Journal
from companion.journal.chain import EntryRow, content
from companion.journal.reader import COLUMNS
from companion.journal.rescue import flipped_bytes
from companion.journal.rescue.salvage import _Pages, _varint, salvage

BYTES = count("ONE_BYTE", 12, 400)


def rows(file: Path) -> dict[int, list[EntryRow]]:
    with closing(sqlite3.connect(file)) as db:
        found: dict[int, list[EntryRow]] = {}
        for game, *row in db.execute(f"SELECT game, {COLUMNS} FROM entries ORDER BY game, seq"):
            found.setdefault(game, []).append(EntryRow(*row))
        return found


def spans(file: Path, seq: int) -> dict[int, tuple[int, int]]:
    """Where the entry of a number lies in the file, by game."""
    pages = _Pages(file)
    found = {}
    for number, page in pages._images:
        for cell in pages.cells_of("entries"):
            if cell.page is page:
                record = pages._record(page, cell.start)
                if record[1] == seq:
                    base = (number - 1) * 4096
                    length, at = _varint(page, cell.start)
                    _, at = _varint(page, at)
                    found[record[0]] = (base + cell.start, base + at + length)
    return found


@pytest.mark.parametrize("seq", [1, 2, 50, 100], ids="entry {}".format)
def test_a_wrong_byte_in_an_entry_costs_none(two_games: TwoGames, scratch: Path, seq: int):
    file = scratch / "log.db"
    file.write_bytes(two_games.data)
    whole, places = rows(file), spans(file, seq)
    dice = random.Random(seq)
    for game, (start, end) in places.items():
        for _ in range(BYTES):
            at = dice.randrange(start, end)
            wrong = dice.choice([byte for byte in range(256) if byte != two_games.data[at]])
            data = bytearray(two_games.data)
            data[at] = wrong
            file.write_bytes(data)
            assert salvage(file).rows == whole, (game, at - start, end - start, wrong)


def test_the_report_says_that_all_is_kept(two_games: TwoGames, scratch: Path):
    file = scratch / "log.db"
    data = bytearray(two_games.data)
    file.write_bytes(data)
    for start, end in spans(file, 1).values():
        data[(start + end) // 2] ^= 1
    file.write_bytes(data)
    with closing(Journal.open(file)) as journal:
        (report,) = journal.reports
        assert all(kept.whole for kept in report.games)
        assert len(report.games) == 2
        assert journal.faulty() == []


def test_a_row_without_its_hash_is_not_searched_sign_by_sign(
    two_games: TwoGames, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    file = scratch / "log.db"
    file.write_bytes(two_games.data)
    row, *_ = rows(file)[1]
    hashed = []
    monkeypatch.setattr(
        flipped_bytes, "content", lambda *given: hashed.append(given) or content(*given)
    )
    lost = row._replace(hash="\0" * 64, at="long ago")
    assert flipped_bytes.repair_row("", [lost], [], lambda page, at: None, 1) is None
    assert hashed == []


def pointers(file: Path) -> dict[int, int]:
    """Where each page of entries tells the places of its rows, and how many bytes that takes."""
    with closing(sqlite3.connect(file)) as db:
        leaves = db.execute(
            "SELECT pageno, ncell FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'"
        ).fetchall()
    return {(number - 1) * 4096 + 8: 2 * rows for number, rows in leaves}


def test_a_wrong_byte_in_the_list_of_a_pages_rows_costs_none(two_games: TwoGames, scratch: Path):
    file = scratch / "log.db"
    file.write_bytes(two_games.data)
    whole, dice = rows(file), random.Random("pointers")
    for start, length in pointers(file).items():
        for at in spread(range(start, start + length), BYTES):
            data = bytearray(two_games.data)
            data[at] ^= dice.randrange(1, 256)
            file.write_bytes(data)
            assert salvage(file).rows == whole, (start, at - start, data[at])
