"""The file behind a journal: stays readable as long as possible and is recovered if damaged."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.game.board.board import standard_board
from companion.journal.errors import (
    GameDamagedError,
    LogDamagedError,
    LogRefusedError,
    LogUnavailableError,
    LogUnreadableError,
    RecoveryReport,
    translate_sqlite_errors,
)
from companion.journal.reader import Reader
from companion.journal.rescue.recovery import recover
from companion.journal.rescue.unreadable import find_unreadable
from companion.journal.store import ReadOnlyStore, Store
from companion.journal.stored_games import GameRows, read_record

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")


class RecoverableFile:
    """A store to write to, a read-only store, or nothing.

    Once `in_use` is set, problems with the file no longer raise, so that a game can go on.
    """

    def __init__(
        self, source: Store | ReadOnlyStore | None, on_recovery: Callable[[], None]
    ) -> None:
        self._source = source
        self._on_recovery = on_recovery
        self.in_use = False
        self.before_recovery: Callable[[], None] = _ignore
        self.reports: list[RecoveryReport] = []

    @property
    def path(self) -> Path | None:
        return None if self._source is None else self._source.path

    @property
    def store(self) -> Store | None:
        """The store to write to, or None if the file is read-only or there is none."""
        return self._source if isinstance(self._source, Store) else None

    @property
    def is_view(self) -> bool:
        """Whether the file is opened for reading only."""
        return isinstance(self._source, ReadOnlyStore)

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def is_intact(self, game: str) -> bool:
        """Whether a game's entries and its rows in other tables are as they were written."""
        return self._source is None or self._record(self._source, game) is not None

    def is_readable(self, game: str) -> bool:
        """Whether a game is as it was written and can be shown."""
        if self._source is None:
            return True
        record = self._record(self._source, game)
        try:
            return record is not None and bool(record.stored.shown())
        except GameDamagedError:
            return False

    @staticmethod
    def _record(source: Store | ReadOnlyStore, game: str) -> GameRows | None:
        question = partial(read_record, game=game, board=standard_board(), beside=True)
        try:
            return _run_query(question, source)
        except LogDamagedError:
            return None

    def query(self, question: Callable[[Reader], _Answer]) -> _Answer | None:
        """Run a query on the file, recovering it if damaged; None if there is no file."""
        if self._source is None:
            return None
        try:
            return _run_query(question, self._source)
        except LogUnavailableError:
            return self._query_readonly(question)
        except LogRefusedError:
            if not self.in_use:
                raise
            return self._query_readonly(question)
        except LogDamagedError as damage:
            if not isinstance(self._source, Store):
                raise
            return self._query_after_recovery(question, self._source, damage)

    def recover(self, store: Store, damage: LogDamagedError) -> None:
        """Rebuild the file from everything that can still be read."""
        self.before_recovery()
        store.drop()
        self._report(recover(store.path, damage))
        self._on_recovery()

    def report_wal_gone(self) -> None:
        """Add a report that the latest writes are missing."""
        wal = f"{self.path}-wal"
        self.reports.append(RecoveryReport(f"{wal} is gone", "", (), 0, 0, wal_gone=wal))

    def _query_after_recovery(
        self, question: Callable[[Reader], _Answer], store: Store, damage: LogDamagedError
    ) -> _Answer | None:
        try:
            self.recover(store, damage)
            return _run_query(question, store)
        except LogUnavailableError:
            self._report(_nothing_done(damage))
        except LogDamagedError as error:
            if not self.in_use:
                raise LogRefusedError(f"{store.path}: {error}") from error
            self._report(_nothing_done(error))
        return None

    def _query_readonly(self, question: Callable[[Reader], _Answer]) -> _Answer | None:
        """Read the file without touching it, because the disk can't be written to now."""
        assert self._source is not None
        view = ReadOnlyStore(self._source.path)
        try:
            return _run_query(question, view)
        except LogUnavailableError as error:
            self._refuse_to_begin_without(self._source.path, error)
            return None
        except LogRefusedError:
            if not self.in_use:
                raise
            return None
        except LogDamagedError as damage:
            self._report(_nothing_done(damage))
            return None
        finally:
            view.close()

    def _refuse_to_begin_without(self, path: Path, error: LogUnavailableError) -> None:
        """Don't treat an unreadable file as an empty one.

        Raises:
            LogUnreadableError: If the file exists and the journal is not in use yet.
        """
        if self.in_use:
            return
        if (unreadable := find_unreadable(path)) is not None:
            raise unreadable
        if path.exists():
            raise LogUnreadableError(path, path, str(error))

    def _report(self, report: RecoveryReport) -> None:
        self.reports.append(report)
        if self.in_use:
            log.error("the log was damaged: %s", report)


def _run_query(question: Callable[[Reader], _Answer], source: Store | ReadOnlyStore) -> _Answer:
    with translate_sqlite_errors(), source.open().at_one_moment() as reader:
        return question(reader)


def _ignore() -> None:
    """The default callback before a recovery."""


def _nothing_done(damage: LogDamagedError) -> RecoveryReport:
    return RecoveryReport(str(damage), "", (), 0, 0)
