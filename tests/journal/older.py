"""Files as earlier versions of the program wrote them, and a plug that is pulled at any step."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from damage import STATE
from program import run
from scripts import random_game, shown
from sqlite_utils import Database

from companion.journal import Journal, schema
from companion.journal.rescue.checking import check_file

GAME = random_game(12)
LOG = ("players", "boards", "games", "seats", "entries", "desk")
OLDER = range(1, schema.VERSION)


def names() -> list[str]:
    with closing(Database(memory=True)) as empty:
        return [step.name for step in schema.migrations.pending(empty)]


def make_older(version: int, played: Path, old: Path) -> Path:
    """The same game as an earlier program wrote it: its tables, in its order."""
    with closing(sqlite3.connect(old, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        db.execute("PRAGMA journal_mode = WAL")
        schema.migrations.apply(Database(db), stop_before=names()[version])
        db.execute("ATTACH ? AS present", [str(played)])
        for table in LOG:
            db.execute(f"INSERT INTO {table} SELECT * FROM present.{table}")
        assert schema.version_of(db) == version
    return old


def version_of(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return schema.version_of(db)


def check_updated(file: Path, version: int) -> None:
    """Everything is there, as it was, of today's version; and a copy of the older file."""
    assert shown(run(file, STATE).answers[0]) == GAME.states[-1]
    assert version_of(file) == schema.VERSION
    with closing(Journal.open(file)) as journal:
        assert journal.faulty() == []
        assert journal.faults() == []
        assert not journal.reports
    kept = file.with_name(f"{file.name}.version-{version}")
    assert version_of(kept) == version
    assert check_file(kept) == 1
    assert kept.stat().st_mode & 0o777 == 0o600
    beside = {name.name.removeprefix(file.name) for name in file.parent.iterdir()}
    assert beside - {"-wal", "-shm"} == {"", ".lock", f".version-{version}"}


class Plug:
    """Ends this process at a step: a statement of SQL, or a file opened, renamed or removed."""

    STEPS = ("open", "os.rename", "os.remove", "os.link", "os.truncate")

    def __init__(self, step: int) -> None:
        self.left = step

    def set(self) -> None:
        """From now on every step counts, in this process and for good."""
        sys.addaudithook(lambda event, arguments: self._count() if event in self.STEPS else None)
        connect = sqlite3.connect

        def traced(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection = connect(*arguments, **options)
            connection.set_trace_callback(self._count)
            return connection

        sqlite3.connect = traced

    def _count(self, *args: object) -> None:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def update_until(step: int, file: Path) -> bool:
    """Open a file in a process that is killed at a step; whether it came to that."""
    child = os.fork()
    if not child:
        try:
            Plug(step).set()
            Journal.open(file).close()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def steps_of(file: Path) -> int:
    """How many steps there are until a file is up to date."""
    told, tells = os.pipe()
    child = os.fork()
    if not child:
        try:
            plug = Plug(0)
            plug.set()
            Journal.open(file).close()
            os.write(tells, str(-plug.left).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(tells)
    with open(told) as answer:
        return int(answer.read())
