"""The log's file: locked for one writer and written in durable transactions."""

import contextlib
import json
import logging
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from companion.atomic_files import sync_folder
from companion.folders import our_folders
from companion.game.board.corrections import BoardCorrection
from companion.game.events import GameStarted
from companion.journal.chain import EntryRow, correction_row, seal
from companion.journal.disk.copying import keep_before_update
from companion.journal.disk.file_identity import (
    FileIdentity,
    checkpoint_link_target,
    close_untouched,
    file_identity,
    refuse_strange,
    restore_name,
)
from companion.journal.disk.files import (
    connect,
    copy_log,
    keep_private,
    open_file,
    read_only,
    refuse_others,
    refuse_special,
    refuse_unfit,
    renewed,
)
from companion.journal.disk.renewal import finish_renewal, renew, write_wal_again
from companion.journal.disk.writer_lock import WriterLock
from companion.journal.errors import (
    DiskFailedError,
    LogDamagedError,
    LogMovedError,
    LogUnavailableError,
    translate_sqlite_errors,
)
from companion.journal.reader import COLUMNS, Reader
from companion.journal.rescue.checking import check_file
from companion.journal.rescue.left_behind import carry_over
from companion.journal.sealed_rows import BookRow, HiddenGame, Merge
from companion.permissions import create_private_file, restrict_to_owner

log = logging.getLogger(__name__)

WAL_SIZE: Final = 4_000_000  # bytes of the write-ahead log that trigger a checkpoint


@dataclass(frozen=True, slots=True)
class Enrol:
    """Add a player to the roster, or change the name of one."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Start a game."""

    uuid: str
    started: str
    board: str
    board_data: str
    rules: str
    seats: tuple[tuple[str, str], ...]  # player and colour


@dataclass(frozen=True, slots=True)
class Append:
    """Append an entry to a game's log."""

    game: str
    row: EntryRow


@dataclass(frozen=True, slots=True)
class PutOnTable:
    """Make this the current game."""

    game: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Store a board correction."""

    found: BoardCorrection


@dataclass(frozen=True, slots=True)
class NoteTicket:
    """Add a ticket to the book, or remove one."""

    row: BookRow


@dataclass(frozen=True, slots=True)
class SavePendingCard:
    """Save the first card of the turn after entry `seq`; None clears it."""

    game: str
    seq: int
    card: str | None


@dataclass(frozen=True, slots=True)
class HideScores:
    """Set whether a game's scores are secret until it is over."""

    game: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Execute:
    """Run a statement on the cache tables, once for each row."""

    statement: str
    rows: Sequence[tuple[object, ...]]


Write = (
    Enrol
    | Begin
    | Append
    | PutOnTable
    | Correct
    | NoteTicket
    | Merge
    | HiddenGame
    | SavePendingCard
    | HideScores
    | Execute
)

_INSERT = f"INSERT INTO entries (game, {COLUMNS}) VALUES ({', '.join('?' * 12)})"


_SELECT = f"SELECT {COLUMNS} FROM entries WHERE game = ? AND seq = ?"
_SELECT_HEAD = "SELECT seq, phase, hash FROM games WHERE number = ?"


_COPIES = 20  # attempts to copy a file and its write-ahead log without a write in between


