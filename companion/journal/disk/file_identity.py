"""Detects whether a log's path still leads to the file that is open, unchanged.

SQLite goes on writing to a file that was removed or renamed, and past the end of a truncated write-
ahead log: those entries would be lost.
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
    """Identifies a file and a version of its content."""

    device: int
    inode: int
    size: int
    written: int  # nanoseconds


class FileIdentity(NamedTuple):
    """Stamps of a log's file and its write-ahead log; None if there is no such file."""

    file: FileStamp | None
    wal: FileStamp | None

    def same_files(self, other: "FileIdentity") -> bool:
        """Whether both paths lead to the same files as before, with any content."""
        return self.same_main_file(other) and _is_same(self.wal, other.wal)

    def same_main_file(self, other: "FileIdentity") -> bool:
        """Whether the path leads to the same file as before, with any write-ahead log."""
        return _is_same(self.file, other.file)


def file_identity(path: Path) -> FileIdentity:
    """Return the current identity of a path.

    Raises:
        OSError: If it can't be determined.
    """
    return FileIdentity(_stamp(str(path), os.lstat), _stamp(f"{path}-wal", os.stat))


def _stamp(name: str, look: Callable[[str], os.stat_result]) -> FileStamp | None:
    """Return a file's stamp; `look` is lstat for the main file: a link there is another file."""
    try:
        found = look(name)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return FileStamp(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _is_same(one: FileStamp | None, other: FileStamp | None) -> bool:
    return one is not None and other is not None and one[:2] == other[:2]


def restore_name(connection: sqlite3.Connection, path: Path, left: FileIdentity) -> None:
    """Write everything that a connection can still read to a file under `path`, and close it.

    The rest has to be written again by the caller, from memory. Another program's file isn't
    touched.

    Raises:
        LogUnavailableError: If that isn't possible now; the connection stays open.
        LogRefusedError: If another program uses the path.
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
    """Return the target of the link at `path`, with everything that the connection wrote in it.

    If the target is our own file, moved, its write-ahead log is copied into it, because it wouldn't
    be found next to the link. Any other target must be an intact log of our version.

    Raises:
        LogUnavailableError: If the link leads to something else, or nowhere.
        NotALogFileError: If it leads to a FIFO or a device.
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
    """Reject a file that replaced ours, unless it is an intact log of our version.

    Raises:
        LogUnavailableError: If it isn't.
        NotALogFileError: If it is a FIFO or a device.
    """
    refuse_special(path)
    if path.is_symlink():
        raise LogUnavailableError(f"{path} is a link now")
    now = file_identity(path)
    if now.file is None or _is_same(now.file, known.file):
        return
    alone = _is_same(now.wal, known.wal)  # then the write-ahead log belongs to our file
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
    """Delete the SQLite files of a main file that is gone: they would be applied to the new one."""
    for end in ("-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)


def close_untouched(connection: sqlite3.Connection, path: Path) -> None:
    """Close without a checkpoint: the files stay as they are.

    SQLite checkpoints when the last connection closes. So a reader is kept open until after that;
    closing a reader doesn't checkpoint.
    """
    with contextlib.ExitStack() as beside:
        with contextlib.suppress(sqlite3.Error, NotALogFileError):
            refuse_special(path)
            reader = beside.enter_context(contextlib.closing(read_only(path)))
            reader.execute("SELECT 1 FROM games LIMIT 1").fetchall()
        for end in (connection.rollback, connection.close):
            with contextlib.suppress(sqlite3.Error):
                end()
