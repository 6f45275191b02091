"""Explains why an existing log can't be read: which file, its owner, and the remedy."""

import errno
import os
import pwd
import shlex
import stat
from itertools import count
from pathlib import Path
from typing import Final

from companion.journal.errors import LogUnreadableError

_RIGHTS: Final = (errno.EACCES, errno.EPERM)


def find_unreadable(path: Path) -> LogUnreadableError | None:
    """Return why a log can't be read; None if it can be, or doesn't exist.

    It must not be open anywhere.
    """
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return _unreadable(path, _closed_folder(path), error)
    if not stat.S_ISREG(found.st_mode):
        return None  # reported elsewhere
    for file in (path, Path(f"{path}-wal")):
        try:
            _read_a_byte(file)
        except FileNotFoundError:
            continue
        except OSError as error:
            return _unreadable(path, file, error)
    return None


def name_beside(path: Path) -> Path | None:
    """Return a path next to an unreadable file to use instead, or None if the folder is closed."""
    if not os.access(path.parent, os.R_OK | os.W_OK | os.X_OK):
        return None
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if find_unreadable(name) is None)


def _unreadable(path: Path, culprit: Path, error: OSError) -> LogUnreadableError:
    problem, owner = error.strerror or str(error), _owner(culprit)
    remedy = _remedy(culprit, owner) if error.errno in _RIGHTS else ""
    return LogUnreadableError(path, culprit, problem, owner, remedy)


def _owner(culprit: Path) -> str:
    """Return the owner's name, or "" if unknown."""
    try:
        return pwd.getpwuid(os.stat(culprit).st_uid).pw_name
    except (OSError, KeyError):
        return ""


def _remedy(culprit: Path, owner: str) -> str:
    """Return the shell command that makes it readable for us."""
    name = shlex.quote(str(culprit))
    if owner == _user():
        return f"chmod u+rwX {name}"
    return f"sudo chown {'-R ' if culprit.is_dir() else ''}{_user()} {name}"


def _closed_folder(path: Path) -> Path:
    """Return the first folder on the path that we can't enter."""
    folders = list(reversed(path.parents))
    return next((folder for folder in folders if not os.access(folder, os.X_OK)), path.parent)


def _read_a_byte(file: Path) -> None:
    number = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    try:
        os.read(number, 1)
    finally:
        os.close(number)


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
