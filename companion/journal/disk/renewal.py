"""Replaces a log's file with a fresh copy if its readable data may not be on the disk.

Linux reports a failed write once, to the first sync, and marks the page clean. The data can be read
until a power cut, but no later sync writes it. So after a failed commit everything readable is
copied to a fresh file, and only that file is trusted.
"""

import contextlib
import os
import shutil
from pathlib import Path
from typing import Final

from companion.atomic_files import sync_folder, write_atomically
from companion.journal.disk.copying import copy_file
from companion.journal.disk.files import read_only, remove_log, renewed
from companion.journal.errors import DiskFullError, translate_sqlite_errors
from companion.permissions import give_same_owner

_BLOCK: Final = 1 << 16


def renew(path: Path) -> None:
    """Replace a file with a fresh one with the same content. It must not be open.

    A file without tables is removed instead. If this is interrupted, there is either the old file,
    unchanged, or the fresh one under a name that the next opening looks for.

    Raises:
        DiskFullError: If there is no space for a second file.
        LogUnavailableError: If the disk still fails.
        LogDamagedError: If the readable data is not as it was written.
    """
    with translate_sqlite_errors():
        if path.exists():
            _try_disk(path)
            if not _has_tables(path):
                remove_log(path)
                sync_folder(path.parent)
                return
            copy_file(path, renewed(path))
            give_same_owner(renewed(path), path)
            path.unlink()
        finish_renewal(path)


def finish_renewal(path: Path) -> None:
    """Complete an interrupted renewal. The file must not be open anywhere.

    An old write-ahead log would be applied to the fresh file, and the old file without it would
    lack entries. So the old file goes first, then its write-ahead log, each synced before the next.
    While the old file exists, it is the valid one.

    Raises:
        OSError: If the disk fails.
    """
    fresh = renewed(path)
    if not fresh.exists():
        return
    if path.exists():
        fresh.unlink()
        return
    sync_folder(path.parent)
    remove_log(path)
    sync_folder(path.parent)
    os.replace(fresh, path)
    sync_folder(path.parent)


def write_wal_again(path: Path) -> None:
    """Rewrite a write-ahead log left by another process, so that it is on disk.

    That process's last commit may have failed before it was killed. The same bytes are written to
    the same places, so an interruption does no harm.

    Raises:
        OSError: If the disk fails.
    """
    try:
        number = os.open(f"{path}-wal", os.O_RDWR | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        at = 0
        while data := os.pread(number, _BLOCK, at):
            at += os.pwrite(number, data, at)
        if at:
            os.fsync(number)
    finally:
        os.close(number)


def _has_tables(path: Path) -> bool:
    with contextlib.closing(read_only(path)) as connection:
        return connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is not None


def _try_disk(path: Path) -> None:
    """Check that a small file can be written before copying everything, which can take seconds.

    Raises:
        DiskFullError: If there is no space for a second file.
        OSError: If the disk fails.
    """
    beside = (Path(f"{path}{end}") for end in ("", "-wal"))
    needed = sum(file.stat().st_size for file in beside if file.exists())
    if shutil.disk_usage(path.parent).free < needed:
        raise DiskFullError(f"{path}: no room for {needed} bytes beside it")
    probe = path.with_name(f"{path.name}.probe")
    write_atomically(probe, bytes(_BLOCK))
    probe.unlink()
