"""The tables: made step by step, append-only, and left alone where a newer program made them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from damage import STATE
from program import run, run_process
from scripts import random_game, shown
from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.journal import Journal, NewerLogError, schema, store
from companion.journal.disk import copying, file_identity, files

GAME = random_game(20)


@pytest.fixture
def played(db: Path) -> Path:
    run(db, *GAME.requests)
    return db


def connect(db: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(db, isolation_level=None))


def content(db: Path) -> list[str]:
    with connect(db) as connection:
        return [*connection.iterdump(), str(schema.version_of(connection))]


def test_a_newer_log_is_refused_and_left_untouched(played: Path):
    with connect(played) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = played.read_bytes()
    refused = run_process(played, STATE)
    assert (refused.code, refused.answers) == (2, [])
    assert played.name in refused.err
    assert "Traceback" not in refused.err
    assert played.read_bytes() == before
    with pytest.raises(NewerLogError):
        Journal.view(played)


def test_a_newer_log_is_known_by_what_is_only_beside_it_yet(played: Path, tmp_path: Path):
    copy = tmp_path / "copy.db"
    with connect(played) as connection:
        connection.execute("PRAGMA user_version = 99")
        for end in ("", "-wal"):
            shutil.copy(f"{played}{end}", f"{copy}{end}")
    before = [Path(f"{copy}{end}").read_bytes() for end in ("", "-wal")]
    assert int.from_bytes(before[0][60:64]) == schema.VERSION
    assert run(copy, STATE).code == 2
    assert [Path(f"{copy}{end}").read_bytes() for end in ("", "-wal")] == before


@pytest.mark.parametrize("table", ["entries", "seats", "boards"])
@pytest.mark.parametrize("change", ["DELETE FROM {table}", "UPDATE {table} SET rowid = rowid + 1"])
def test_nothing_in_the_log_can_be_updated_or_deleted(played: Path, table: str, change: str):
    with connect(played) as connection, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(change.format(table=table))


def test_every_commit_of_the_writer_is_durable(db: Path):
    file = store.Store(db)
    with closing(file):
        file.open()
        assert file._db is not None
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "page_size")
        found = [file._db.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in pragmas]
    assert found == ["wal", 2, 1, schema.PAGE_SIZE]


@pytest.mark.parametrize("there", [False, True], ids=["no file", "an empty file"])
def test_an_empty_log_is_brought_to_the_present_version(db: Path, there: bool):
    if there:
        db.touch()
    assert run(db, STATE).err == ""
    with connect(db) as connection:
        assert schema.version_of(connection) == schema.VERSION
        applied = schema.migrations.applied(Database(connection))
    steps = [int(step.name.split()[0]) for step in applied]
    assert steps == list(range(1, schema.VERSION + 1))


def test_opening_again_migrates_nothing(played: Path):
    before = content(played)
    run(played, STATE)
    assert content(played) == before


def test_a_file_made_halfway_is_finished(db: Path):
    with connect(db) as connection:
        schema.migrations.ensure_migrations_table(Database(connection))
    assert all(answer["saved"] for answer in run(db, *GAME.requests).answers)


@pytest.fixture
def failing_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version of the program, whose next migration fails in its midst."""
    later = Migrations("stationmaster")
    with closing(Database(memory=True)) as empty:
        for step in schema.migrations.pending(empty):
            later(name=step.name)(step.fn)

    @later(name="a step that fails")
    def _(db: Database) -> None:
        db.execute("CREATE TABLE half_done (id INTEGER PRIMARY KEY)")
        db.execute("ALTER TABLE games ADD COLUMN half_done TEXT")
        db.execute("INSERT INTO no_such_table VALUES (1)")

    monkeypatch.setattr(schema, "migrations", later)
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    for module in (copying, files, file_identity):
        monkeypatch.setattr(module, "VERSION", schema.VERSION)


def test_a_migration_that_fails_leaves_the_log_as_it_was(
    played: Path, failing_step: None, monkeypatch: pytest.MonkeyPatch
):
    before = content(played)
    failed = run(played, STATE)
    assert (failed.code, failed.answers) == (2, [])
    assert played.name in failed.err
    assert content(played) == before
    monkeypatch.undo()
    assert shown(run(played, STATE).answers[0]) == GAME.states[-1]


def test_a_log_of_the_first_version_goes_on(db: Path):
    """As it was before routes could be corrected."""
    with connect(db) as connection:
        first = Database(connection)
        schema.migrations.apply(first, stop_before="2 routes that are printed otherwise")
        assert "corrections" not in first.table_names()
    assert all(answer["saved"] for answer in run(db, *GAME.requests).answers)
    with connect(db) as connection:
        assert schema.version_of(connection) == schema.VERSION