class Store:
    """A log's file that this process can write to; reopened after each failed write."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))  # one lock per file, whatever path it is opened by
        self._lock = WriterLock(self.path)
        self._db: Database | None = None
        self._left: FileIdentity | None = None  # after the last write
        self._known: FileIdentity | None = None  # the same, but kept while the file is closed
        self._in_doubt = False  # data that can be read may not be on the disk
        self._numbers: dict[str, int] = {}

    def open(self) -> Reader:
        """Open for writing; after a failed write, only open_to_write() works.

        Raises:
            LogRefusedError: If another process is writing to it, or a newer program wrote it.
            LogUnavailableError: If the disk fails or has failed.
            LogDamagedError: If the content is damaged.
        """
        if self._in_doubt:
            raise LogUnavailableError(f"{self.path} is to be written anew first")
        if self._db is None:
            try:
                self._open()
            except DiskFailedError:
                self._in_doubt = True
                raise
        assert self._db is not None
        return Reader(self._db)

    def open_to_write(self) -> Reader:
        """Open for writing; after a failed write, copy everything readable to a fresh file first.

        Raises:
            LogMovedError: If the file is gone or was replaced.
            LogRefusedError, LogUnavailableError, LogDamagedError: As for open().
        """
        if self._in_doubt:
            self._renew()
        return self.open()

    def _open(self) -> None:
        with translate_sqlite_errors():
            self._make_folder()
            refuse_special(self.path)
            keep_private(self.path)
            self._lock.take()
            finish_renewal(self.path)
            if self._known is not None:
                refuse_strange(self.path, self._known)
            refuse_others(self.path)
            refuse_unfit(self.path)
            create_private_file(self.path)
            self._lock.take()
            if self._known is None:
                write_wal_again(self.path)
            keep_before_update(self.path)
            db = open_file(self.path)
            self._sync_names(db)
            self._db = db
            self._left = self._known = file_identity(self.path)

    def _sync_names(self, db: Database) -> None:
        """Sync the folder entries of the file and its write-ahead log.

        SQLite does that with the first commit, but doesn't report failures.

        Raises:
            DiskFailedError: If it fails; the file is closed again.
        """
        try:
            sync_folder(self.path.parent)
        except OSError as error:
            close_untouched(db.conn, self.path)
            raise DiskFailedError(str(error)) from error

    def _renew(self) -> None:
        with translate_sqlite_errors():
            self._make_folder()
            refuse_special(self.path)
            self._lock.take()
            if self._known is not None:
                refuse_strange(self.path, self._known)
            is_ours = self._known is None or file_identity(self.path).same_main_file(self._known)
        renew(self.path)
        self._in_doubt = False
        with translate_sqlite_errors():
            self._known = file_identity(self.path)
        if self._known.file is None or not is_ours:
            raise LogMovedError(str(self.path))

    def write(self, writes: Sequence[Write]) -> None:
        """Write all of this in one durable transaction, or nothing.

        Raises:
            LogMovedError: If the file was replaced or truncated; everything known may have to be
                written again.
            LogUnavailableError, LogDamagedError: As for open().
        """
        with self._writing() as db:
            write_all(db, writes, self._numbers)

    def purge(self, game: str) -> None:
        """Remove a game that was hidden long enough; nothing else is ever removed from the log.

        Its pages are overwritten in the file and the write-ahead log, so that no recovery finds it.

        Raises:
            LogMovedError, LogUnavailableError, LogDamagedError: As for write().
        """
        self.open_to_write()
        assert self._db is not None
        db = self._db
        with translate_sqlite_errors():
            db.execute("PRAGMA secure_delete = ON")
        with self._writing():
            _purge(db, game)
        try:
            with translate_sqlite_errors():
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                self._left = file_identity(self.path)
        except (LogUnavailableError, LogDamagedError) as error:
            self._give_up(error)
            raise
        self._numbers.pop(game, None)

    @property
    def is_unchanged(self) -> bool:
        """Whether the path still leads to everything that was written, as far as known."""
        try:
            return self._left is None or file_identity(self.path) == self._left
        except OSError:
            return False

    def close(self) -> None:
        """Close the file and release the lock."""
        if self._db is not None and not self.is_unchanged:
            close_untouched(self._db.conn, self.path)
            self._db = None
        self.drop()
        self._lock.let_go()

    def drop(self) -> None:
        """Close the connection and roll back any open transaction."""
        self._numbers.clear()
        self._left = None
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.conn.rollback()
            with contextlib.suppress(sqlite3.Error):
                db.conn.close()

    def _make_folder(self) -> None:
        """Create the folder; restrict it to its owner if we create it or it is ours alone."""
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder in our_folders():
            restrict_to_owner(folder)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Database]:
        """Run a transaction in the file under our path; it is on disk when this ends."""
        self.open_to_write()
        assert self._db is not None
        assert self._left is not None
        try:
            with translate_sqlite_errors():
                if file_identity(self.path) != self._left:
                    raise LogMovedError(str(self.path))
                with self._db.atomic():
                    yield self._db
                now = file_identity(self.path)
                if not now.same_files(self._left):
                    raise LogMovedError(str(self.path))
                self._left = now
        except LogMovedError:
            self._bring_back()
            raise
        except (LogUnavailableError, LogDamagedError) as error:
            self._give_up(error)
            raise
        if self._left.wal is not None and self._left.wal.size > WAL_SIZE:
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the file; SQLite itself wouldn't report a failure.

        All data is on disk already, so a failure only matters for the next write.
        """
        assert self._db is not None
        try:
            with translate_sqlite_errors():
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                self._left = file_identity(self.path)
        except (LogUnavailableError, LogDamagedError) as error:
            log.warning("the write-ahead log stays as it is: %s", error)
            self._give_up(error)

    def _give_up(self, error: LogUnavailableError | LogDamagedError) -> None:
        """Close the file; if the disk has failed, nothing that can be read from it is trusted."""
        if isinstance(error, DiskFailedError) and self._db is not None:
            self._in_doubt = True
            close_untouched(self._db.conn, self.path)
            self._db = None
        self.drop()

    def _bring_back(self) -> None:
        """Make sure that there is a file under our path again, to be reopened.

        Raises:
            LogDamagedError: If there is one that is damaged.
            LogUnavailableError, LogRefusedError: If that is not possible now.
        """
        assert self._db is not None
        assert self._left is not None
        refuse_special(self.path)
        if self.path.is_symlink():
            self._follow_link()
            return
        with translate_sqlite_errors():
            self._make_folder()
            self._lock.take_name()
        restore_name(self._db.conn, self.path, self._left)
        self._db = None
        self.drop()
        if self.path.exists():
            check_file(self.path)
            self._known = file_identity(self.path)

    def _follow_link(self) -> None:
        """Switch to the target of a link that replaced the file, which was moved.

        Raises:
            LogUnavailableError, LogRefusedError: If the link doesn't lead to a log, or another
                program writes there.
        """
        assert self._db is not None
        assert self._left is not None
        target = checkpoint_link_target(self._db.conn, self.path, self._left)
        lock = WriterLock(target)
        with translate_sqlite_errors():
            lock.take_name()
        close_untouched(self._db.conn, target)
        self._db = None
        self.drop()
        carry_over(self.path, target)
        self._lock.let_go()
        self.path, self._lock = target, lock
        with translate_sqlite_errors():
            self._known = file_identity(target)


