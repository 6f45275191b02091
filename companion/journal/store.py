"""The log's file: locked for one writer, opened, written to in durable transactions."""

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

WAL_SIZE: Final = 4_000_000  # bytes of the write-ahead log from which it is taken into the file


@dataclass(frozen=True, slots=True)
class Enrol:
    """A player new to the roster, or spelled anew."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Begin:
    """A game, on the table from now on."""

    uuid: str
    started: str
    board: str
    board_data: str
    rules: str
    seats: tuple[tuple[str, str], ...]  # player and colour


@dataclass(frozen=True, slots=True)
class Append:
    """An entry of a game's log."""

    game: str
    row: EntryRow


@dataclass(frozen=True, slots=True)
class PutOnTable:
    """Another game goes on."""

    game: str


@dataclass(frozen=True, slots=True)
class Correct:
    """What an entry found printed otherwise on the table's own board."""

    found: BoardCorrection


@dataclass(frozen=True, slots=True)
class NoteTicket:
    """A ticket in the book, or taken out of it."""

    row: BookRow


@dataclass(frozen=True, slots=True)
class SavePendingCard:
    """The first card of the turn after an entry, which waits for its second; None: none waits."""

    game: str
    seq: int
    card: str | None


@dataclass(frozen=True, slots=True)
class HideScores:
    """Whether a game's scores are secret until it is over."""

    game: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Execute:
    """A statement on what is only a cache of the log, for each of these rows."""

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


_COPIES = 20  # tries to copy a file and its write-ahead log while nobody writes


class Store:
    """A log's file with the right to write to it; opened anew whenever that has failed."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))  # one file, one lock, whatever it is called
        self._lock = WriterLock(self.path)
        self._db: Database | None = None
        self._left: FileIdentity | None = None  # as the last write left it
        self._known: FileIdentity | None = None  # the same, also when it is not open
        self._in_doubt = False  # what can be read of it may not be on the disk
        self._numbers: dict[str, int] = {}

    def open(self) -> Reader:
        """Open for writing; after a write that failed there is only open_to_write().

        Raises:
            LogRefusedError: another process writes to it, or a newer program wrote it.
            LogUnavailableError: the disk is in the way, or was.
            LogDamagedError: its content is.
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
        """Open for writing, after a failure with all that it holds in a fresh file.

        Raises:
            LogMovedError: there is no file any more, or another one.
            LogRefusedError, LogUnavailableError, LogDamagedError: as for open().
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
        """Have the names of the file and of its write-ahead log on the disk.

        SQLite does that with the first commit, and tells nobody where it fails.

        Raises:
            DiskFailedError: they may not be there; the file is closed again.
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
            LogMovedError: the file under the name is another one, or less than was written to it;
                all that is known may have to be written again.
            LogUnavailableError, LogDamagedError: as for open().
        """
        with self._writing() as db:
            write_all(db, writes, self._numbers)

    def purge(self, game: str) -> None:
        """Remove a game that was hidden long enough: the one thing ever taken out of the log.

        Its pages are overwritten, in the file and beside it, so that no recovery finds it again.

        Raises:
            LogMovedError, LogUnavailableError, LogDamagedError: as for write().
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
        """Whether all that was written is under the name still, as far as can be told."""
        try:
            return self._left is None or file_identity(self.path) == self._left
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the file and of the right to write to it."""
        if self._db is not None and not self.is_unchanged:
            close_untouched(self._db.conn, self.path)
            self._db = None
        self.drop()
        self._lock.let_go()

    def drop(self) -> None:
        """Forget the connection: whatever it was in the midst of is rolled back."""
        self._numbers.clear()
        self._left = None
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(sqlite3.Error):
                db.conn.rollback()
            with contextlib.suppress(sqlite3.Error):
                db.conn.close()

    def _make_folder(self) -> None:
        """Have the folder; it is closed to others where we make it, or where it is ours alone."""
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder in our_folders():
            restrict_to_owner(folder)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Database]:
        """A transaction in the file under the name; it is there when this ends."""
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
        """Take the write-ahead log into the file; SQLite itself would tell nobody of a failure.

        All that was written is on the disk already: whether this succeeds is for the next write.
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
        """Let go of the file, in which nothing is to be trusted where the disk has failed."""
        if isinstance(error, DiskFailedError) and self._db is not None:
            self._in_doubt = True
            close_untouched(self._db.conn, self.path)
            self._db = None
        self.drop()

    def _bring_back(self) -> None:
        """Have a file under the name again, to be opened anew.

        Raises:
            LogDamagedError: it is there, and not as it was written.
            LogUnavailableError, LogRefusedError: it cannot be there now.
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
        """The file was moved, and a link left in its place: it is the one to write to from now on.

        Raises:
            LogUnavailableError, LogRefusedError: the link leads to no log, or another program
                writes there.
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
    """Write all of this in the present transaction; `numbers` remembers the games' numbers."""
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
    """What is kept beside a game, in one row."""
    if isinstance(write, SavePendingCard):
        row: tuple[object, ...] = (write.game, write.seq, write.card)
        _put_row(db, "INSERT OR REPLACE INTO waiting_cards VALUES (?, ?, ?)", row)
    else:
        row = (write.game, write.hidden)
        _put_row(db, "INSERT OR REPLACE INTO hidden_scores VALUES (?, ?)", row)


def _put_row(db: Database, statement: str, row: Sequence[object]) -> sqlite3.Cursor:
    """Have one row in a table; a trigger that somebody added may do something else instead."""
    done = db.conn.execute(statement, row)
    if done.rowcount != 1:
        raise LogUnavailableError(f"a row was swallowed: {statement}")
    return done


def _read_back(db: Database, appended: Sequence[Append], numbers: dict[str, int]) -> None:
    """See that entries are in the log as they were written, and games end in their last ones."""
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
    """A game on the table is not a deleted one."""
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
    """A log's file to read beside its writer: no lock, nothing written, in any folder."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._connection: sqlite3.Connection | None = None

    def open(self) -> Reader:
        """The file, ready to be asked.

        Raises:
            LogUnavailableError: there is no such file.
            LogDamagedError, NewerLogError: as for a Store.
        """
        path = self.path if self.path.exists() else renewed(self.path)
        if not path.exists():
            raise LogUnavailableError(f"{self.path}: no such file")
        refuse_special(path)
        refuse_others(path)
        try:
            return self._read(read_only(path))
        except LogUnavailableError:  # SQLite wants to write beside it, and cannot
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
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Let go of the file, and of its copy where one was needed."""
        self.close_connection()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def begin_of(started: GameStarted, at: str, board_data: str) -> Begin:
    """What stores the beginning of a game."""
    return Begin(
        uuid=started.game,
        started=at,
        board=started.board,
        board_data=board_data,
        rules=json.dumps({"tickets_drawn": started.tickets_drawn}),
        seats=tuple((starter.player, starter.color) for starter in started.starters),
    )
