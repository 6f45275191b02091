"""All games, in memory and on disk; writes that fail stay in memory until the disk accepts them."""

import json
import logging
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.game.board.board import Board, standard_board
from companion.game.board.corrections import BoardCorrection
from companion.game.log.entries import Entry
from companion.game.ticket_book import Pair, TicketBook
from companion.journal.chain import row_of
from companion.journal.errors import (
    DiskFullError,
    GameDamagedError,
    LogDamagedError,
    LogMovedError,
    LogRefusedError,
    LogUnavailableError,
    RecoveryReport,
)
from companion.journal.reader import GameLine, Reader
from companion.journal.recoverable_file import RecoverableFile
from companion.journal.rescue.left_behind import take_along
from companion.journal.rescue.missing import has_lost_wal, refuse_missing
from companion.journal.sealed_rows import BookRow, HiddenGame, Merge, book_of, changes, newest
from companion.journal.store import (
    Append,
    Begin,
    Correct,
    Enrol,
    HideScores,
    NoteTicket,
    PutOnTable,
    ReadOnlyStore,
    SavePendingCard,
    Store,
    Write,
    begin_of,
)
from companion.journal.stored_games import GameRows, StoredGame, read_record

log = logging.getLogger(__name__)


class Journal:
    """Keeps games in memory and, if there is a file, on disk."""

    def __init__(self, source: Store | ReadOnlyStore | None = None) -> None:
        self._file = RecoverableFile(source, self._write_again)
        self._records: dict[str, GameRows] = {}
        self._roster: dict[str, str] = {}
        self._corrections: dict[tuple[str, int, str], BoardCorrection] = {}
        self._tickets: dict[Pair, BookRow] = {}
        self._unsaved_writes: list[Write] = []
        self._changed: dict[str, None] = {}  # changed games, used as an ordered set
        self.is_disk_full = False  # as of the last attempt
        self._checked = False  # whether pending writes were checked against the disk
        self._on_table: str | None = None
        self._on_table = self._find_table()
        self._file.in_use = True

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """Open a file for writing; if it's damaged, recover it first.

        Raises:
            LogRefusedError: If another process is writing to the file, a newer program wrote it, it
                is damaged beyond recovery, or its games are missing.
        """
        wal_gone = take_along(path)
        refuse_missing(path)
        wal_gone = has_lost_wal(path) or wal_gone
        journal = cls._of(Store(path))
        if wal_gone:
            journal._file.report_wal_gone()
        return journal

    @classmethod
    def view(cls, path: Path) -> "Journal":
        """Open a file for reading, even while another process writes to it.

        Raises:
            LogUnavailableError, LogDamagedError, LogRefusedError: If it can't be read.
        """
        return cls._of(ReadOnlyStore(path))

    @classmethod
    def _of(cls, source: Store | ReadOnlyStore) -> "Journal":
        try:
            return cls(source)
        except BaseException:
            source.close()
            raise

    @property
    def reports(self) -> tuple[RecoveryReport, ...]:
        """Reports of the recoveries in this session."""
        return tuple(self._file.reports)

    def before_recovery(self, tell: Callable[[], None]) -> None:
        """Set a callback to run before each recovery, which is slow if there are many games."""
        self._file.before_recovery = tell

    def close(self) -> int:
        """Save pending writes if possible and close the file.

        Returns the number of entries that couldn't be saved and are lost.
        """
        store = self._file.store
        if store is not None:
            if not store.is_unchanged:
                self._write_again()
            self._checked = False  # the program may have been interrupted while saving
            if self._unsaved_writes:
                self._save()
        self._file.close()
        return self.unsaved

    def save(self) -> bool:
        """Retry pending writes; return True if everything is on disk."""
        if self._file.store is None:
            return False
        return not self._unsaved_writes or self._save()

    @property
    def unsaved(self) -> int:
        """Number of entries that are not on disk yet."""
        return sum(isinstance(write, Append) for write in self._unsaved_writes)

    # --- reading ---

    def on_table(self) -> str | None:
        """Return the id of the game that was played last."""
        return self._on_table

    def read(self, game: str, board: Board) -> StoredGame | None:
        """Return a game and keep it in memory; None if it doesn't exist.

        If `board` is the game's board, it isn't read from the file again.

        Raises:
            GameDamagedError: If the game can't be shown; others may be fine.
        """
        record = self._records.get(game)
        if record is None:
            record = self._read(game, board)
            if record is None:
                return None
            self._records[game] = record
        return record.stored

    def load_readonly(self, game: str, board: Board) -> StoredGame | None:
        """Like read(), but don't keep the game in memory: for going through many games.

        Raises:
            GameDamagedError: If the game can't be shown; others may be fine.
        """
        record = self._read(game, board)
        return None if record is None else record.stored

    def _read(self, game: str, board: Board) -> GameRows | None:
        """Read a game from disk; if we are the writer, also check it against the other tables."""
        beside = not self._file.is_view
        return self._file.query(partial(read_record, game=game, board=board, beside=beside))

    def loaded_games(self) -> list[StoredGame]:
        """Return the games in memory, which can have entries that are not on disk."""
        return [stored for record in self._records.values() if (stored := _shown(record))]

    def pending_card(self, game: str, seq: int) -> str | None:
        """Return the saved first card of the turn after entry `seq`, if any."""
        return self._file.query(lambda reader: reader.pending_card(game, seq))

    def hides_scores(self, game: str) -> bool:
        """Whether a game's scores are secret until it is over."""
        return bool(self._file.query(lambda reader: reader.hides_scores(game)))

    def select(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """Run a query; return no rows if there is no file or it can't be read now."""
        return self._file.query(lambda reader: reader.select(query, parameters)) or []

    def hidden(self) -> list[HiddenGame]:
        """Return the games that were deleted but not purged yet."""
        return self._file.query(Reader.hidden) or []

    def merges(self) -> list[Merge]:
        """Return the players who are counted as other players."""
        return self._file.query(Reader.merges) or []

    @property
    def path(self) -> Path | None:
        """Path of the file, or None if everything is in memory only."""
        return self._file.path

    def changed(self) -> list[str]:
        """Return the games that changed since the last call; empty while writes are pending."""
        if self._unsaved_writes:
            return []
        changed, self._changed = list(self._changed), {}
        return changed

    def corrections(self) -> list[BoardCorrection]:
        """Return the board corrections of all games."""
        stored = {found.key: found for found in self._file.query(Reader.corrections) or ()}
        self._corrections = {**stored, **self._corrections}
        return list(self._corrections.values())

    def tickets(self) -> TicketBook:
        self._tickets = newest((*(self._file.query(Reader.tickets) or ()), *self._tickets.values()))
        return book_of(self._tickets.values())

    def games(self) -> list[GameLine]:
        """Return all games that are not deleted, oldest first."""
        hidden = {game.game for game in self.hidden()} - {self._on_table}
        return [line for line in self._lines() if line.uuid not in hidden]

    def _lines(self) -> list[GameLine]:
        lines = {line.uuid: line for line in self._file.query(Reader.games) or ()}
        lines |= {game: record.line for game, record in self._records.items()}
        return list(lines.values())

    def faulty(self) -> list[str]:
        """Return the games, including deleted ones, that are damaged or can't be shown."""
        return [line.uuid for line in self._lines() if not self._file.is_readable(line.uuid)]

    def faults(self) -> list[str]:
        """Return the problems of the file as a whole."""
        return self._file.query(Reader.faults) or []

    def mend(self) -> None:
        """Rebuild the file from its entries if anything else in it disagrees with them.

        Losses are listed in `reports`.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        if self._file.store is None:
            return
        lines = self._lines()
        beside = [line.uuid for line in lines if not self._file.is_intact(line.uuid)]
        problems = [*self.faults(), *(f"game {game} is not as it was written" for game in beside)]
        if problems and not self._save_after_recovery(
            self._file.store, LogDamagedError(problems[0])
        ):
            raise LogUnavailableError(problems[0])

    # --- writing: returns True if it is on disk ---

    def enrol(self, names: Sequence[str]) -> list[str]:
        """Return the stable ids of these players; new players are added with the next write."""
        roster = {**(self._file.query(Reader.roster) or {}), **self._roster}
        merged = {
            merge.player for merge in self.merges()
        }  # unmerged players win over merged ones of the same name
        order = sorted(roster.items(), key=lambda row: row[0] not in merged)
        spelled_so = {name: player for player, name in order}
        alike = {name.casefold(): player for player, name in order}
        return [spelled_so.get(name) or self._join(name, alike) for name in names]

    def _join(self, name: str, alike: Mapping[str, str]) -> str:
        """Add a new player; merge them with a player whose name differs only in capitals.

        Earlier games keep the spelling that they were recorded with.
        """
        player = str(uuid.uuid4())
        self._roster[player] = name
        self._unsaved_writes.append(Enrol(player, name))
        if name.casefold() in alike:
            self._unsaved_writes.append(Merge(player, alike[name.casefold()]))
        return player

    def begin(self, entry: Entry, board: Board, names: Sequence[str]) -> bool:
        """Start a game with its first entry, as the current game; return True if it is on disk."""
        started = entry.started
        assert started is not None
        players = [starter.player for starter in started.starters]
        record = GameRows(board, dict(zip(players, names, strict=True)), started)
        self._records[started.game] = record
        self._unsaved_writes.append(begin_of(started, entry.at, json.dumps(board.as_data())))
        self._unsaved_writes.append(PutOnTable(started.game))
        self._on_table = started.game
        return self.append(started.game, entry)

    def append(
        self,
        game: str,
        entry: Entry,
        corrections: Sequence[BoardCorrection] = (),
        book: TicketBook | None = None,
    ) -> bool:
        """Append an entry and the corrections and tickets it adds; return True if on disk."""
        record = self._records[game]
        row = row_of(entry, record.ids, record.head)
        record.rows.append(row)
        self._changed[game] = None
        self._unsaved_writes.append(Append(game, row))
        for found in corrections:
            self._corrections[found.key] = found
            self._unsaved_writes.append(Correct(found))
        if book is not None:
            self._note(book)
        return self._save()

    def keep_tickets(self, book: TicketBook) -> bool:
        """Save a new version of the ticket book; return True if it is on disk."""
        self._note(book)
        return self._save()

    def _note(self, book: TicketBook) -> None:
        for row in list(changes(self._tickets, book)):
            self._tickets[row.pair] = row
            self._unsaved_writes.append(NoteTicket(row))

    def put_on_table(self, game: str) -> bool:
        """Make this the current game; return True if that is on disk."""
        self._on_table = game
        self._changed[game] = None  # a deleted game counts again
        self._unsaved_writes.append(PutOnTable(game))
        return self._save()

    def save_pending_card(self, game: str, seq: int, card: str | None) -> None:
        """Save the first card of the turn after entry `seq`; a failure is only logged."""
        try:
            self.write([SavePendingCard(game, seq, card)])
        except LogUnavailableError as error:
            log.info("the card that waits is in memory only: %s", error)

    def hide_scores(self, game: str, *, hidden: bool) -> bool:
        """Save whether a game's scores are secret; return False if that is not on disk yet."""
        try:
            self.write([HideScores(game, hidden)])
        except LogUnavailableError as error:
            log.info("whether scores are secret is in memory only: %s", error)
            return self.path is None
        return True

    # --- outside the games: either done, or an exception and nothing is changed ---

    def write(self, writes: Sequence[Write]) -> None:
        """Write changes outside the current game's log, all or nothing.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        self._do(lambda store: store.write(writes))
        for write in writes:
            if isinstance(write, PutOnTable):
                self._on_table = write.game

    def rename(self, player: str, name: str) -> None:
        """Rename a player in all games.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        self.write([Enrol(player, name)])
        self._roster[player] = name
        for record in self._records.values():
            record.rename(player, name)

    def purge(self, game: str) -> None:
        """Permanently remove a game that has been hidden long enough.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        self._do(lambda store: store.purge(game))
        self._records.pop(game, None)
        self._changed.pop(game, None)

    def _do(self, change: Callable[[Store], None]) -> None:
        store = self._file.store
        if store is None or (self._unsaved_writes and not self._save()):
            raise LogUnavailableError("there is no file that takes it now")
        try:
            change(store)
        except LogMovedError:
            self._write_again()
            if not self._save():
                raise
            change(store)
        except LogRefusedError as error:
            raise LogUnavailableError(str(error)) from error
        except LogDamagedError as damage:
            self._save_after_recovery(store, damage)
            raise LogUnavailableError(str(damage)) from damage

    def _save(self) -> bool:
        """Write all pending changes in order; return True if they are on disk."""
        store = self._file.store
        if store is None:
            self._unsaved_writes.clear()
            return False
        try:
            self._write_under_name(store)
        except (LogUnavailableError, LogRefusedError) as error:
            log.warning("not saved, kept in memory: %s", error)
            self.is_disk_full = isinstance(error, DiskFullError)
            self._checked = False
            return False
        except LogDamagedError as error:
            return self._save_after_recovery(store, error)
        self._unsaved_writes.clear()
        return True

    def _write_under_name(self, store: Store) -> None:
        """Write pending changes, or everything in memory if the file was moved or replaced."""
        try:
            self._write(store)
        except LogMovedError as moved:
            log.warning("the file was moved, cut or replaced, and is written anew: %s", moved)
            self._write_again()
            self._write(store)

    def _write(self, store: Store) -> None:
        reader = store.open_to_write()
        if not self._checked and store.is_unchanged:  # if changed, the path leads to another file
            self._skip_saved(reader)
            self._checked = True
        store.write(self._unsaved_writes)

    def _skip_saved(self, reader: Reader) -> None:
        """Drop pending writes that are on disk: a commit that failed may still have succeeded."""
        self._unsaved_writes = [
            write for write in self._unsaved_writes if not _is_there(reader, write)
        ]

    def _save_after_recovery(self, store: Store, damage: LogDamagedError) -> bool:
        try:
            self._file.recover(store, damage)
            self._write(store)
        except (LogUnavailableError, LogDamagedError, LogRefusedError) as error:
            log.error("not saved, kept in memory: %s", error)
            self.is_disk_full = isinstance(error, DiskFullError)
            return False
        self._unsaved_writes.clear()
        return True

    # --- recovery ---

    def _find_table(self) -> str | None:
        """Return the last played game, read and checked; recovery can change which one that is."""
        tried = None
        while (game := self._file.query(Reader.on_table)) != tried:
            if game is None or self._file.is_view:
                return game
            record = self._read(game, standard_board())
            if record is not None:
                self._records[game] = record
                return game
            tried = game
        return None

    def _write_again(self) -> None:
        """Queue everything in memory, since a recovery may have lost some of it."""
        merged = [write for write in self._unsaved_writes if isinstance(write, Merge)]
        self._unsaved_writes = [*self._all_writes(), *merged]
        self._checked = False

    def _all_writes(self) -> Iterator[Write]:
        for record in self._records.values():
            for player, name in record.names.items():
                yield Enrol(player, name)
            board_data = json.dumps(record.board.as_data())
            yield begin_of(record.started, record.rows[0].at, board_data)
            for row in record.rows:
                yield Append(record.started.game, row)
        yield from map(Correct, self._corrections.values())
        for ticket in self._tickets.values():
            yield NoteTicket(ticket)
        if self._on_table in self._records:
            yield PutOnTable(self._on_table)


def _shown(record: GameRows) -> StoredGame | None:
    try:
        return record.stored
    except GameDamagedError:
        return None


def _is_there(reader: Reader, write: Write) -> bool:
    """Whether the file has it already: a commit that reported failure may have succeeded."""
    match write:
        case Append(game, row):
            return reader.has(game, row)
        case Begin():
            return reader.has_game(write.uuid)
    return False
