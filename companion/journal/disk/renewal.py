"""A log's file written anew in its place, where what can be read of it may not be on the disk.

Linux reports a write that failed once, to whoever syncs, and takes the page for clean from then
on: it can be read until the power is cut, and no later sync writes it. So after a commit that
failed everything that can be read goes to a fresh file, and only that one is believed.
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
    """Put a fresh file with the same content in the place of one. Nobody may have it open.

    One without any table is removed instead. Whenever it is cut short there is the old file as it
    was, or the fresh one under a name that the next opening knows.

    Raises:
        DiskFullError: there is no room for a second file.
        LogUnavailableError: the disk fails still.
        LogDamagedError: what could be read is not as it was written.
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
    """Go on where a renewal was cut short. Nobody may have the file open.

    A write-ahead log beside the fresh file would be laid over it; without it the old file would
    lack entries. So the old file goes first, then what lies beside it, each on the disk before
    the next; while there is an old file, that one counts.

    Raises:
        OSError: the disk is in the way.
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
    """Have on the disk what another process left in the write-ahead log.

    Its last commit may have failed before it was killed. The same bytes are written to the same
    places: cut short, it is as it was, or more of it is there.

    Raises:
        OSError: the disk is in the way.
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
    """See that a small file can be written before all is copied, which may take seconds.

    Raises:
        DiskFullError: there is no room for a second file.
        OSError: the disk is in the way.
    """
    beside = (Path(f"{path}{end}") for end in ("", "-wal"))
    needed = sum(file.stat().st_size for file in beside if file.exists())
    if shutil.disk_usage(path.parent).free < needed:
        raise DiskFullError(f"{path}: no room for {needed} bytes beside it")
    probe = path.with_name(f"{path.name}.probe")
    write_atomically(probe, bytes(_BLOCK))
    probe.unlink()
