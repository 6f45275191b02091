"""Files that hold people's names: for this user alone, whatever others may read elsewhere."""

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

from companion.folders import our_folders

FOLDER: Final = 0o700
FILE: Final = 0o600


def create_private_file(file: Path) -> None:
    """Have a file that only this user can read; one that is there stays as it is.

    What root makes belongs to the folder's owner, who would be locked out otherwise.

    Raises:
        OSError: the disk is in the way.
    """
    with contextlib.suppress(FileExistsError):
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE)
        try:
            if os.geteuid() == 0:
                owner = os.stat(file.parent)
                with contextlib.suppress(OSError):
                    os.fchown(number, owner.st_uid, owner.st_gid)
        finally:
            os.close(number)


def create_private_folder(folder: Path) -> None:
    """Have a folder of our own, closed to others; one that is there is closed as well.

    Raises:
        OSError: the disk is in the way.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    restrict_to_owner(folder)


def restrict_to_owner(path: Path) -> None:
    """Leave the owner's rights to a file or a folder, where that is us, and nobody else's."""
    with contextlib.suppress(OSError):
        found = os.lstat(path)
        _set(path, found, found.st_mode & FOLDER)


def copy_owner_mode(path: Path, as_of: Path) -> None:
    """Let the owner, where that is us, do with a file what they may do with another."""
    with contextlib.suppress(OSError):
        _set(path, os.lstat(path), os.stat(as_of).st_mode & FOLDER)


def give_same_owner(path: Path, as_of: Path) -> None:
    """Let a file that root made belong to whom another belongs to."""
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):
            found = os.stat(as_of)
            os.chown(path, found.st_uid, found.st_gid, follow_symlinks=False)


def _set(path: Path, found: os.stat_result, mode: int) -> None:
    if (
        found.st_uid == os.geteuid()
        and not stat.S_ISLNK(found.st_mode)
        and stat.S_IMODE(found.st_mode) != mode
    ):
        os.chmod(path, mode)


def restrict_our_folders() -> None:
    """Close what earlier versions have left open to others in the user's own folders."""
    for folder in our_folders():
        with contextlib.suppress(OSError):  # a home that is not ours to look into
            if folder.is_symlink() or not folder.is_dir():
                continue
            restrict_to_owner(folder)
            for inside, folders, files in os.walk(folder):
                for name in (*folders, *files):
                    restrict_to_owner(Path(inside, name))
