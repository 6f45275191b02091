"""A write-ahead log that stayed behind when its file was moved and a link left in its place.

SQLite looks for it where the link leads.
"""

import logging
import os
import shutil
from pathlib import Path

from companion.atomic_files import create_exclusive, replace_file, sync_folder
from companion.journal.disk.files import copy_log, refuse_special, remove_log
from companion.journal.disk.wal import beside, frames
from companion.journal.disk.writer_lock import WriterLock
from companion.journal.errors import (
    LogDamagedError,
    LogInUseError,
    LogRefusedError,
    LogUnavailableError,
    translate_sqlite_errors,
)
from companion.journal.rescue.checking import check_file
from companion.permissions import create_private_file

log = logging.getLogger(__name__)


def take_along(path: Path) -> bool:
    """Take along what a program left that was killed before it noticed the link.

    The answer is whether turns may be missing all the same.

    Raises:
        LogInUseError: that program still runs.
    """
    if not _is_left(path):
        return False
    target = Path(os.path.realpath(path))
    locks = WriterLock(path), WriterLock(target)
    try:
        with translate_sqlite_errors():
            refuse_special(path)
            locks[0].take_name()
            locks[1].take()
        return not carry_over(path, target)
    except LogInUseError:
        raise
    except (LogUnavailableError, LogRefusedError) as error:
        log.warning("%s-wal stays where it is: %s", path, error)
        return True
    finally:
        for lock in locks:
            lock.let_go()


def _is_left(path: Path) -> bool:
    """Whether a link has a log beside it; where that cannot be told, it is said elsewhere."""
    try:
        return path.is_symlink() and path.is_file() and bool(frames(beside(path)))
    except OSError:
        return False


def carry_over(path: Path, target: Path) -> bool:
    """Put the log beside a link beside the file that it leads to; whether all of it is there.

    It goes there only if every game is whole with it. Else it is kept under another name. Nobody
    may have either open.
    """
    wal = Path(f"{path}-wal")
    try:
        with translate_sqlite_errors():
            fits = not frames(beside(path)) or _lay_beside(wal, target)
            if not fits:
                _keep(wal)
            for end in ("-wal", "-shm"):
                Path(f"{path}{end}").unlink(missing_ok=True)
            sync_folder(path.parent)
            return fits
    except (LogUnavailableError, LogDamagedError, LogRefusedError) as error:
        log.warning("%s stays where it is: %s", wal, error)
        return False


def _lay_beside(wal: Path, target: Path) -> bool:
    if beside(target) or not _fits(wal, target):
        return False
    fresh = target.with_name(f"{target.name}-wal.part")
    _copy(wal, fresh)
    replace_file(fresh, Path(f"{target}-wal"))
    return True


def _fits(wal: Path, target: Path) -> bool:
    """Whether a copy of the file is sound with this log beside it, every game to its last entry."""
    trial = target.with_name(f"{target.name}.trial")
    try:
        remove_log(trial)
        copy_log(target, trial)
        _copy(wal, Path(f"{trial}-wal"))
        check_file(trial)
    except LogDamagedError as damage:
        log.info("%s is not of %s: %s", wal, target, damage)
        return False
    finally:
        remove_log(trial)
    return True


def _copy(source: Path, copy: Path) -> None:
    copy.unlink(missing_ok=True)
    create_private_file(copy)
    shutil.copyfile(source, copy)


def _keep(wal: Path) -> None:
    """Give it a name under which nobody takes it for the log of a file."""
    number = 1
    while (kept := wal.with_name(f"{wal.name}.left-{number}")).exists():
        number += 1
    create_exclusive(wal, kept)
