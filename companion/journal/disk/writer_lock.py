"""The right to write to a log's file: one program at a time, whatever it calls the file."""

import fcntl
import os
from pathlib import Path

from companion.journal.errors import LogInUseError
from companion.permissions import create_private_file, restrict_to_owner


class WriterLock:
    """Locks the name, before there is a file, and the file itself, which may have several names.

    Both die with their process, so that nothing is left to clean up.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held: dict[str, int] = {}

    def take(self) -> None:
        """Lock the name and, once it is there, the file. Nobody here may have it open.

        Raises:
            LogInUseError: another program has it.
            OSError: the disk is in the way.
        """
        self.take_name()
        if self._path.exists():
            self._hold(str(self._path))

    def take_name(self) -> None:
        """Lock the name alone, in the folder as it is now.

        Raises:
            LogInUseError, OSError: as for take().
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
        """Let others write. Close the file first: its end would end SQLite's own locks too."""
        while self._held:
            os.close(self._held.popitem()[1])

    def _hold(self, name: str) -> None:
        """Lock what has this name now, where that is not what is held."""
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
