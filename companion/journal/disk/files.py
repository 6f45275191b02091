"""A log's file on the disk, with what SQLite writes beside it: opened, copied, removed."""

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

_WAL_FORMAT: Final = 2  # SQLite's newest; it would take a file of a higher one for read-only
_BUSY_TIMEOUT: Final = 0.05  # seconds that a change waits while another program has the file locked


def copy_log(path: Path, copy: Path) -> None:
    """Copy a log's file together with what SQLite has written beside it."""
    for end in ("-wal", ""):
        if os.path.exists(f"{path}{end}"):
            create_private_file(Path(f"{copy}{end}"))
            shutil.copyfile(f"{path}{end}", f"{copy}{end}")


def remove_log(path: Path) -> None:
    """Remove a log's file, if there is one, and what SQLite has written beside it.

    The file goes last: a write-ahead log without its file would be laid over the next one.
    """
    for end in ("-wal", "-shm", "-journal", ""):
        Path(f"{path}{end}").unlink(missing_ok=True)


def renewed(path: Path) -> Path:
    """The name of a fresh file that is to take another's place; what has it is whole, and on disk.

    While there is no other, it is the one that counts.
    """
    return path.with_name(f"{path.name}.renewed")


def keep_private(path: Path) -> None:
    """Close a log's file to others, where it is ours.

    What lies beside it gets the same rights: SQLite leaves it as it was when the file was
    read-only, and could never write again.

    Raises:
        NewerLogError, ForeignLogError: it is another program's, and as it was.
    """
    with contextlib.suppress(LogDamagedError, LogUnavailableError, OSError):
        refuse_others(path)
    restrict_to_owner(path)
    for end in ("-wal", "-shm", "-journal"):
        copy_owner_mode(Path(f"{path}{end}"), path)


def refuse_special(path: Path) -> None:
    """Leave alone what is no regular file: opening a fifo or a device may never end.

    Raises:
        NotALogFileError: it is none, or what lies beside it.
    """
    for end in ("", "-wal", "-shm", "-journal", ".lock"):
        special = Path(f"{path}{end}")
        if special.exists() and not special.is_file():
            raise NotALogFileError(str(special))


def refuse_others(path: Path) -> None:
    """Leave another program's file alone, a newer one's, and one with triggers that are not ours.

    Raises:
        NewerLogError, ForeignLogError: it is one.
        LogDamagedError: that cannot be told, or a trigger of ours is not as it was made.
    """
    if not path.exists() or not path.stat().st_size:
        return
    with translate_sqlite_errors():
        connection = read_only(path)
    with contextlib.closing(connection):
        try:
            with translate_sqlite_errors():
                _refuse_others(path, connection)
        except LogUnavailableError:  # SQLite wants to write beside it: then nothing will be written
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
    """Find the damage that SQLite takes for a new file, a read-only one or a power cut.

    Raises:
        LogDamagedError: there is some.
    """
    header = _header(path) if path.exists() else b""
    if not path.exists() and copies(path):
        raise LogDamagedError("its recovery was cut short")
    if any(version > _WAL_FORMAT for version in header[18:20]):
        raise LogDamagedError("its header is not as it was written")
    if is_damaged(path) or (not header and frames(beside(path))):
        raise LogDamagedError("what lies beside it is not as it was written")


def copies(path: Path) -> list[Path]:
    """The copies of this file that were found damaged, oldest first."""
    numbered = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return list(takewhile(Path.exists, numbered))


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def open_file(path: Path) -> Database:
    """A log's file, made or brought up to date, durable in every commit."""
    create_private_file(path)
    connection = connect(path)
    try:
        return prepare(connection)
    except BaseException:
        connection.close()
        raise


def connect(path: Path) -> sqlite3.Connection:
    """A connection of which every statement is its own transaction, unless one was begun."""
    connection = sqlite3.connect(
        path, timeout=_BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
    )
    return _distrusting(connection)


def read_only(path: Path, *, alone: bool = False) -> sqlite3.Connection:
    """A connection that changes nothing; `alone`: as if nothing lay beside the file."""
    address = str(path.absolute()).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    name = f"file:{address}?mode=ro{'&immutable=1' if alone else ''}"
    connection = sqlite3.connect(name, timeout=_BUSY_TIMEOUT, uri=True, check_same_thread=False)
    return _distrusting(connection)


def _distrusting(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Let what a file brings along call no function that could do harm."""
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection
