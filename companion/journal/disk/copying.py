"""Copies of a log's file as SQLite makes them beside its writer: checked, all or nothing."""

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
    """Copy the file of a running program, checked and on disk when this returns.

    Its own connection reads a moment of the file; the writer neither waits nor notices. Whoever
    looks sees the whole copy or none.

    Raises:
        LogUnavailableError: the disk is in the way.
        LogDamagedError: what was copied is not as it was written.
        NotALogFileError: it is a fifo or a device.
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
        target.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def games_counted(path: Path) -> int | None:
    """How many games a file holds that were not deleted; None where it cannot be read."""
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
    """Copy an older program's file before it is brought up to date; the copy, where one is needed.

    It is kept for good beside the file, by the version of its tables: whoever wants the older
    program back has a file for it. One that was made before an update that was cut short will do.

    Raises:
        LogUnavailableError: the disk is in the way: nothing may be brought up to date.
        LogDamagedError: the file is.
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
    """Give a copy the first name that is free; away with it where one of that name is the same."""
    for name in (kept, *map(kept.with_name, (f"{kept.name}-{more}" for more in range(2, 1000)))):
        if not name.exists():
            create_exclusive(fresh, name)
            fresh.unlink(missing_ok=True)
            return name
        if filecmp.cmp(fresh, name, shallow=False):
            fresh.unlink()
            return name
    raise LogUnavailableError(f"{kept} was kept too often")
