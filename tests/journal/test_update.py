"""A newer program on an older file: copied first, brought up to date whole or not at all.

Every version of the tables that ever was (tests/faults kills it at every step); and the older
program on a newer file, which it leaves as it is.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from damage import STATE
from older import GAME, OLDER, check_updated, make_older, version_of
from program import run
from scripts import random_game, shown
from sqlite_utils import Database

from companion.journal import Journal, LogUnavailableError, NewerLogError, schema
from companion.journal.disk import copying


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in a file of today."""
    file = tmp_path_factory.mktemp("played") / "log.db"
    run(file, *GAME.requests)
    return file


@pytest.mark.parametrize("version", OLDER)
def test_a_file_of_any_version_is_copied_and_then_brought_up_to_date(
    played: Path, scratch: Path, version: int
):
    file = make_older(version, played, scratch / "log.db")
    check_updated(file, version)
    before = sorted((name.name, name.stat().st_mtime_ns) for name in scratch.glob("*.version-*"))
    check_updated(file, version)  # once: what is up to date is not copied
    after = sorted((name.name, name.stat().st_mtime_ns) for name in scratch.glob("*.version-*"))
    assert after == before


def test_a_new_file_and_one_of_today_are_not_copied(played: Path, scratch: Path):
    run(scratch / "log.db", *GAME.requests)
    run(scratch / "log.db", STATE)
    assert not list(scratch.glob("*version*"))


def test_nothing_is_brought_up_to_date_without_its_copy(
    played: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    file = make_older(4, played, scratch / "log.db")

    def full(path: Path, copy: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying, "_copy", full)
    answer = run(file, {"do": "pass"}).answers[0]
    assert answer["ok"]
    assert not answer["saved"]  # the game goes on in memory
    assert version_of(file) == 4
    monkeypatch.undo()
    check_updated(file, 4)


def test_the_copy_is_on_the_disk_before_the_first_table_is_changed(
    played: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    file = make_older(3, played, scratch / "log.db")
    done: list[str] = []
    sync, prepare = os.fsync, schema.prepare

    def synced(number: int) -> None:
        done.append(os.readlink(f"/proc/self/fd/{number}"))
        sync(number)

    def prepared(connection: sqlite3.Connection) -> Database:
        done.append("changed")
        return prepare(connection)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr("companion.journal.disk.files.prepare", prepared)
    Journal.open(file).close()
    before = done[: done.index("changed")]
    assert any(".version-3" in name for name in before)
    assert str(scratch) in before  # its name, too
    assert file.with_name("log.db.version-3").exists()


def test_whoever_went_back_and_on_and_updates_again_has_both_copies(played: Path, scratch: Path):
    file = make_older(5, played, scratch / "log.db")
    run(file, STATE)
    for end in ("", "-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    run(scratch / "other.db", *random_game(5).requests)
    make_older(5, scratch / "other.db", file)
    Journal.open(file).close()
    kept = sorted(name.name for name in scratch.glob("*.version-*"))
    assert kept == ["log.db.version-5", "log.db.version-5-2"]


# --- the other way round ---


def test_an_older_program_leaves_a_newer_file_alone_to_the_byte(played: Path, scratch: Path):
    file = scratch / "log.db"
    run(file, *GAME.requests)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    before = {name: name.read_bytes() for name in scratch.iterdir()}
    with pytest.raises(NewerLogError) as refused:
        Journal.open(file)
    assert (refused.value.path, refused.value.version) == (file, schema.VERSION + 1)
    said = run(file, STATE)
    assert said.code == 2
    assert "newer Stationmaster" in said.err
    assert "Install the newer version again" in said.err
    assert {name: name.read_bytes() for name in before} == before
    beside = {name.name for name in set(scratch.iterdir()) - set(before)}
    assert beside <= {"log.db-wal", "log.db-shm"}  # SQLite's, to read with: nothing is in them
    assert not Path(f"{file}-wal").exists() or not Path(f"{file}-wal").stat().st_size


def test_a_copy_of_a_newer_file_is_not_put_back(played: Path, scratch: Path):
    from companion.journal.disk.restoring import restore_file

    file, newer = scratch / "log.db", scratch / "newer.db"
    run(file, *GAME.requests)
    run(newer, *GAME.requests)
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises((NewerLogError, LogUnavailableError)):
        restore_file(file, newer)
    assert shown(run(file, STATE).answers[0]) == GAME.states[-1]
