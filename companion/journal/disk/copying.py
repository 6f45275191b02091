"""Copies of a log's file, made while it is in use: checked, and complete or absent."""

import contextlib
import filecmp
from pathlib import Path

from sqlite_utils import Database

from companion.atomic_files import create_exclusive, replace_file
from companion.journal.disk.files import connect, read_only, refuse_special, remove_log
from companion.journal.errors import LogDamagedError, LogUnavailableError, translate_sqlite_errors
from companion.journal.reader import Reader
from companion.journal.rescue.checking import check_file
from companion.journal.schema import VERSION, version_of
from companion.permissions import create_private_file


def copy_file(path: Path, copy: Path) -> None:
    """Copy the file of a running program; the copy is checked and on disk when this returns.

    A separate connection reads a snapshot, so the writer isn't blocked. The copy appears
    atomically.

    Raises:
        LogUnavailableError: If the disk can't be read or written.
        LogDamagedError: If the copied data is not as it was written.
        NotALogFileError: If the path is a FIFO or a device.
    """
    refuse_special(path)
    beside = copy.with_name(f".{copy.name}.part")
    try:
        with translate_sqlite_errors():
            remove_log(beside)
            create_private_file(beside)
            _copy(path, beside)
        check_file(beside)
        with translate_sqlite_errors():
            replace_file(beside, copy)
    except BaseException:
        with contextlib.suppress(OSError):
            remove_log(beside)
        raise


def _copy(path: Path, copy: Path) -> None:
    with (
        contextlib.closing(read_only(path)) as source,
        contextlib.closing(connect(copy)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # a single file, without a write-ahead log


def games_counted(path: Path) -> int | None:
    """Return the number of games that are not deleted, or None if the file can't be read."""
    try:
        with (
            translate_sqlite_errors(),
            contextlib.closing(read_only(path)) as connection,
            Reader(Database(connection, execute_plugins=False)).at_one_moment() as reader,
        ):
            ((games,),) = reader.select("SELECT COUNT(*) FROM games")
            return int(games) - len(reader.hidden())
    except (LogDamagedError, LogUnavailableError):
        return None


def keep_before_update(path: Path) -> Path | None:
    """Copy an older program's file before it is migrated; return the copy, or None if not needed.

    The copy is kept next to the file and named by its schema version, for going back to the older
    program. An identical copy from an interrupted update is reused.

    Raises:
        LogUnavailableError: If the copy can't be written; then don't migrate.
        LogDamagedError: If the file is damaged.
    """
    with translate_sqlite_errors(), contextlib.closing(read_only(path)) as connection:
        version = version_of(connection)
    if not 0 < version < VERSION:
        return None
    kept = path.with_name(f"{path.name}.version-{version}")
    fresh = kept.with_name(f"{kept.name}.new")
    copy_file(path, fresh)
    with translate_sqlite_errors():
        return _keep(fresh, kept)


def _keep(fresh: Path, kept: Path) -> Path:
    """Rename a copy to the first free name, or delete it if an identical one exists."""
    for name in (kept, *map(kept.with_name, (f"{kept.name}-{more}" for more in range(2, 1000)))):
        if not name.exists():
            create_exclusive(fresh, name)
            fresh.unlink(missing_ok=True)
            return name
        if filecmp.cmp(fresh, name, shallow=False):
            fresh.unlink()
            return name
    raise LogUnavailableError(f"{kept} was kept too often")