def write_all(db: Database, writes: Sequence[Write], numbers: dict[str, int]) -> None:
    """Write all of this in the current transaction; `numbers` caches the games' row numbers."""
    for write in writes:
        match write:
            case Append():
                _append(db, write, numbers)
            case Enrol(player, name):
                _put_row(
                    db,
                    "INSERT INTO players VALUES (?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET name = excluded.name, seal = excluded.seal",
                    (player, name, seal(player, name)),
                )
            case Begin():
                _begin(db, write)
            case PutOnTable(game):
                _put_row(db, "INSERT OR REPLACE INTO desk VALUES (1, ?)", (game,))
                _take_back(db, game)
            case Merge() | HiddenGame():
                _remark(db, write)
            case SavePendingCard() | HideScores():
                _note(db, write)
            case Execute(statement, rows):
                db.conn.executemany(statement, rows)
            case Correct() | NoteTicket():
                _learn(db, write)
    _read_back(db, [write for write in writes if isinstance(write, Append)], numbers)


def _note(db: Database, write: SavePendingCard | HideScores) -> None:
    if isinstance(write, SavePendingCard):
        row: tuple[object, ...] = (write.game, write.seq, write.card)
        _put_row(db, "INSERT OR REPLACE INTO waiting_cards VALUES (?, ?, ?)", row)
    else:
        row = (write.game, write.hidden)
        _put_row(db, "INSERT OR REPLACE INTO hidden_scores VALUES (?, ?)", row)


def _put_row(db: Database, statement: str, row: Sequence[object]) -> sqlite3.Cursor:
    """Write one row and check that it was written: a trigger added by others could prevent it."""
    done = db.conn.execute(statement, row)
    if done.rowcount != 1:
        raise LogUnavailableError(f"a row was swallowed: {statement}")
    return done


def _read_back(db: Database, appended: Sequence[Append], numbers: dict[str, int]) -> None:
    """Check that the entries are stored as written and the games end with their last ones."""
    last = {append.game: append.row for append in appended}
    for game, row in ((append.game, append.row) for append in appended):
        found = db.conn.execute(_SELECT, (numbers[game], row.seq)).fetchone()
        if found != row:
            raise LogUnavailableError(f"entry {row.seq} was swallowed")
    for game, row in last.items():
        found = db.conn.execute(_SELECT_HEAD, (numbers[game],)).fetchone()
        if found != (row.seq, row.phase, row.hash):
            raise LogUnavailableError(f"the end of game {game} was swallowed")


def _remark(db: Database, remark: Merge | HiddenGame) -> None:
    table = "merges" if isinstance(remark, Merge) else "hidden"
    marks = ", ".join("?" * len(remark.row))
    _put_row(db, f"INSERT OR REPLACE INTO {table} VALUES ({marks})", remark.row)


