"""A copy of a log's file in its place; what was there is kept aside."""

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
    """Put a checked copy in the place of the file; where the present one was kept aside.

    Nobody may have the file open. Until the copy is in place the present file is, whole.

    Raises:
        LogDamagedError: the copy is.
        LogRefusedError: a program has the file open, or the copy is of a newer one.
        LogUnavailableError: the disk is in the way.
    """
    check_file(copy)
    store = Store(path)
    try:
        with contextlib.suppress(LogDamagedError, LogUnavailableError):
            store.open()  # what lies beside the file goes into it, as far as it can be read
        store.drop()
        with translate_sqlite_errors():
            return _exchange(store.path, copy)
    finally:
        store.close()


def create_empty(path: Path) -> None:
    """Have a file without games where some are missing, for who wants to go on without them.

    Raises:
        LogDamagedError, LogRefusedError, LogUnavailableError: there can be none.
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
    """A copy under a name of its own, with what lies beside the file if that was left."""
    names = (path.with_name(f"{path.name}.replaced-{number}") for number in count(1))
    kept = next(name for name in names if not name.exists())
    try:
        copy_log(path, kept)
    except PermissionError:  # it cannot be read, and may be moved all the same
        for end in ("-wal", ""):
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}{end}", f"{kept}{end}")
        return kept
    for end in ("-wal", ""):
        with contextlib.suppress(FileNotFoundError):
            sync(Path(f"{kept}{end}"))
    return kept
