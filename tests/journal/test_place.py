"""A file that is moved, removed, cut or replaced under a running program loses nothing saved."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from blows import BLOWS, LINKS, remove_all
from damage import LOG, STATE
from program import Process, run, run_process
from scripts import ONE_MORE, Json, random_game, shown, told

from companion.journal.disk.restoring import create_empty

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
@pytest.mark.parametrize("blow", [*BLOWS.values(), *LINKS.values()], ids=[*BLOWS, *LINKS])
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


@pytest.mark.parametrize("blow", LINKS.values(), ids=LINKS.keys())
def test_a_file_that_a_link_leads_to_is_written_to_from_then_on(
    db: Path, blow: Callable[[Path], object]
):
    run(db, *OTHER.requests)
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        blow(db)
        assert process.ask(GAME.requests[BEFORE])["saved"]
        assert not list(db.parent.glob("log.db-*")) or not db.is_symlink()
        assert run(db, STATE).code == 2  # nobody else writes to it meanwhile
        assert run(db.resolve(), STATE).code == 2
        assert process.ask(GAME.requests[BEFORE + 1])["saved"]
    assert seqs(db.resolve()) == [len(OTHER), BEFORE + 2]


@pytest.mark.parametrize("blow", LINKS.values(), ids=LINKS.keys())
def test_killed_before_it_could_notice_the_link_it_has_lost_nothing(
    db: Path, blow: Callable[[Path], object]
):
    run(db, *OTHER.requests)
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        blow(db)
    opened = run(db, STATE, LOG, {"do": "games"})
    assert opened.err == ""
    assert shown(opened.answers[0]) == GAME.states[BEFORE]
    assert told(opened.answers[1]) == GAME.logs[BEFORE]
    assert [game["seq"] for game in opened.answers[2]["games"]] == [len(OTHER), BEFORE]
    assert not [*db.parent.glob("*-wal*"), *db.parent.glob("*.trial*")]


def test_the_first_game_of_a_file_is_found_beside_the_link(db: Path):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        LINKS["file moved to another disk, link left"](db)
    assert seqs(db) == [BEFORE]


def test_a_log_beside_a_link_that_is_not_of_its_file_is_kept_and_said(db: Path, tmp_path: Path):
    stick = tmp_path / "stick.db"
    run(stick, *OTHER.requests)
    run(db, *GAME.requests[:BEFORE])
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[BEFORE:AFTER])))
    log = Path(f"{db}-wal").read_bytes()
    db.unlink()
    db.symlink_to(stick)
    opened = run_process(db, STATE)
    assert shown(opened.answers[0]) == OTHER.states[-1]
    assert opened.err.splitlines()[0] == f"{stick}-wal is gone: the last turns may be missing."
    assert Path(f"{db}-wal.left-1").read_bytes() == log
    assert run_process(db, STATE).err == ""


def test_a_log_beside_a_link_is_left_alone_while_its_program_runs(db: Path):
    run(db, *OTHER.requests)
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        LINKS["file moved to another disk, link left"](db)
        assert run(db, STATE).code == 2
        assert process.ask(GAME.requests[BEFORE])["saved"]
    assert seqs(db) == [len(OTHER), BEFORE + 1]


def test_a_link_to_nothing_or_to_another_programs_file_is_left_alone(db: Path):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        away = db.parent / "stick"
        db.unlink()
        for content in (None, b"a list of things to buy\n"):
            db.symlink_to(away)
            if content is not None:
                away.write_bytes(content)
            assert not process.ask(ONE_MORE)["saved"]
            assert db.is_symlink()
            assert content is None or away.read_bytes() == content
            assert away.exists() == (content is not None)
            db.unlink()
        assert process.ask(ONE_MORE)["saved"]
    assert seqs(db) == [BEFORE + 3]


def test_a_file_that_was_a_link_from_the_beginning_is_written_to(db: Path):
    stick = db.parent / "stick.db"
    create_empty(stick)
    db.symlink_to(stick)
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        assert db.is_symlink()
    assert seqs(stick) == [BEFORE]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, partial(os.symlink, "/dev/zero")])
def test_what_is_no_file_in_its_place_stops_nothing_and_is_left_alone(
    db: Path, end: str, make: Callable[[str], None]
):
    special = Path(f"{db}{end}")
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        special.rename(db.parent / "away")
        make(str(special))
        answers = [process.ask(ONE_MORE) for _ in range(2)]
        assert all(answer["ok"] for answer in answers)
        assert not special.is_file()
        assert process.ask({"do": "games"})["ok"]
        special.rmdir() if special.is_dir() else special.unlink()
        assert process.ask(ONE_MORE)["saved"]
        assert process.end().code == 0
    assert seqs(db) == [BEFORE + 3]


@pytest.mark.timeout(60)
def test_a_fifo_in_its_place_does_not_keep_the_program_from_ending(db: Path):
    with Process(db) as process:
        assert all(saved(process.ask_all(GAME.requests[:BEFORE])))
        db.unlink()
        os.mkfifo(db)
        assert process.end().code == 1  # what it has is nowhere under the name, and it says so


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
    with Process(db) as process:
        process.ask(STATE)
        with closing(sqlite3.connect(db)) as other:
            other.execute(
                f"CREATE TRIGGER t BEFORE INSERT ON {table} BEGIN SELECT RAISE(IGNORE); END"
            )
        new = {**GAME.requests[0], "players": [*GAME.requests[0]["players"]]}
        new["players"][0] = {**new["players"][0], "name": "Newcomer"}
        assert not process.ask(new)["saved"]
