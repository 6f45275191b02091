"""Atomic file writes: after a crash or power cut, a file is complete or missing.

Reads accept only regular files up to a maximum size, since a fifo or device never ends.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # unsupported on some disks
_PRIVATE: Final = 0o600
_FOR_OTHERS: Final = 0o644  # minus the user's umask


def write_atomically(file: Path, data: bytes, *, for_others: bool = False) -> None:
    """Write a file and sync it to disk; only its owner can read it unless `for_others`.

    Readers see the old or the new content: a temporary file in the same folder is renamed. Its
    name is fixed, so that a leftover is overwritten next time.

    Raises:
        OSError: If the folder is missing, full or read-only; an existing file is unchanged.
    """
    beside = file.with_name(f".{file.name}.part")
    try:
        _write(beside, data, _FOR_OTHERS if for_others else _PRIVATE)
        os.replace(beside, file)
        sync_folder(file.parent)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def read_regular_file(file: Path, most: int) -> bytes:
    """Return the content of a regular file of at most `most` bytes.

    Raises:
        OSError: If it is not a regular file, is larger, or cannot be read.
    """
    number = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with open(number, "rb") as source:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, "is not a regular file", str(file))
        found = source.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(file))
    return found


def replace_file(fresh: Path, path: Path) -> None:
    """Sync `fresh`, a file in the same folder, and rename it over `path`."""
    sync(fresh)
    os.replace(fresh, path)
    sync_folder(path.parent)


def create_exclusive(fresh: Path, path: Path) -> None:
    """Sync `fresh`, a file in the same folder, and rename it to `path`.

    Raises:
        FileExistsError: If `path` exists.
    """
    sync(fresh)
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if path.exists():
            raise FileExistsError(errno.EEXIST, "is there", str(path)) from None
        os.rename(fresh, path)
    sync_folder(path.parent)


def sync(file: Path) -> None:
    """Flush a file to disk."""
    number = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, if its file system supports that."""
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def _write(file: Path, data: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with open(os.open(file, flags, mode), "wb") as out:
        if mode == _PRIVATE:  # a leftover may be readable by others
            with contextlib.suppress(OSError):
                os.fchmod(out.fileno(), mode)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
