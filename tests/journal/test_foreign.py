"""Another program's file is left alone, and so is one that brings along what would run in ours."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from damage import STATE
from program import run, run_process
from scripts import random_game, shown

from companion.history.backups import Backups
from companion.journal import ForeignLogError, Journal, LogRefusedError
from companion.journal.disk.files import connect, read_only
from companion.journal.disk.restoring import restore_file
from companion.journal.rescue.checking import check_file

GAME = random_game(20)


@pytest.fixture
def played(db: Path) -> Path:
    run(db, *GAME.requests)
    return db


def change(db: Path, *statements: str) -> None:
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        for statement in statements:
            other.execute(statement)


FOREIGN = {
    "a shopping list": ("CREATE TABLE shopping (item)",),
    "tables named as ours": (
        "CREATE TABLE games (id INTEGER PRIMARY KEY, title TEXT)",
        "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE TABLE entries (id INTEGER PRIMARY KEY, text TEXT)",
    ),
    "one of our version": ("CREATE TABLE notes (text)", "PRAGMA user_version = 3"),
    "one of a high version": ("CREATE TABLE notes (text)", "PRAGMA user_version = 300"),
    "one with its own mark": ("PRAGMA application_id = 252006673",),
    "one in WAL mode": ("PRAGMA journal_mode = WAL", "CREATE TABLE notes (text)"),
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_another_programs_database_is_refused_and_left_as_it_was(
    db: Path, statements: tuple[str, ...]
):
    change(db, *statements)
    db.chmod(0o644)
    before = db.read_bytes()
    refused = run_process(db, *GAME.requests)
    assert (refused.code, refused.answers) == (2, [])
    assert refused.err.splitlines() == [
        f"{db} belongs to another program. It wasn't changed.",
        "Move it somewhere else, or keep your games in another file.",
    ]
    assert db.read_bytes() == before
    assert db.stat().st_mode & 0o777 == 0o644
    assert not list(db.parent.glob("*damaged*"))
    with pytest.raises(ForeignLogError):
        Journal.view(db).games()


STRANGE = {
    "a trigger": "CREATE TRIGGER spy AFTER INSERT ON entries BEGIN SELECT 1; END",
    "a view": "CREATE VIEW spy AS SELECT * FROM players",
    "a trigger on a cache": "CREATE TRIGGER spy AFTER DELETE ON results BEGIN SELECT 1; END",
    "a table of functions": "CREATE VIRTUAL TABLE spy USING fts5(words)",
}


@pytest.mark.parametrize("statement", STRANGE.values(), ids=STRANGE)
def test_triggers_and_views_that_are_not_ours_are_refused(played: Path, statement: str):
    change(played, statement)
    before = played.read_bytes()
    refused = run_process(played, STATE)
    assert (refused.code, refused.answers) == (2, [])
    assert f"{played} has triggers or views that Stationmaster didn't make (spy)" in refused.err
    assert played.read_bytes() == before
    for opened in (Journal.open, Journal.view):
        with pytest.raises(ForeignLogError):
            opened(played)
    change(played, f"DROP {statement.split()[1].replace('VIRTUAL', 'TABLE')} spy")
    assert shown(run(played, STATE).answers[0]) == GAME.states[-1]


def test_a_trigger_that_passes_for_a_table_is_not_kept(played: Path):
    change(played, STRANGE["a trigger"])
    with closing(sqlite3.connect(played, isolation_level=None)) as other:
        other.execute("PRAGMA writable_schema = ON")
        other.execute("UPDATE sqlite_schema SET type = 'table' WHERE name = 'spy'")
    assert shown(run(played, STATE).answers[0]) == GAME.states[-1]
    with closing(sqlite3.connect(played)) as db:
        names = db.execute("SELECT name FROM sqlite_schema WHERE sql LIKE '%spy%'").fetchall()
        assert names == []


def test_a_backup_with_a_trigger_is_not_restored(played: Path):
    backup = Backups(played).make()
    change(backup.file, STRANGE["a trigger"])
    with pytest.raises(LogRefusedError):
        check_file(backup.file)
    with pytest.raises(LogRefusedError):
        restore_file(played, backup.file)
    assert shown(run(played, STATE).answers[0]) == GAME.states[-1]


def test_a_trigger_of_ours_that_was_changed_is_made_anew(played: Path):
    sql = "CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN SELECT 1; END"
    change(played, "DROP TRIGGER entries_no_update", sql)
    opened = run(played, STATE)
    assert shown(opened.answers[0]) == GAME.states[-1]
    assert "The log was damaged" in opened.err
    with closing(sqlite3.connect(played)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE entries SET at = ''")


def test_no_connection_trusts_what_a_file_brings_along(played: Path):
    for connected in (connect(played), read_only(played), read_only(played, alone=True)):
        with closing(connected) as connection:
            assert connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
