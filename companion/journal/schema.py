"""The tables of the log and how they came about: one migration per version, never edited."""

import sqlite3

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

VERSION = 2
PAGE_SIZE = 4096  # fixed, so that salvage can read pages whose header is gone

migrations = Migrations("stationmaster")


@migrations(name="1 games, their entries and their players")
def _version_1(db: Database) -> None:
    for statement in _VERSION_1:
        db.execute(statement)
    db.execute("PRAGMA user_version = 1")


_VERSION_1 = (
    """CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        seal TEXT NOT NULL)""",
    """CREATE TABLE boards (
        fingerprint TEXT PRIMARY KEY,
        data TEXT NOT NULL)""",
    # seq, phase and hash are those of the game's last entry: a log cut short shows against them.
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        uuid TEXT NOT NULL UNIQUE,
        started TEXT NOT NULL,
        board TEXT NOT NULL REFERENCES boards,
        rules TEXT NOT NULL,
        seq INTEGER NOT NULL,
        phase TEXT NOT NULL,
        hash TEXT NOT NULL)""",
    """CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL REFERENCES players,
        color TEXT NOT NULL,
        PRIMARY KEY (game, seat))""",
    """CREATE TABLE entries (
        game INTEGER NOT NULL REFERENCES games,
        seq INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        seat INTEGER,
        verb TEXT NOT NULL,
        request TEXT NOT NULL,
        rule TEXT,
        phase TEXT NOT NULL,
        did TEXT NOT NULL,
        at TEXT NOT NULL,
        played_ms INTEGER NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (game, seq))""",
    # Which game is on the table: one row at most.
    """CREATE TABLE desk (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        game TEXT NOT NULL REFERENCES games (uuid))""",
    *(
        f"""CREATE TRIGGER {table}_no_{action} BEFORE {action} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END"""
        for table in ("entries", "seats", "boards")
        for action in ("update", "delete")
    ),
)


@migrations(name="2 routes that are printed otherwise")
def _version_2(db: Database) -> None:
    db.execute("CREATE TABLE corrections (route TEXT PRIMARY KEY, data TEXT NOT NULL, seal TEXT)")
    db.execute("PRAGMA user_version = 2")


def prepare(connection: sqlite3.Connection) -> Database:
    """Make every commit durable, and bring an older file up to date."""
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    db = Database(connection)
    if version_of(connection) < VERSION:
        migrations.apply(db)
    return db


def version_of(connection: sqlite3.Connection) -> int:
    """The schema version of a file; 0 for a new one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
