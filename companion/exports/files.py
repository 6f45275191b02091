"""Exports onto a disk or a stick that may be full, locked, or pulled at any moment."""

import errno
from pathlib import Path

from companion import atomic_files


class ExportError(Exception):
    """The file could not be written; an older one of its name is as it was."""

    def __init__(self, file: Path, error: OSError) -> None:
        self.file = file
        self.problem = error.strerror or str(error)
        self.gone = error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO)
        self.full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        self.locked = error.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
        super().__init__(f"{file}: {self.problem}")


def write_atomically(folder: Path, name: str, data: bytes, *, for_others: bool = True) -> Path:
    """Put a file into a folder, whole and on the disk when this returns.

    Others may read it where the user lets them: an export is made to be taken away.

    Raises:
        ExportError: the folder is gone, full, or not to be written to.
    """
    file = folder / name
    try:
        atomic_files.write_atomically(file, data, for_others=for_others)
    except OSError as error:
        raise ExportError(file, error) from error
    return file
