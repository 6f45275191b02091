"""The file of games copied at the end of each game: the last ten are kept, one can be put back."""

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
    """A copy of the file, by number: the clock may jump, the numbers do not."""

    number: int
    day: str  # as the clock had it: 20261116
    file: Path
    size: int
    made: datetime  # as the disk has it

    @property
    def games(self) -> int | None:
        """How many are in it; None where it cannot be read."""
        return games_counted(self.file)


def _backup(number: int, day: str, file: Path) -> Backup:
    found = file.stat()
    return Backup(number, day, file, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC))


@dataclass(frozen=True, slots=True)
class BackupOutcome:
    """What became of the last attempt; `problem` is for the program's own log."""

    backup: Backup | None
    problem: str = ""


class Backups:
    """The copies of one file of games."""

    def __init__(self, file: Path, *, today: Callable[[], str] | None = None) -> None:
        self._file = Path(os.path.realpath(file))
        self._folder = folder_of(self._file)
        self._today = today or _today
        self._thread: threading.Thread | None = None
        self._again = False
        self._lock = threading.Lock()
        self.last: BackupOutcome | None = None

    def all(self) -> tuple[Backup, ...]:
        """Those there are, newest first."""
        return tuple(_backup(*found) for found in backup_files(self._file))

    def make(self) -> Backup:
        """Copy the file now, check the copy, and only then remove the oldest.

        Raises:
            HistoryError: `no_backup` with the `problem`; the older ones are as they were.
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
        for left in self._folder.glob(f".{self._file.stem}-*.part*"):  # of one that was cut short
            left.unlink(missing_ok=True)
        copy_file(self._file, copy)
        for backup in earlier[MAX_BACKUPS - 1 :]:
            backup.file.unlink(missing_ok=True)
        return _backup(number, day, copy)

    # --- beside the game ---

    def follow(self, referee: Referee) -> Callable[[], None]:
        """Make one whenever a game is over; the answer ends it."""
        phase = referee.game.state.phase if referee.has_game else ""

        def listen(announcement: Announcement) -> None:
            nonlocal phase
            before, phase = phase, announcement.state.phase
            if announcement.entry is not None and phase == "over" != before:
                self.make_soon()

        return referee.subscribe(listen)

    def make_soon(self) -> None:
        """Make one in a thread of its own; the game goes on whatever becomes of it."""
        with self._lock:
            self._again = True
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="backup", daemon=True)
                self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Until none is being made; whether that is so."""
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
    """Put a backup in the place of the file of games, which nobody may have open.

    The present file is kept aside: the answer says where.

    Raises:
        HistoryError: `no_restore` with the `problem`; then the present file is in its place.
        LogInUseError: a program has the file open.
    """
    try:
        return restore_file(file, backup)
    except (LogUnavailableError, LogDamagedError) as error:
        raise HistoryError("no_restore", problem=str(error)) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """One backup at a time, whichever program makes it."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _today() -> str:
    return datetime.now(UTC).strftime("%Y%m%d")
