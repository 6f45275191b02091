"""Permissions for files that contain people's names: readable by this user only."""

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

from companion.folders import our_folders

FOLDER: Final = 0o700
FILE: Final = 0o600


def create_private_file(file: Path) -> None:
    """Create a file that only this user can read; an existing one is unchanged.

    If root creates it, it gets the folder's owner, who would be locked out of a file owned by root.

    Raises:
        OSError: If the file can't be created.
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
    """Create a folder that only this user can open, or restrict an existing one.

    Raises:
        OSError: If the folder can't be created.
    """
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    restrict_to_owner(folder)


def restrict_to_owner(path: Path) -> None:
    """Remove all permissions of group and others, if the path is ours."""
    with contextlib.suppress(OSError):
        found = os.lstat(path)
        _set(path, found, found.st_mode & FOLDER)


def copy_owner_mode(path: Path, as_of: Path) -> None:
    """Copy the owner's permissions from `as_of`, if the path is ours."""
    with contextlib.suppress(OSError):
        _set(path, os.lstat(path), os.stat(as_of).st_mode & FOLDER)


def give_same_owner(path: Path, as_of: Path) -> None:
    """Copy the owner of `as_of` to a file, if we are root."""
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
    """Restrict our folders, which earlier versions left readable by others."""
    for folder in our_folders():
        with contextlib.suppress(OSError):  # a home folder we can't read
            if folder.is_symlink() or not folder.is_dir():
                continue
            restrict_to_owner(folder)
            for inside, folders, files in os.walk(folder):
                for name in (*folders, *files):
                    restrict_to_owner(Path(inside, name))
