"""Opens, copies, checks and removes a log's file together with SQLite's -wal and -shm files."""

import contextlib
import os
import shutil
import sqlite3
from itertools import count, takewhile
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from companion.journal.disk.wal import beside, frames, is_damaged
from companion.journal.errors import (
    ForeignLogError,
    LogDamagedError,
    LogUnavailableError,
    NewerLogError,
    NotALogFileError,
    translate_sqlite_errors,
)
from companion.journal.schema import VERSION, is_foreign, prepare, strange_code, version_of
from companion.permissions import copy_owner_mode, create_private_file, restrict_to_owner

_WAL_FORMAT: Final = 2  # SQLite's newest; it opens files with a higher one read-only
_BUSY_TIMEOUT: Final = 0.05  # seconds to wait while another program has the file locked


def copy_log(path: Path, copy: Path) -> None:
    """Copy a log's file together with its write-ahead log."""
    for end in ("-wal", ""):
        if os.path.exists(f"{path}{end}"):
            create_private_file(Path(f"{copy}{end}"))
            shutil.copyfile(f"{path}{end}", f"{copy}{end}")


def remove_log(path: Path) -> None:
    """Remove a log's file, if there is one, and SQLite's files next to it.

    The main file goes last: a write-ahead log without its file would be applied to the next one.
    """
    for end in ("-wal", "-shm", "-journal", ""):
        Path(f"{path}{end}").unlink(missing_ok=True)


def renewed(path: Path) -> Path:
    """Return the name of the fresh file that will replace `path`; such a file is always complete.

    If `path` doesn't exist, the fresh file is the valid one.
    """
    return path.with_name(f"{path.name}.renewed")


def keep_private(path: Path) -> None:
    """Make a log's file readable by its owner only, if it is ours.

    SQLite's files next to it get the same permissions. SQLite leaves them as they were while the
    file was read-only, and could never write again.

    Raises:
        NewerLogError, ForeignLogError: If it is another program's; it isn't changed.
    """
    with contextlib.suppress(LogDamagedError, LogUnavailableError, OSError):
        refuse_others(path)
    restrict_to_owner(path)
    for end in ("-wal", "-shm", "-journal"):
        copy_owner_mode(Path(f"{path}{end}"), path)


def refuse_special(path: Path) -> None:
    """Reject anything but regular files: opening a FIFO or a device could block forever.

    Raises:
        NotALogFileError: If the file or one of SQLite's files next to it isn't a regular file.
    """
    for end in ("", "-wal", "-shm", "-journal", ".lock"):
        special = Path(f"{path}{end}")
        if special.exists() and not special.is_file():
            raise NotALogFileError(str(special))


def refuse_others(path: Path) -> None:
    """Reject files of other programs, of newer versions, and with triggers that are not ours.

    Raises:
        NewerLogError, ForeignLogError: If it is one of these.
        LogDamagedError: If it can't be determined, or a trigger of ours was changed.
    """
    if not path.exists() or not path.stat().st_size:
        return
    with translate_sqlite_errors():
        connection = read_only(path)
    with contextlib.closing(connection):
        try:
            with translate_sqlite_errors():
                _refuse_others(path, connection)
        except LogUnavailableError:  # SQLite needs to write next to it, so it won't write either
            _refuse_newer(path, int.from_bytes(_header(path)[60:64]))


def _refuse_others(path: Path, connection: sqlite3.Connection) -> None:
    if is_foreign(connection):
        raise ForeignLogError(path)
    _refuse_newer(path, version_of(connection))
    strange = strange_code(connection)
    if not all(strange.values()):
        raise ForeignLogError(path, [name for name, is_ours in strange.items() if not is_ours])
    if strange:
        raise LogDamagedError(f"{', '.join(strange)}: not as it was made")


def _refuse_newer(path: Path, version: int) -> None:
    if version > VERSION:
        raise NewerLogError(path, version)


def refuse_unfit(path: Path) -> None:
    """Detect damage that SQLite mistakes for a new file, a read-only one or a power cut.

    Raises:
        LogDamagedError: If there is any.
    """
    header = _header(path) if path.exists() else b""
    if not path.exists() and copies(path):
        raise LogDamagedError("its recovery was cut short")
    if any(version > _WAL_FORMAT for version in header[18:20]):
        raise LogDamagedError("its header is not as it was written")
    if is_damaged(path) or (not header and frames(beside(path))):
        raise LogDamagedError("what lies beside it is not as it was written")


def copies(path: Path) -> list[Path]:
    """Return the copies of this file that were made when it was damaged, oldest first."""
    numbered = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return list(takewhile(Path.exists, numbered))


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def open_file(path: Path) -> Database:
    """Open a log's file for durable commits; create or migrate it if necessary."""
    create_private_file(path)
    connection = connect(path)
    try:
        return prepare(connection)
    except BaseException:
        connection.close()
        raise


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection in autocommit mode."""
    connection = sqlite3.connect(
        path, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    return _distrusting(connection)


def read_only(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """Open a read-only connection; `alone` ignores the write-ahead log."""
    address = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    name = f"file:{address}?mode=ro{'&immutable=1' if alone else ''}"
    connection = sqlite3.connect(name, timeout=_BUSY_TIMEOUT, uri=True, check_same_thread=False)
    return _distrusting(connection)


def _distrusting(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Don't let a file's schema call functions that could do harm."""
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection
