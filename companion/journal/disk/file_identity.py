"""The file under a log's name: whether it is still the one that is open, and as it was left.

SQLite goes on writing to a file that was removed or renamed, and past the end of a write-ahead
log that was cut: nobody would find those entries again.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.atomic_files import create_exclusive
from companion.journal.disk.files import connect, read_only, refuse_special, remove_log
from companion.journal.errors import (
    LogDamagedError,
    LogUnavailableError,
    NotALogFileError,
    translate_sqlite_errors,
)
from companion.journal.rescue.checking import check_file, check_open
from companion.journal.schema import VERSION, version_of
from companion.permissions import create_private_file


class FileStamp(NamedTuple):
    """What tells one file, and what is in it, from another."""

    device: int
    inode: int
    size: int
    written: int  # nanoseconds


class FileIdentity(NamedTuple):
    """A log's file and its write-ahead log; None: there is none of that name."""

    file: FileStamp | None
    wal: FileStamp | None

    def same_files(self, other: "FileIdentity") -> bool:
        """Whether both names mean the same files as before, whatever is in them."""
        return self.same_main_file(other) and _is_same(self.wal, other.wal)

    def same_main_file(self, other: "FileIdentity") -> bool:
        """Whether the name means the same file as before, whatever lies beside it."""
        return _is_same(self.file, other.file)


def file_identity(path: Path) -> FileIdentity:
    """What is there now.

    Raises:
        OSError: that cannot be told.
    """
    return FileIdentity(_stamp(str(path), os.lstat), _stamp(f"{path}-wal", os.stat))


def _stamp(name: str, look: Callable[[str], os.stat_result]) -> FileStamp | None:
    """What has a name; a link in the file's own place is another file, wherever it leads."""
    try:
        found = look(name)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return FileStamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _is_same(one: FileStamp | None, other: FileStamp | None) -> bool:
    return one is not None and other is not None and one[:2] == other[:2]


def restore_name(connection: sqlite3.Connection, path: Path, left: FileIdentity) -> None:
    """Have all that a connection can still read in a file under the name, and close it.

    What cannot be read is for those to write who have it in memory. Another program's file is
    not touched.

    Raises:
        LogUnavailableError: that cannot be done now; the connection is still open.
        LogRefusedError: another program has the name.
    """
    with translate_sqlite_errors():
        now = file_identity(path)
        if now.file is None:
            _refuse_strange_wal(path, now, left)
            with contextlib.suppress(LogDamagedError):
                _copy_to(connection, path)
        elif not _is_same(now.file, left.file):
            refuse_strange(path, left)
        elif now.file == left.file and not _is_same(now.wal, left.wal):
            _refuse_strange_wal(path, now, left)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    close_untouched(connection, path)


def checkpoint_link_target(connection: sqlite3.Connection, path: Path, left: FileIdentity) -> Path:
    """Have all that a connection wrote where the link in the file's place leads; which file it is.

    Where that is the file itself, moved, its write-ahead log goes into it: nobody would look for
    that beside the link. Another one must be a sound log of our version.

    Raises:
        LogUnavailableError: the link leads to something else, or nowhere.
        NotALogFileError: it leads to a fifo or a device.
    """
    target = Path(os.path.realpath(path))
    with translate_sqlite_errors():
        refuse_special(target)
        if not target.exists():
            raise LogUnavailableError(f"{path} is a link to {target}, which is not there")
        if _is_same(file_identity(target).file, left.file):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        else:
            refuse_strange(target, left)
    return target


def _copy_to(connection: sqlite3.Connection, path: Path) -> None:
    fresh = path.with_name(f"{path.name}.moving")
    try:
        remove_log(fresh)
        create_private_file(fresh)
        with translate_sqlite_errors(), contextlib.closing(connect(fresh)) as target:
            connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        check_file(fresh)
        _remove_beside(path)
        create_exclusive(fresh, path)
    finally:
        remove_log(fresh)


def _refuse_strange_wal(path: Path, now: FileIdentity, left: FileIdentity) -> None:
    if now.wal is not None and now.wal.size and not _is_same(now.wal, left.wal):
        raise LogUnavailableError(f"{path}-wal is another program's")


def refuse_strange(path: Path, known: FileIdentity) -> None:
    """Leave a file alone that took the place of ours, unless it is a sound log of our version.

    Raises:
        LogUnavailableError: it is not.
        NotALogFileError: it is a fifo or a device.
    """
    refuse_special(path)
    if path.is_symlink():
        raise LogUnavailableError(f"{path} is a link now")
    now = file_identity(path)
    if now.file is None or _is_same(now.file, known.file):
        return
    alone = _is_same(now.wal, known.wal)  # then what lies beside it belongs to our file
    try:
        with (
            translate_sqlite_errors(),
            contextlib.closing(read_only(path, alone=alone)) as connection,
        ):
            if version_of(connection) != VERSION:
                raise LogDamagedError("of another version")
            check_open(connection)
    except LogDamagedError as error:
        raise LogUnavailableError(f"{path} is another file now: {error}") from error
    if alone:
        _remove_beside(path)


def _remove_beside(path: Path) -> None:
    """Away with what SQLite wrote beside a file that is gone: it would be laid over this one."""
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def close_untouched(connection: sqlite3.Connection, path: Path) -> None:
    """Close without taking in the write-ahead log: the files stay as they are.

    SQLite leaves that to whoever closes last, and a reader does not do it.
    """
    with contextlib.ExitStack() as beside:
        with contextlib.suppress(sqlite3.Error, NotALogFileError):
            refuse_special(path)
            reader = beside.enter_context(contextlib.closing(read_only(path)))
            reader.execute("SELECT 1 FROM games LIMIT 1").fetchall()
        for end in (connection.rollback, connection.close):
            with contextlib.suppress(sqlite3.Error):
                end()
