"""A file of before there was a history: its games are summarised when someone asks."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from evenings import Group
from recount import Recount
from sqlite_utils import Database
from test_statistics import check

from companion.journal import Journal, schema

LOG = ("players", "boards", "games", "seats", "entries", "desk")


def as_it_was_before(file: Path, old: Path) -> None:
    """The same games in a file of the version before."""
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        schema.migrations.apply(Database(db), stop_before="4 history")
        db.execute("ATTACH ? AS present", [str(file)])
        for table in LOG:
            db.execute(f"INSERT INTO {table} SELECT * FROM present.{table}")


def test_an_old_file_has_a_history_too(group: Group):
    for _ in range(6):
        group.random_game()
    group.close()
    old = group.file.with_name("old.db")
    as_it_was_before(group.file, old)
    viewed = Journal.view(old)
    assert len(viewed.games()) == 6  # to read, nothing need be migrated
    viewed.close()
    group.file = old
    group.open()
    assert group.history.pending == 6
    check(group.history, Recount(group.journal))
    assert group.journal.faulty() == []
    assert not group.journal.reports


def test_an_append_writes_no_summary(group: Group):
    """It stays one transaction with one row; summaries are made when someone asks."""
    group.play()
    assert group.journal.select("SELECT COUNT(*) FROM results") == [(0,)]
    assert group.history.pending == 1
    group.history.records()
    assert group.journal.select("SELECT COUNT(*) FROM results") == [(1,)]
    group.sit_down(("Anna", "Ben"))
    assert group.history.pending == 1
