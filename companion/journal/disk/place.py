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
from companion.journal.errors import LogDamaged, LogUnavailable, NoLogFile, sorted_out
from companion.journal.rescue.checking import check_file, check_open
from companion.journal.schema import VERSION, version_of
from companion.permissions import create_private_file


class Mark(NamedTuple):
    """What tells one file, and what is in it, from another."""

    device: int
    inode: int
    size: int
    written: int  # nanoseconds


class Place(NamedTuple):
    """A log's file and its write-ahead log; None: there is none of that name."""

    file: Mark | None
    wal: Mark | None

    def holds(self, other: "Place") -> bool:
        """Whether both names mean the same files as before, whatever is in them."""
        return self.is_file_of(other) and _is_same(self.wal, other.wal)

    def is_file_of(self, other: "Place") -> bool:
        """Whether the name means the same file as before, whatever lies beside it."""
        return _is_same(self.file, other.file)


def place_of(path: Path) -> Place:
    """What is there now.

    Raises:
        OSError: that cannot be told.
    """
    return Place(_mark(str(path), os.lstat), _mark(f"{path}-wal", os.stat))


def _mark(name: str, look: Callable[[str], os.stat_result]) -> Mark | None:
    """What has a name; a link in the file's own place is another file, wherever it leads."""
    try:
        found = look(name)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return Mark(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _is_same(one: Mark | None, other: Mark | None) -> bool:
    return one is not None and other is not None and one[:2] == other[:2]


def bring_back(connection: sqlite3.Connection, path: Path, left: Place) -> None:
    """Have all that a connection can still read in a file under the name, and close it.

    What cannot be read is for those to write who have it in memory. Another program's file is
    not touched.

    Raises:
        LogUnavailable: that cannot be done now; the connection is still open.
        LogRefused: another program has the name.
    """
    with sorted_out():
        now = place_of(path)
        if now.file is None:
            _refuse_strange_wal(path, now, left)
            with contextlib.suppress(LogDamaged):
                _copy_to(connection, path)
        elif not _is_same(now.file, left.file):
            refuse_strange(path, left)
        elif now.file == left.file and not _is_same(now.wal, left.wal):
            _refuse_strange_wal(path, now, left)
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    close_untouched(connection, path)


def take_in(connection: sqlite3.Connection, path: Path, left: Place) -> Path:
    """Have all that a connection wrote where the link in the file's place leads; which file it is.

    Where that is the file itself, moved, its write-ahead log goes into it: nobody would look for
    that beside the link. Another one must be a sound log of our version.

    Raises:
        LogUnavailable: the link leads to something else, or nowhere.
        NoLogFile: it leads to a fifo or a device.
    """
    target = Path(os.path.realpath(path))
    with sorted_out():
        refuse_special(target)
        if not target.exists():
            raise LogUnavailable(f"{path} is a link to {target}, which is not there")
        if _is_same(place_of(target).file, left.file):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        else:
            refuse_strange(target, left)
    return target


def _copy_to(connection: sqlite3.Connection, path: Path) -> None:
    fresh = path.with_name(f"{path.name}.moving")
    try:
        remove_log(fresh)
        create_private_file(fresh)
        with sorted_out(), contextlib.closing(connect(fresh)) as target:
            connection.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        check_file(fresh)
        _remove_beside(path)
        create_exclusive(fresh, path)
    finally:
        remove_log(fresh)


def _refuse_strange_wal(path: Path, now: Place, left: Place) -> None:
    if now.wal is not None and now.wal.size and not _is_same(now.wal, left.wal):
        raise LogUnavailable(f"{path}-wal is another program's")


def refuse_strange(path: Path, known: Place) -> None:
    """Leave a file alone that took the place of ours, unless it is a sound log of our version.

    Raises:
        LogUnavailable: it is not.
        NoLogFile: it is a fifo or a device.
    """
    refuse_special(path)
    if path.is_symlink():
        raise LogUnavailable(f"{path} is a link now")
    now = place_of(path)
    if now.file is None or _is_same(now.file, known.file):
        return
    alone = _is_same(now.wal, known.wal)  # then what lies beside it belongs to our file
    try:
        with sorted_out(), contextlib.closing(read_only(path, alone=alone)) as connection:
            if version_of(connection) != VERSION:
                raise LogDamaged("of another version")
            check_open(connection)
    except LogDamaged as error:
        raise LogUnavailable(f"{path} is another file now: {error}") from error
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
        with contextlib.suppress(sqlite3.Error, NoLogFile):
            refuse_special(path)
            reader = beside.enter_context(contextlib.closing(read_only(path)))
            reader.execute("SELECT 1 FROM games LIMIT 1").fetchall()
        for end in (connection.rollback, connection.close):
            with contextlib.suppress(sqlite3.Error):
                end()
