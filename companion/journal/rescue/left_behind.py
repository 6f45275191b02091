"""A write-ahead log left behind when its file was moved and replaced by a link.

SQLite looks for it next to the link's target.
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
    """Move a write-ahead log left by a program that was killed before it noticed the link.

    Returns True if turns may still be missing.

    Raises:
        LogInUseError: If that program is still running.
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
    """Whether there is a write-ahead log next to a link; False if that can't be determined."""
    try:
        return path.is_symlink() and path.is_file() and bool(frames(beside(path)))
    except OSError:
        return False


def carry_over(path: Path, target: Path) -> bool:
    """Move a link's write-ahead log next to its target; return False if it couldn't be used.

    It is used only if every game is intact with it. If not, it is kept under another name. Nobody
    may have either file open.
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
    """Whether a copy of the file with this write-ahead log is intact, including every game."""
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
    """Give the write-ahead log a name that SQLite ignores."""
    number = 1
    while (kept := wal.with_name(f"{wal.name}.left-{number}")).exists():
        number += 1
    create_exclusive(wal, kept)
