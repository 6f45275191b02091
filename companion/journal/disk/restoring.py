"""Replaces a log's file with a copy; the replaced file is kept."""

import contextlib
import os
import shutil
from itertools import count
from pathlib import Path

from companion.atomic_files import replace_file, sync
from companion.journal.disk.files import copy_log, remove_log
from companion.journal.errors import LogDamagedError, LogUnavailableError, translate_sqlite_errors
from companion.journal.rescue.checking import check_file
from companion.journal.store import Store
from companion.permissions import create_private_file


def restore_file(path: Path, copy: Path) -> Path | None:
    """Replace the file with a checked copy; return where the replaced file was kept, if any.

    It must not be open anywhere. Until the copy is in place, the old file stays intact.

    Raises:
        LogDamagedError: If the copy is damaged.
        LogRefusedError: If a program has the file open, or a newer one wrote the copy.
        LogUnavailableError: If the disk fails.
    """
    check_file(copy)
    store = Store(path)
    try:
        with contextlib.suppress(LogDamagedError, LogUnavailableError):
            store.open()  # checkpoints the write-ahead log, as far as it can be read
        store.drop()
        with translate_sqlite_errors():
            return _exchange(store.path, copy)
    finally:
        store.close()


def create_empty(path: Path) -> None:
    """Create a file without games, to continue without those that are missing.

    Raises:
        LogDamagedError, LogRefusedError, LogUnavailableError: If that isn't possible.
    """
    store = Store(path)
    try:
        store.open()
    finally:
        store.close()


def _exchange(path: Path, copy: Path) -> Path | None:
    fresh = path.with_name(f"{path.name}.restoring")
    try:
        remove_log(fresh)
        create_private_file(fresh)
        shutil.copyfile(copy, fresh)
        kept = _set_aside(path) if path.exists() else None
        for end in ("-wal", "-shm"):
            Path(f"{path}{end}").unlink(missing_ok=True)
        replace_file(fresh, path)
    finally:
        with contextlib.suppress(OSError):
            remove_log(fresh)
    return kept


def _set_aside(path: Path) -> Path:
    """Copy the file and any write-ahead log to a new name; move them if they can't be read."""
    names = (path.with_name(f"{path.name}.replaced-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    try:
        copy_log(path, kept)
    except PermissionError:  # it can't be read, but perhaps moved
        for end in ("-wal", ""):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{end}", f"{kept}{end}")
        return kept
    for end in ("-wal", ""):
        with contextlib.suppress(FileNotFoundError):
            sync(Path(f"{kept}{end}"))
    return kept
