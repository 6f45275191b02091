"""The file behind a journal: it answers as long as it can, and is recovered where it is damaged."""

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from companion.game.board.board import standard_board
from companion.journal.errors import (
    GameDamaged,
    LogDamaged,
    LogRefused,
    LogUnavailable,
    LogUnreadable,
    Report,
    sorted_out,
)
from companion.journal.reader import Reader
from companion.journal.rescue.recovery import recover
from companion.journal.rescue.unreadable import find_unreadable
from companion.journal.store import Store, View
from companion.journal.stored_games import Record, read_record

log = logging.getLogger(__name__)

_Answer = TypeVar("_Answer")


class LogFile:
    """A store to write to, a view to read, or nothing; `in_use`: no trouble stops the game."""

    def __init__(self, source: Store | View | None, on_recovery: Callable[[], None]) -> None:
        self._source = source
        self._on_recovery = on_recovery
        self.in_use = False
        self.before_recovery: Callable[[], None] = _tell_nobody
        self.reports: list[Report] = []

    @property
    def path(self) -> Path | None:
        """Where it is; None where there is none."""
        return None if self._source is None else self._source.path

    @property
    def store(self) -> Store | None:
        """The file to write to."""
        return self._source if isinstance(self._source, Store) else None

    @property
    def is_view(self) -> bool:
        """Whether another process writes to it."""
        return isinstance(self._source, View)

    def close(self) -> None:
        """Let go of it."""
        if self._source is not None:
            self._source.close()

    def holds(self, game: str) -> bool:
        """Whether a game's entries, and what lies beside them, are as they were written."""
        return self._source is None or self._record(self._source, game) is not None

    def holds_soundly(self, game: str) -> bool:
        """Whether a game is as it was written, and can be shown."""
        if self._source is None:
            return True
        record = self._record(self._source, game)
        try:
            return record is not None and bool(record.stored.shown())
        except GameDamaged:
            return False

    @staticmethod
    def _record(source: Store | View, game: str) -> Record | None:
        question = partial(read_record, game=game, board=standard_board(), beside=True)
        try:
            return _put(question, source)
        except LogDamaged:
            return None

    def ask(self, question: Callable[[Reader], _Answer]) -> _Answer | None:
        """Put a question to the file; None where there is none. A damaged one is recovered."""
        if self._source is None:
            return None
        try:
            return _put(question, self._source)
        except LogUnavailable:
            return self._ask_beside(question)
        except LogRefused:
            if not self.in_use:
                raise
            return self._ask_beside(question)
        except LogDamaged as damage:
            if not isinstance(self._source, Store):
                raise
            return self._ask_recovered(question, self._source, damage)

    def recover(self, store: Store, damage: LogDamaged) -> None:
        """Write the file anew with all that can be read of it."""
        self.before_recovery()
        store.drop()
        self._report(recover(store.path, damage))
        self._on_recovery()

    def report_wal_gone(self) -> None:
        """Say that what was written last is not there."""
        wal = f"{self.path}-wal"
        self.reports.append(Report(f"{wal} is gone", "", (), 0, 0, wal_gone=wal))

    def _ask_recovered(
        self, question: Callable[[Reader], _Answer], store: Store, damage: LogDamaged
    ) -> _Answer | None:
        try:
            self.recover(store, damage)
            return _put(question, store)
        except LogUnavailable:
            self._report(_nothing_done(damage))
        except LogDamaged as error:
            if not self.in_use:
                raise LogRefused(f"{store.path}: {error}") from error
            self._report(_nothing_done(error))
        return None

    def _ask_beside(self, question: Callable[[Reader], _Answer]) -> _Answer | None:
        """The disk takes nothing now: read what is there without touching it."""
        assert self._source is not None
        view = View(self._source.path)
        try:
            return _put(question, view)
        except LogUnavailable as error:
            self._refuse_to_begin_without(self._source.path, error)
            return None
        except LogRefused:
            if not self.in_use:
                raise
            return None
        except LogDamaged as damage:
            self._report(_nothing_done(damage))
            return None
        finally:
            view.close()

    def _refuse_to_begin_without(self, path: Path, error: LogUnavailable) -> None:
        """A file that cannot be read is not an empty one.

        Raises:
            LogUnreadable: it is there, and the game has not begun yet.
        """
        if self.in_use:
            return
        if (unreadable := find_unreadable(path)) is not None:
            raise unreadable
        if path.exists():
            raise LogUnreadable(path, path, str(error))

    def _report(self, report: Report) -> None:
        self.reports.append(report)
        if self.in_use:
            log.error("the log was damaged: %s", report)


def _put(question: Callable[[Reader], _Answer], source: Store | View) -> _Answer:
    with sorted_out(), source.open().at_one_moment() as reader:
        return question(reader)


def _tell_nobody() -> None:
    """Recovering takes a while, and nobody has to know before."""


def _nothing_done(damage: LogDamaged) -> Report:
    return Report(str(damage), "", (), 0, 0)
