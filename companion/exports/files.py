"""Files that are whole or not there: on a stick that may be pulled at any moment."""

import contextlib
import errno
import os
from pathlib import Path
from typing import Final

_NO_FOLDER_SYNC: Final = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)  # some file systems have none


class ExportFailed(Exception):
    """The file could not be written; an older one of its name is as it was."""

    def __init__(self, file: Path, error: OSError) -> None:
        self.file = file
        self.problem = error.strerror or str(error)
        self.gone = error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO)
        self.full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        self.locked = error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
        super().__init__(f"{file}: {self.problem}")


def write_whole(folder: Path, name: str, data: bytes) -> Path:
    """Put a file into a folder so that it is on the disk when this returns.

    It is written beside its place and renamed: whoever looks sees all of it or nothing. The name
    beside is always the same, so that what a pulled stick kept of it is overwritten next time.

    Raises:
        ExportFailed: the folder is gone, full, or not to be written to.
    """
    file, beside = folder / name, folder / f".{name}.part"
    try:
        _write(beside, data)
        os.replace(beside, file)
        _sync_folder(folder)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise ExportFailed(file, error) from error
    return file


def _write(file: Path, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
    with open(os.open(file, flags, 0o644), "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(number)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(number)
