"""Lets only one program at a time write to a log's file, whatever path it uses."""

import fcntl
import os
from pathlib import Path

from companion.journal.errors import LogInUseError
from companion.permissions import create_private_file, restrict_to_owner


class WriterLock:
    """Locks the path, before there is a file, and the file itself, which can have several paths.

    Both locks end with the process, so they need no cleanup.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: dict[str, int] = {}

    def take(self) -> None:
        """Lock the path and, if it exists, the file. This process must not have it open yet.

        Raises:
            LogInUseError: If another program holds the lock.
            OSError: If the disk fails.
        """
        self.take_name()
        if self._path.exists():
            self._hold(str(self._path))

    def take_name(self) -> None:
        """Lock only the path, in the current folder of that name.

        Raises:
            LogInUseError, OSError: As for take().
        """
        name = f"{self._path}.lock"
        try:
            create_private_file(Path(name))
        except OSError:
            if not os.path.exists(name):
                raise
        restrict_to_owner(Path(name))
        self._hold(name)

    def let_go(self) -> None:
        """Release the locks. Close the file first: this would drop SQLite's own locks too."""
        while self._held:
            os.close(self._held.popitem()[1])

    def _hold(self, name: str) -> None:
        """Lock the file that has this name now, unless it is the one already locked."""
        held = self._held.get(name)
        if held is not None and _is_under(held, name):
            return
        lock = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise LogInUseError(str(self._path)) from error
        self._held[name] = lock
        if held is not None:
            os.close(held)


def _is_under(held: int, name: str) -> bool:
    try:
        return os.path.samestat(os.fstat(held), os.stat(name))
    except FileNotFoundError:
        return False
