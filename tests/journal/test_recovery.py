"""A damaged log gives up all its games, and a recovery cut short at any step loses nothing."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

import pytest
from damage import LOG, STATE
from program import run
from scripts import (
    LONG_WHY,
    PLAYERS,
    Json,
    Script,
    dumped,
    finished_game,
    random_game,
    shown,
    told,
)

from companion.game.board.board import standard_board
from companion.journal import Journal
from companion.journal import store as store_module
from companion.journal.rescue.salvage import salvage
from companion.protocol import Conversation
from companion.referee import Referee

PAGE = 4096


class Evenings:
    """A file with thousands of entries in many games, some rows longer than a page."""

    def __init__(self, folder: Path) -> None:
        path = Path(mkdtemp(dir=folder)) / "evenings.db"  # none that a test before has left
        scripts = [random_game(150, seed % 3) for seed in range(13)] + [finished_game()]
        self.games: dict[str, Script] = {}
        for script in scripts:
            answers = run(path, *script.requests).answers
            self.games[answers[-1]["game"]] = script
        self.data = path.read_bytes()

    def check(self, path: Path) -> None:
        """Every game is there, entry for entry."""
        opened = run(path, STATE, {"do": "games"})
        assert "The log was damaged" in opened.err
        assert "lost" not in opened.err
        state, listed = opened.answers
        assert state["game"] == list(self.games)[-1]
        assert [line["game"] for line in listed["games"]] == list(self.games)
        for game, script in self.games.items():
            resumed = run(path, {"do": "resume", "game": game}, STATE, LOG)
            assert shown(resumed.answers[1]) == script.states[-1]
            assert told(resumed.answers[2]) == script.logs[-1]


@pytest.fixture(scope="module")
def evenings(quick: Path) -> Evenings:
    return Evenings(quick)


def without_first_page(data: bytes) -> bytes:
    return bytes(PAGE) + data[PAGE:]


def with_garbage_for_schema(data: bytes) -> bytes:
    """The header is whole, the list of tables behind it is not."""
    return data[:100] + random.Random(1).randbytes(PAGE - 100) + data[PAGE:]


def without_inner_pages(data: bytes) -> bytes:
    """Everything that says where things are is gone: indexes and inner pages of tables."""
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    return b"".join(page if page[0] in (0x0D, 0x00) else bytes(PAGE) for page in pages)


@pytest.mark.parametrize("harm", [without_first_page, with_garbage_for_schema, without_inner_pages])
def test_every_game_is_recovered_where_only_the_way_to_it_is_lost(
    evenings: Evenings, scratch: Path, harm
):
    path = scratch / "log.db"
    path.write_bytes(harm(evenings.data))
    evenings.check(path)


def test_the_file_to_be_recovered_has_thousands_of_rows_and_some_longer_than_a_page(
    evenings: Evenings, scratch: Path
):
    path = scratch / "log.db"
    path.write_bytes(without_first_page(evenings.data))
    rows = [row for rows in salvage(path).rows.values() for row in rows]
    assert len(rows) == sum(len(script) for script in evenings.games.values()) > 1800
    assert any(json.dumps(LONG_WHY) in row.request for row in rows)


def test_a_ring_of_overflow_pages_is_not_followed_for_ever(scratch: Path):
    length, local = 489 + 4092 * 2**40, 489  # SQLite's arithmetic for a row that overflows
    varint = bytes(0x80 | length >> shift & 0x7F for shift in range(49, 0, -7))
    leaf = bytearray(PAGE)
    leaf[:10] = bytes((0x0D, 0, 0, 0, 1, 0, 0, 0, 0, 100))  # one row, at 100
    leaf[100:109] = varint + bytes((length & 0x7F, 1))
    leaf[109 + local : 113 + local] = (3).to_bytes(4)
    ring = (3).to_bytes(4).ljust(PAGE, b"\1")
    path = scratch / "log.db"
    path.write_bytes(bytes(PAGE) + leaf + ring)
    assert salvage(path).rows == {}


def test_rows_of_another_table_are_not_taken_for_the_logs_because_they_look_alike(
    evenings: Evenings, scratch: Path
):
    path = scratch / "log.db"
    path.write_bytes(evenings.data)
    before = salvage(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE notes (one INTEGER PRIMARY KEY, text TEXT)")
        db.execute("INSERT INTO notes VALUES (1, 'looks like what is on the table')")
        db.execute("CREATE TABLE lists (n INTEGER PRIMARY KEY, a, b, c, d, m INTEGER, e, f)")
        db.execute("INSERT INTO lists VALUES (1, '', '', '', '', 100000, '', '')")
    found = salvage(path)
    assert found.on_table == before.on_table
    assert found.lengths == before.lengths
    path.write_bytes(without_first_page(path.read_bytes()))  # then looks are all there is
    assert salvage(path).lengths[1] == 100000
    assert salvage(path).rows == before.rows


# --- damage that shows while a game is on ---


def play(conversation: Conversation, requests: tuple[Json, ...]) -> list[bool]:
    return [conversation.answer(dumped(request))["saved"] for request in requests]


def test_damage_found_in_the_midst_of_a_game_costs_none_of_it(
    db: Path, monkeypatch: pytest.MonkeyPatch
):
    game = random_game(30)
    run(db, *random_game(12, 4, PLAYERS[:2]).requests)
    real = store_module.write_all

    def fail_once(*arguments: object) -> None:
        monkeypatch.setattr(store_module, "write_all", real)
        size = db.stat().st_size
        db.write_bytes(bytes(size))
        Path(f"{db}-wal").write_bytes(b"")
        raise sqlite3.DatabaseError("database disk image is malformed")

    with closing(Journal.open(db)) as journal:
        conversation = Conversation(Referee(journal, standard_board()))
        assert all(play(conversation, game.requests[:20]))
        monkeypatch.setattr(store_module, "write_all", fail_once)
        assert all(play(conversation, game.requests[20:]))
        assert len(journal.reports) == 1
    opened = run(db, STATE, LOG)
    assert opened.err == ""
    assert shown(opened.answers[0]) == game.states[-1]
    assert told(opened.answers[1]) == game.logs[-1]