def _take_back(db: Database, game: str) -> None:
    """Restore the game that is put on the table if it was deleted."""
    found = db.conn.execute(
        "SELECT copy FROM hidden WHERE game = ? AND since IS NOT NULL", (game,)
    ).fetchone()
    if found is not None:
        _remark(db, HiddenGame(game, None, 0, str(found[0])))


def _learn(db: Database, learned: Correct | NoteTicket) -> None:
    row: tuple[object, ...]
    if isinstance(learned, Correct):
        table, row = "board_corrections", correction_row(learned.found)
    else:
        table, row = "ticket_book", learned.row
    marks = ", ".join("?" * len(row))
    _put_row(db, f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)


def _append(db: Database, append: Append, numbers: dict[str, int]) -> None:
    game, row = append.game, append.row
    if game not in numbers:
        found = db.conn.execute("SELECT number FROM games WHERE uuid = ?", (game,)).fetchone()
        numbers[game] = int(found[0])
    moved = db.conn.execute(
        "UPDATE games SET seq = ?, phase = ?, hash = ? WHERE number = ? AND seq = ?",
        (row.seq, row.phase, row.hash, numbers[game], row.seq - 1),
    )
    if moved.rowcount != 1:
        raise LogUnavailableError(f"{game} has gone on without us")
    _put_row(db, _INSERT, (numbers[game], *row))


def _purge(db: Database, game: str) -> None:
    found = db.conn.execute("SELECT number FROM games WHERE uuid = ?", (game,)).fetchone()
    if found is None:
        return
    for table in ("scores", "results", "entries", "seats"):
        db.conn.execute(f"DELETE FROM {table} WHERE game = ?", found)
    for table in ("hidden", "waiting_cards", "hidden_scores"):
        db.conn.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    db.conn.execute("DELETE FROM games WHERE number = ?", found)


def _begin(db: Database, begin: Begin) -> None:
    board = (begin.board, begin.board_data)
    db.conn.execute("INSERT OR IGNORE INTO boards VALUES (?, ?)", board)
    number = _put_row(
        db,
        "INSERT INTO games (uuid, started, board, rules, seq, phase, hash)"
        " VALUES (?, ?, ?, ?, 0, 'play', '')",
        (begin.uuid, begin.started, begin.board, begin.rules),
    ).lastrowid
    for seat, (player, color) in enumerate(begin.seats):
        _put_row(db, "INSERT INTO seats VALUES (?, ?, ?, ?)", (number, seat, player, color))


class ReadOnlyStore:
    """A log's file for reading next to its writer: takes no lock and writes nothing."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._connection: sqlite3.Connection | None = None

    def open(self) -> Reader:
        """Open the file for reading.

        Raises:
            LogUnavailableError: If there is no such file.
            LogDamagedError, NewerLogError: As for a Store.
        """
        path = self.path if self.path.exists() else renewed(self.path)
        if not path.exists():
            raise LogUnavailableError(f"{self.path}: no such file")
        refuse_special(path)
        refuse_others(path)
        try:
            return self._read(read_only(path))
        except LogUnavailableError:  # SQLite needs to write next to it, and can't
            return self._read(connect(self._copy(path)))

    def _read(self, connection: sqlite3.Connection) -> Reader:
        self.close_connection()
        self._connection = connection
        with translate_sqlite_errors():
            connection.execute("SELECT 1 FROM games LIMIT 1")
            return Reader(Database(connection, execute_plugins=False))

    def _copy(self, path: Path) -> Path:
        self._folder = self._folder or tempfile.TemporaryDirectory(prefix="stationmaster-")
        copy = Path(self._folder.name) / self.path.name
        with translate_sqlite_errors():
            for _ in range(_COPIES):
                before = file_identity(path)
                copy_log(path, copy)
                if file_identity(path) == before:
                    return copy
        raise LogUnavailableError(f"{self.path} is being written to")

    def close_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Close the file and delete its copy, if one was needed."""
        self.close_connection()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def begin_of(started: GameStarted, at: str, board_data: str) -> Begin:
    """Return the write that stores the start of a game."""
    return Begin(
        uuid=started.game,
        started=at,
        board=started.board,
        board_data=board_data,
        rules=json.dumps({"tickets_drawn": started.tickets_drawn}),
        seats=tuple((starter.player, starter.color) for starter in started.starters),
    )
