"""The log's tables, one migration per version; existing migrations are never edited."""

import contextlib
import re
import sqlite3

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

VERSION = 7
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
    # seq, phase and hash are those of the game's last entry, to detect a truncated log.
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
    # The current game: one row at most.
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


@migrations(name="3 the ticket book")
def _version_3(db: Database) -> None:
    # Without points: removed from the book. A higher edition is a newer row.
    db.execute(
        """CREATE TABLE ticket_book (
        place_1 TEXT NOT NULL,
        place_2 TEXT NOT NULL,
        points INTEGER,
        game TEXT,
        seat INTEGER,
        edition INTEGER NOT NULL,
        seal TEXT NOT NULL,
        PRIMARY KEY (place_1, place_2))"""
    )
    db.execute("PRAGMA user_version = 3")


@migrations(name="4 history")
def _version_4(db: Database) -> None:
    for statement in _VERSION_4:
        db.execute(statement)
    db.execute("PRAGMA user_version = 4")


_VERSION_4 = (
    # A player who counts as another; if both are the same, the merge was undone.
    """CREATE TABLE merges (
        player TEXT PRIMARY KEY REFERENCES players,
        into_player TEXT NOT NULL REFERENCES players,
        seal TEXT NOT NULL)""",
    # A deleted game; since is NULL if it was restored.
    """CREATE TABLE hidden (
        game TEXT PRIMARY KEY REFERENCES games (uuid),
        since TEXT,
        starts INTEGER NOT NULL,
        copy TEXT NOT NULL,
        seal TEXT NOT NULL)""",
    # The next tables are a cache of the log: a row is valid if its hash is that of the game.
    """CREATE TABLE results (
        game INTEGER PRIMARY KEY REFERENCES games,
        hash TEXT NOT NULL,
        phase TEXT NOT NULL,
        started TEXT NOT NULL,
        ended TEXT,
        minutes INTEGER NOT NULL,
        turns INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        rulings INTEGER NOT NULL,
        players INTEGER NOT NULL,
        margin INTEGER)""",
    # place is NULL while the game is unfinished.
    """CREATE TABLE scores (
        game INTEGER NOT NULL REFERENCES results,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL REFERENCES players,
        started TEXT NOT NULL,
        place INTEGER,
        winner INTEGER NOT NULL,
        total INTEGER NOT NULL,
        routes INTEGER NOT NULL,
        doubling INTEGER NOT NULL,
        rulings INTEGER NOT NULL,
        tickets INTEGER NOT NULL,
        globetrotter INTEGER NOT NULL,
        completed INTEGER NOT NULL,
        held INTEGER NOT NULL,
        claims INTEGER NOT NULL,
        doubled INTEGER NOT NULL,
        terrain INTEGER NOT NULL,
        locomotives INTEGER NOT NULL,
        trains INTEGER NOT NULL,
        best_claim INTEGER NOT NULL,
        best_route TEXT,
        PRIMARY KEY (game, seat)) WITHOUT ROWID""",
    "CREATE INDEX games_by_date ON games (started, number)",
    "CREATE INDEX seats_by_player ON seats (player, game)",
    "CREATE INDEX scores_by_player ON scores (player, total DESC, started, game, place, winner)",
    *(
        f"CREATE INDEX scores_by_{value} ON scores ({value} DESC, started, game, seat)"
        " WHERE place IS NOT NULL"
        for value in ("total", "doubling", "completed", "best_claim")
    ),
    "CREATE INDEX results_by_margin ON results (margin DESC, started) WHERE margin IS NOT NULL",
    "CREATE INDEX results_by_shortest ON results (minutes, started) WHERE margin IS NOT NULL",
    "CREATE INDEX results_by_longest ON results (minutes DESC, started) WHERE margin IS NOT NULL",
    # Every player with the player they count as.
    """CREATE VIEW people AS
        WITH RECURSIVE followed (player, person, steps) AS (
            SELECT id, id, 0 FROM players
            UNION ALL
            SELECT followed.player, merges.into_player, steps + 1
            FROM followed JOIN merges ON merges.player = person
            WHERE into_player <> merges.player AND steps < 100)
        SELECT player, person, name
        FROM (SELECT player, person, MAX(steps) FROM followed GROUP BY player)
        JOIN players ON id = person""",
    # The one exception: a game that was hidden long enough can be deleted.
    *(
        statement
        for table in ("entries", "seats")
        for statement in (
            f"DROP TRIGGER {table}_no_delete",
            f"""CREATE TRIGGER {table}_no_delete BEFORE delete ON {table}
            WHEN NOT EXISTS (
                SELECT 1 FROM hidden JOIN games ON games.uuid = hidden.game
                WHERE games.number = OLD.game AND since IS NOT NULL AND starts >= 20)
            BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
        )
    ),
)


@migrations(name="5 board corrections by the entry that made them")
def _version_5(db: Database) -> None:
    # The routes in `corrections` stay there; they count as older than any new correction.
    db.execute(
        """CREATE TABLE board_corrections (
        game TEXT NOT NULL,
        entry INTEGER NOT NULL,
        route TEXT NOT NULL,
        data TEXT NOT NULL,
        seal TEXT NOT NULL,
        PRIMARY KEY (game, entry, route))"""
    )
    db.execute("PRAGMA user_version = 5")


@migrations(name="6 the first card of a turn")
def _version_6(db: Database) -> None:
    # Valid while seq is the game's last entry; card is NULL if there is no first card.
    db.execute(
        """CREATE TABLE waiting_cards (
        game TEXT PRIMARY KEY,
        seq INTEGER NOT NULL,
        card TEXT)"""
    )
    db.execute("PRAGMA user_version = 6")


@migrations(name="7 whose scores are secret")
def _version_7(db: Database) -> None:
    # Hidden until the game is over; without a row they are not hidden.
    db.execute("CREATE TABLE hidden_scores (game TEXT PRIMARY KEY, hidden INTEGER NOT NULL)")
    db.execute("PRAGMA user_version = 7")


def prepare(connection: sqlite3.Connection) -> Database:
    """Configure a connection for durable commits and migrate an older file."""
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")  # the store does it, to notice failures
    connection.execute("PRAGMA journal_size_limit = 0")  # truncate the file when the log is reset
    db = Database(connection, execute_plugins=False)
    if version_of(connection) < VERSION:
        with db.atomic():  # all steps or none, even if killed in between
            migrations.apply(db)
    return db


def schema_matches(connection: sqlite3.Connection) -> bool:
    """Whether every table, index, view and trigger of ours is unchanged.

    Additional ones are ignored, and files of another version are not checked.
    """
    if version_of(connection) != VERSION:
        return True
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        prepare(fresh)
        return _schema_objects(fresh) <= _schema_objects(connection)


def _schema_objects(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    return set(connection.execute(query))


_MADE = frozenset((*_VERSION_1, *_VERSION_4))
_CODE = {sql.split()[2]: sql for sql in _MADE if sql.startswith(("CREATE TRIGGER", "CREATE VIEW"))}
_DATA = re.compile(r"CREATE\s+(TABLE|INDEX|UNIQUE\s+INDEX)\s", re.IGNORECASE)


def is_foreign(connection: sqlite3.Connection) -> bool:
    """Whether a file isn't empty, but nothing in it is ours."""
    found = {sql for _, sql in _schema(connection)}
    ((application,),) = connection.execute("PRAGMA application_id")
    return bool(found or application) and found.isdisjoint(_MADE)


def strange_code(connection: sqlite3.Connection) -> dict[str, bool]:
    """Return the triggers and views that no version of this program made.

    The value is True if it has the name of one of ours. The SQL decides, not the type column,
    because SQLite executes the SQL whatever the type column says.
    """
    code = [(name, sql) for name, sql in _schema(connection) if not _DATA.match(sql)]
    return {name: name in _CODE for name, sql in code if sql not in _MADE}


def _schema(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).fetchall()


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version of a file; 0 for a new file."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
