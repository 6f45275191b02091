"""Backs up the file of games after each game; the last ten are kept and can be restored."""

import fcntl
import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.history.errors import HistoryError
from companion.journal import LogDamagedError, LogRefusedError, LogUnavailableError
from companion.journal.disk.backup_files import backup_files, folder_of
from companion.journal.disk.copying import copy_file, games_counted
from companion.journal.disk.restoring import restore_file
from companion.permissions import create_private_folder
from companion.referee import Announcement, Referee

log = logging.getLogger(__name__)

MAX_BACKUPS: Final = 10


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the file; ordered by number, because the clock can jump."""

    number: int
    day: str  # by the system clock: 20261116
    file: Path
    size: int
    made: datetime  # modification time of the file

    @property
    def games(self) -> int | None:
        """Number of games in it, or None if it can't be read."""
        return games_counted(self.file)


def _backup(number: int, day: str, file: Path) -> Backup:
    found = file.stat()
    return Backup(number, day, file, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))


@dataclass(frozen=True, slots=True)
class BackupOutcome:
    """The result of the last attempt; `problem` is for the program's log file."""

    backup: Backup | None
    problem: str = ""


class Backups:
    """The backups of one file of games."""

    def __init__(self, file: Path, *, today: Callable[[], str] | None = None) -> None:
        self._file = Path(os.path.realpath(file))
        self._folder = folder_of(self._file)
        self._today = today or _today
        self._thread: threading.Thread | None = None
        self._again = False
        self._lock = threading.Lock()
        self.last: BackupOutcome | None = None

    def all(self) -> tuple[Backup, ...]:
        """Return all backups, newest first."""
        return tuple(_backup(*found) for found in backup_files(self._file))

    def make(self) -> Backup:
        """Copy the file now, check the copy, and only then remove the oldest backup.

        Raises:
            HistoryError: `no_backup` with the `problem`; the older backups are unchanged.
        """
        try:
            create_private_folder(self._folder)
            with _alone_in(self._folder):
                return self._make()
        except (LogUnavailableError, LogDamagedError, LogRefusedError, OSError) as error:
            raise HistoryError("no_backup", problem=str(error)) from error

    def _make(self) -> Backup:
        earlier = self.all()
        number = earlier[0].number + 1 if earlier else 1
        day = self._today()
        copy = self._folder / f"{self._file.stem}-{number:06}-{day}.db"
        for left in self._folder.glob(f".{self._file.stem}-*.part*"):  # of an interrupted backup
            left.unlink(missing_ok=True)
        copy_file(self._file, copy)
        for backup in earlier[MAX_BACKUPS - 1 :]:
            backup.file.unlink(missing_ok=True)
        return _backup(number, day, copy)

    # --- in the background ---

    def follow(self, referee: Referee) -> Callable[[], None]:
        """Make a backup whenever a game ends; return a function that unsubscribes."""
        phase = referee.game.state.phase if referee.has_game else ""

        def listen(announcement: Announcement) -> None:
            nonlocal phase
            before, phase = phase, announcement.state.phase
            if announcement.entry is not None and phase == "over" != before:
                self.make_soon()

        return referee.subscribe(listen)

    def make_soon(self) -> None:
        """Make a backup in a background thread; errors are only logged."""
        with self._lock:
            self._again = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="backup", daemon=True)
                self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until no backup is in progress; return False on timeout."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return self._thread is None

    def _work(self) -> None:
        while self._is_wanted():
            try:
                self.last = BackupOutcome(self.make())
            except HistoryError as refused:
                log.warning("no backup: %s", refused.facts["problem"])
                self.last = BackupOutcome(None, refused.facts["problem"])

    def _is_wanted(self) -> bool:
        with self._lock:
            wanted, self._again = self._again, False
            if not wanted:
                self._thread = None
            return wanted


def restore(file: Path, backup: Path) -> Path | None:
    """Replace the file of games, which nobody may have open, with a backup.

    Returns the path where the replaced file was kept, if there was one.

    Raises:
        HistoryError: `no_restore` with the `problem`; the current file is unchanged.
        LogInUseError: If a program has the file open.
    """
    try:
        return restore_file(file, backup)
    except (LogUnavailableError, LogDamagedError) as error:
        raise HistoryError("no_restore", problem=str(error)) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Allow one backup at a time, across processes."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _today() -> str:
    return datetime.now(UTC).strftime("%Y%m%d")
