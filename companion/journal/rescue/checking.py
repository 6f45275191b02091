"""Checks that a log's file and every game in it are as they were written."""

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from companion.journal.disk.files import read_only, refuse_others
from companion.journal.errors import LogDamagedError, LogUnavailableError, translate_sqlite_errors
from companion.journal.reader import Reader

_PAUSE_SECONDS: Final = (
    0.0005  # seconds after each game, so that checking doesn't slow down the kiosk's thread
)


def check_file(path: Path) -> int:
    """Check a file and every game in it; return the number of games.

    Raises:
        LogDamagedError: If anything is damaged.
        LogUnavailableError, NewerLogError: If it can't be read, or a newer program wrote it.
    """
    if not path.is_file():
        raise LogUnavailableError(f"{path}: no such file")
    refuse_others(path)
    with translate_sqlite_errors(), contextlib.closing(read_only(path)) as connection:
        return check_open(connection)


def check_open(connection: sqlite3.Connection) -> int:
    """Like check_file(), for an open connection.

    Raises:
        LogDamagedError: If anything is damaged.
    """
    with (
        translate_sqlite_errors(),
        Reader(Database(connection, execute_plugins=False)).at_one_moment() as reader,
    ):
        found = connection.execute("PRAGMA quick_check").fetchall()
        if found != [("ok",)]:
            raise LogDamagedError(str(found[0][0]))
        return _check_games(reader)


def _check_games(reader: Reader) -> int:
    reader.on_table()
    reader.roster()
    reader.corrections()
    reader.merges()
    reader.hidden()
    games = reader.games()
    for line in games:
        reader.rows(line.uuid)
        time.sleep(_PAUSE_SECONDS)
    return len(games)
