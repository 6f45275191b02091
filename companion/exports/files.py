"""Writes exports to disks and sticks that can be full, read-only or unplugged at any moment."""

import errno
from pathlib import Path

from companion import atomic_files


class ExportError(Exception):
    """The file couldn't be written; an older one of that name is unchanged."""

    def __init__(self, file: Path, error: OSError) -> None:
        self.file = file
        self.problem = error.strerror or str(error)
        self.gone = error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO)
        self.full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        self.locked = error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
        super().__init__(f"{file}: {self.problem}")


def write_atomically(folder: Path, name: str, data: bytes, *, for_others: bool = True) -> Path:
    """Write a file to a folder; it is complete and synced when this returns.

    By default others can read it as far as the umask allows, because an export is to be shared.

    Raises:
        ExportError: If the folder is gone, full or read-only.
    """
    file = folder / name
    try:
        atomic_files.write_atomically(file, data, for_others=for_others)
    except OSError as error:
        raise ExportError(file, error) from error
    return file
