"""A file that is moved, removed, cut or replaced under a running program loses nothing saved."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from blows import BLOWS, remove_all
from damage import LOG, STATE
from program import Process, run
from scripts import Json, random_game, shown, told

GAME = random_game(40)
OTHER = random_game(12, seed=7)
BEFORE, AFTER = 20, 26


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path / "games" / "log.db"


def saved(answers: list[Json]) -> list[bool]:
    return [answer["saved"] for answer in answers]


def seqs(db: Path) -> list[int]:
    (answer,) = run(db, {"do": "games"}).answers
    return [game["seq"] for game in answer["games"]]


@pytest.mark.parametrize("ends", ["killed", "ended at once"])
@pytest.mark.parametrize("blow", BLOWS.values(), ids=BLOWS.keys())
def test_what_is_said_to_be_saved_is_in_the_file_under_its_name(
    db: Path, blow: Callable[[Path], object], ends: str
):
    run(db, *OTHER.requests)
    shutil.copyfile(db, f"{db}.before")
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        blow(db)
        entries = AFTER if ends == "killed" else BEFORE
        answers = process.ask_all(GAME.requests[BEFORE:entries])
        assert saved(answers) == [True] * (entries - BEFORE)
        if ends != "killed":
            assert process.end().code == 0
    opened = run(db, STATE, LOG)
    assert opened.err == ""
    assert shown(opened.answers[0]) == GAME.states[entries]
    assert told(opened.answers[1]) == GAME.logs[entries]


@pytest.mark.parametrize(
    "blow", ["file removed", "file renamed", "everything removed", "wal removed", "folder renamed"]
)
def test_earlier_games_stay_in_the_file_as_well(db: Path, blow: str):
    run(db, *OTHER.requests)
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        BLOWS[blow](db)
        assert process.ask(GAME.requests[BEFORE])["saved"]
    assert seqs(db) == [len(OTHER), BEFORE + 1]


def test_a_strange_file_under_the_name_is_left_alone_until_it_goes(db: Path):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        for content in (b"a list of things to buy\n", b"", b"SQLite format 3\0" + bytes(9000)):
            db.unlink()
            db.write_bytes(content)
            strange = process.ask({"do": "adjust", "discards": {"desert": 0}, "why": "one more"})
            assert not strange["saved"]
            assert db.read_bytes() == content
            assert not list(db.parent.glob("*damaged*"))
            db.unlink()
            assert process.ask({"do": "undo"})["saved"]
    assert seqs(db) == [BEFORE + 6]


def test_another_programs_database_under_the_name_gets_no_table_of_ours(db: Path):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        remove_all(db)
        with closing(sqlite3.connect(db)) as other:
            other.execute("CREATE TABLE shopping (item)")
        assert not process.ask(GAME.requests[BEFORE])["saved"]
        with closing(sqlite3.connect(db)) as other:
            assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("shopping",)]


def test_a_new_folder_in_use_by_another_program_is_not_written_to(db: Path):
    with Process(db) as first:
        first.ask_all(GAME.requests[:BEFORE])
        shutil.rmtree(db.parent)
        with Process(db) as second:
            assert second.ask(OTHER.requests[0])["saved"]
            assert not first.ask(GAME.requests[BEFORE])["saved"]
            assert second.ask(OTHER.requests[1])["saved"]
        assert first.ask(GAME.requests[BEFORE + 1])["saved"]
    assert seqs(db) == [2, BEFORE + 2]


TRIGGERS = {
    "ignored": "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT RAISE(IGNORE); END",
    "deleted": "DROP TRIGGER entries_no_delete; CREATE TRIGGER t AFTER INSERT ON entries"
    " BEGIN DELETE FROM entries WHERE seq = NEW.seq; END",
    "changed": "DROP TRIGGER entries_no_update; CREATE TRIGGER t AFTER INSERT ON entries"
    " BEGIN UPDATE entries SET at = '' WHERE seq = NEW.seq; END",
    "head changed": "CREATE TRIGGER t AFTER INSERT ON entries"
    " BEGIN UPDATE games SET seq = 1 WHERE number = NEW.game; END",
}


@pytest.mark.parametrize("trigger", TRIGGERS.values(), ids=TRIGGERS.keys())
def test_an_entry_that_a_trigger_swallows_is_not_said_to_be_saved(db: Path, trigger: str):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        with closing(sqlite3.connect(db)) as other:
            other.executescript(trigger)
        assert saved(process.ask_all(GAME.requests[BEFORE:AFTER])) == [False] * (AFTER - BEFORE)
        with closing(sqlite3.connect(db)) as other:
            other.execute("DROP TRIGGER t")
        assert process.ask(GAME.requests[AFTER])["saved"]
    assert seqs(db) == [AFTER + 1]


@pytest.mark.parametrize("table", ["games", "seats", "players", "desk"])
def test_a_game_whose_beginning_a_trigger_swallows_is_not_said_to_be_saved(db: Path, table: str):
    run(db, *OTHER.requests)
    with closing(sqlite3.connect(db)) as other:
        other.execute(f"CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(IGNORE); END")
    with Process(db) as process:
        new = {**GAME.requests[0], "players": [*GAME.requests[0]["players"]]}
        new["players"][0] = {**new["players"][0], "name": "Newcomer"}
        assert not process.ask(new)["saved"]
