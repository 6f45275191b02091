"""Every game, in memory and on disk: what the disk refuses waits here until it takes it."""

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
    """Keeps games in memory, and in a file where there is one."""

    def __init__(self, source: Store | ReadOnlyStore | None = None) -> None:
        self._file = RecoverableFile(source, self._write_again)
        self._records: dict[str, GameRows] = {}
        self._roster: dict[str, str] = {}
        self._corrections: dict[tuple[str, int, str], BoardCorrection] = {}
        self._tickets: dict[Pair, BookRow] = {}
        self._unsaved_writes: list[Write] = []
        self._changed: dict[str, None] = {}  # games that have gone on, in this order
        self.is_disk_full = False  # as far as the last try could tell
        self._checked = False  # that what waits is not on disk already
        self._on_table: str | None = None
        self._on_table = self._find_table()
        self._file.in_use = True

    @classmethod
    def open(cls, path: Path) -> "Journal":
        """The journal in this file, to write to; a damaged one is recovered first.

        Raises:
            LogRefusedError: another process writes to it, a newer program wrote it, it is damaged
                and cannot be recovered, or it should have games and has none.
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
        """The journal in this file, to read beside its writer.

        Raises:
            LogUnavailableError, LogDamagedError, LogRefusedError: it cannot be read.
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
        """What had to be recovered from damaged files."""
        return tuple(self._file.reports)

    def before_recovery(self, tell: Callable[[], None]) -> None:
        """Have somebody told before a damaged file is recovered: with many games it takes long."""
        self._file.before_recovery = tell

    def close(self) -> int:
        """Save what waits, if the disk takes it now, and let go of the file.

        The answer is how many entries are in memory only, and lost with it.
        """
        store = self._file.store
        if store is not None:
            if not store.is_unchanged:
                self._write_again()
            self._checked = False  # the program may have been stopped in the midst of saving
            if self._unsaved_writes:
                self._save()
        self._file.close()
        return self.unsaved

    def save(self) -> bool:
        """Try once more to save what waits; whether everything is on disk."""
        if self._file.store is None:
            return False
        return not self._unsaved_writes or self._save()

    @property
    def unsaved(self) -> int:
        """How many entries wait for the disk."""
        return sum(isinstance(write, Append) for write in self._unsaved_writes)

    # --- reading ---

    def on_table(self) -> str | None:
        """The game that was played last."""
        return self._on_table

    def read(self, game: str, board: Board) -> StoredGame | None:
        """A game as it is in the log; `board` spares reading the same one again.

        Raises:
            GameDamagedError: it cannot be shown; the others can.
        """
        record = self._records.get(game)
        if record is None:
            record = self._read(game, board)
            if record is None:
                return None
            self._records[game] = record
        return record.stored

    def load_readonly(self, game: str, board: Board) -> StoredGame | None:
        """A game as it is on disk, for looking through many: it is not kept in memory.

        Raises:
            GameDamagedError: it cannot be shown; the others can.
        """
        record = self._read(game, board)
        return None if record is None else record.stored

    def _read(self, game: str, board: Board) -> GameRows | None:
        """A game on disk; whoever writes is told where tables beside it are not as its log is."""
        beside = not self._file.is_view
        return self._file.query(partial(read_record, game=game, board=board, beside=beside))

    def loaded_games(self) -> list[StoredGame]:
        """The games that memory has: the disk may lack the end of one, or be none at all."""
        return [stored for record in self._records.values() if (stored := _shown(record))]

    def pending_card(self, game: str, seq: int) -> str | None:
        """The first card of the turn after an entry, as it was put by."""
        return self._file.query(lambda reader: reader.pending_card(game, seq))

    def hides_scores(self, game: str) -> bool:
        """Whether a game's scores are secret until it is over."""
        return bool(self._file.query(lambda reader: reader.hides_scores(game)))

    def select(self, query: str, parameters: Sequence[object] = ()) -> list[Any]:
        """The rows that answer a query; none where there is no file, or it cannot be read now."""
        return self._file.query(lambda reader: reader.select(query, parameters)) or []

    def hidden(self) -> list[HiddenGame]:
        """The games that were deleted and are still there."""
        return self._file.query(Reader.hidden) or []

    def merges(self) -> list[Merge]:
        """The players who count as others."""
        return self._file.query(Reader.merges) or []

    @property
    def path(self) -> Path | None:
        """The file; None where everything is in memory only."""
        return self._file.path

    def changed(self) -> list[str]:
        """The games that have gone on since this was last asked, and are on disk."""
        if self._unsaved_writes:
            return []
        changed, self._changed = list(self._changed), {}
        return changed

    def corrections(self) -> list[BoardCorrection]:
        """What the entries of all games found printed otherwise than we had it."""
        stored = {found.key: found for found in self._file.query(Reader.corrections) or ()}
        self._corrections = {**stored, **self._corrections}
        return list(self._corrections.values())

    def tickets(self) -> TicketBook:
        """The tickets that were seen so far."""
        self._tickets = newest((*(self._file.query(Reader.tickets) or ()), *self._tickets.values()))
        return book_of(self._tickets.values())

    def games(self) -> list[GameLine]:
        """Every game that was not deleted, oldest first."""
        hidden = {game.game for game in self.hidden()} - {self._on_table}
        return [line for line in self._lines() if line.uuid not in hidden]

    def _lines(self) -> list[GameLine]:
        lines = {line.uuid: line for line in self._file.query(Reader.games) or ()}
        lines |= {game: record.line for game, record in self._records.items()}
        return list(lines.values())

    def faulty(self) -> list[str]:
        """Every game, the deleted ones too, that is not as it was written, or cannot be shown."""
        return [line.uuid for line in self._lines() if not self._file.is_readable(line.uuid)]

    def faults(self) -> list[str]:
        """What is wrong with the file as a whole."""
        return self._file.query(Reader.faults) or []

    def mend(self) -> None:
        """Write the file anew from its entries, where anything else in it is not as they have it.

        What is lost is in the reports.

        Raises:
            LogUnavailableError: the disk does not take it.
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

    # --- writing: true when it is on disk ---

    def enrol(self, names: Sequence[str]) -> list[str]:
        """The stable ids of these players; new ones join the roster with the next write."""
        roster = {**(self._file.query(Reader.roster) or {}), **self._roster}
        merged = {merge.player for merge in self.merges()}  # a namesake who was not is meant
        order = sorted(roster.items(), key=lambda row: row[0] not in merged)
        spelled_so = {name: player for player, name in order}
        alike = {name.casefold(): player for player, name in order}
        return [spelled_so.get(name) or self._join(name, alike) for name in names]

    def _join(self, name: str, alike: Mapping[str, str]) -> str:
        """A new player; in other capitals than before he is the same person all the same.

        The name in earlier games stays as it was written there.
        """
        player = str(uuid.uuid4())
        self._roster[player] = name
        self._unsaved_writes.append(Enrol(player, name))
        if name.casefold() in alike:
            self._unsaved_writes.append(Merge(player, alike[name.casefold()]))
        return player

    def begin(self, entry: Entry, board: Board, names: Sequence[str]) -> bool:
        """A new game, with its first entry; it is on the table from now on."""
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
        """One more entry of a game's log, and what it taught of board and tickets for later."""
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
        """The ticket book is this one from now on."""
        self._note(book)
        return self._save()

    def _note(self, book: TicketBook) -> None:
        for row in list(changes(self._tickets, book)):
            self._tickets[row.pair] = row
            self._unsaved_writes.append(NoteTicket(row))

    def put_on_table(self, game: str) -> bool:
        """Another game goes on."""
        self._on_table = game
        self._changed[game] = None  # a deleted one counts again
        self._unsaved_writes.append(PutOnTable(game))
        return self._save()

    def save_pending_card(self, game: str, seq: int, card: str | None) -> None:
        """Keep the first card of the turn after an entry; it is no loss where the disk refuses."""
        try:
            self.write([SavePendingCard(game, seq, card)])
        except LogUnavailableError as error:
            log.info("the card that waits is in memory only: %s", error)

    def hide_scores(self, game: str, *, hidden: bool) -> bool:
        """Keep whether a game's scores are secret, for whoever shows it; false: not yet."""
        try:
            self.write([HideScores(game, hidden)])
        except LogUnavailableError as error:
            log.info("whether scores are secret is in memory only: %s", error)
            return self.path is None
        return True

    # --- beside the games: done, or an exception and nothing is changed ---

    def write(self, writes: Sequence[Write]) -> None:
        """Write what is no part of the game on the table, all of it or nothing.

        Raises:
            LogUnavailableError: the disk does not take it.
        """
        self._do(lambda store: store.write(writes))
        for write in writes:
            if isinstance(write, PutOnTable):
                self._on_table = write.game

    def rename(self, player: str, name: str) -> None:
        """Call a player otherwise, in all games.

        Raises:
            LogUnavailableError: the disk does not take it.
        """
        self.write([Enrol(player, name)])
        self._roster[player] = name
        for record in self._records.values():
            record.rename(player, name)

    def purge(self, game: str) -> None:
        """Take a game out of the log that was hidden long enough.

        Raises:
            LogUnavailableError: the disk does not take it.
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
        """Write all that waits, in order."""
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
        """All that waits; all that memory holds where the file is no longer what it was."""
        try:
            self._write(store)
        except LogMovedError as moved:
            log.warning("the file was moved, cut or replaced, and is written anew: %s", moved)
            self._write_again()
            self._write(store)

    def _write(self, store: Store) -> None:
        reader = store.open_to_write()
        if not self._checked and store.is_unchanged:  # else what is read is not under the name
            self._skip_saved(reader)
            self._checked = True
        store.write(self._unsaved_writes)

    def _skip_saved(self, reader: Reader) -> None:
        """After a failure, what waits may be on disk all the same."""
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

    # --- trouble ---

    def _find_table(self) -> str | None:
        """The game played last, read and checked: a recovery may leave another, or none."""
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
        """After a recovery, whatever it has lost of what memory holds."""
        merged = [write for write in self._unsaved_writes if isinstance(write, Merge)]
        self._unsaved_writes = [*self._all_writes(), *merged]
        self._checked = False

    def _all_writes(self) -> Iterator[Write]:
        """All that memory holds."""
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
    """Whether the file has it already: the commit that failed may have counted."""
    match write:
        case Append(game, row):
            return reader.has(game, row)
        case Begin():
            return reader.has_game(write.uuid)
    return False
