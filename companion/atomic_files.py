"""Files that are whole or not there, whatever is pulled or cut off in the middle of writing.

And what is read: regular files of a size that makes sense, for a fifo or a device never ends.
"""

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # some file systems have none
_PRIVATE: Final = 0o600
_FOR_OTHERS: Final = 0o644  # less what the user's own mask takes away


def write_atomically(file: Path, data: bytes, *, for_others: bool = False) -> None:
    """Write a file that is on the disk when this returns; only its owner can read it.

    It is written beside its place and renamed: whoever looks sees all of it or nothing. The name
    beside is always the same, so that what was left of it is overwritten next time.

    Raises:
        OSError: the folder is gone, full, or not to be written to; an older file is as it was.
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
    """All that is in a regular file of at most so many bytes.

    Raises:
        OSError: it is something else, larger, or cannot be read.
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
    """Let a file that is written beside it take another one's place."""
    sync(fresh)
    os.replace(fresh, path)
    sync_folder(path.parent)


def create_exclusive(fresh: Path, path: Path) -> None:
    """Give a file that is written beside it a name that nobody has.

    Raises:
        FileExistsError: somebody has it by now.
    """
    sync(fresh)
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except OSError:  # a file system where a file has one name only
        if path.exists():
            raise FileExistsError(errno.EEXIST, "is there", str(path)) from None
        os.rename(fresh, path)
    sync_folder(path.parent)


def sync(file: Path) -> None:
    """Have all of a file on the disk."""
    number = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def sync_folder(folder: Path) -> None:
    """Have a folder's names on the disk, where its file system can tell."""
    try:
        sync(folder)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


def _write(file: Path, data: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
    with open(os.open(file, flags, mode), "wb") as out:
        if mode == _PRIVATE:  # what was left of it may be open to others
            with contextlib.suppress(OSError):
                os.fchmod(out.fileno(), mode)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
