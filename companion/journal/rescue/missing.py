"""Detects games that should exist but don't, so that no empty log is started in their place."""

import os
from pathlib import Path
from typing import Final

from companion.journal.disk.backup_files import backup_files, folder_of
from companion.journal.disk.files import copies, renewed
from companion.journal.disk.wal import beside, frames
from companion.journal.errors import GamesMissingError
from companion.journal.schema import PAGE_SIZE

_WAL_MODE: Final = b"\x02\x02"
_NO_TABLES: Final = b"\x0d\0\0\0\0"  # an empty first page


def find_missing(path: Path) -> GamesMissingError | None:
    """Return why a file's games are missing; None if it has games or never had any.

    It must not be open anywhere.
    """
    try:
        if (link := _dangling_link(path)) is not None:
            return _missing(path, "link", Path(os.path.realpath(link)))
        if not path.exists():
            return None if _is_cut_short(path) else _with_backups(path, "removed")
        if not path.stat().st_size:
            return _with_backups(path, "empty")
        if path.is_file() and _has_lost_all(path):
            return _missing(path, "wal", _wal(path))
    except OSError:
        pass  # reported elsewhere as unreadable
    return None


def refuse_missing(path: Path) -> None:
    """Check that no games are missing.

    Raises:
        GamesMissingError: If there are.
    """
    if (missing := find_missing(path)) is not None:
        raise missing


def has_lost_wal(path: Path) -> bool:
    """Whether the write-ahead log was removed after a program was killed.

    When SQLite closes a file properly, it removes the index (-shm) first.
    """
    file = os.path.realpath(path)
    is_left_alone = os.path.exists(f"{file}-shm") and not os.path.exists(f"{file}-wal")
    return is_left_alone and os.path.isfile(file)


def _is_cut_short(path: Path) -> bool:
    """Whether a recovery or renewal was interrupted: the next opening completes it."""
    return bool(copies(path)) or renewed(Path(os.path.realpath(path))).exists()


def _with_backups(path: Path, kind: str) -> GamesMissingError | None:
    missing = _missing(path, kind, path)
    if missing.newest is None or frames(beside(path)):  # then recovery uses those frames
        return None
    return missing


def _missing(path: Path, kind: str, culprit: Path) -> GamesMissingError:
    file = Path(os.path.realpath(path))
    newest = next((backup.number for backup in backup_files(file)), None)
    return GamesMissingError(path, kind, culprit, folder_of(file), newest)


def _dangling_link(path: Path) -> Path | None:
    """Return the link, at the path or a folder above it, that leads nowhere."""
    places = (path, *path.parents)
    return next((place for place in places if place.is_symlink() and not place.exists()), None)


def _has_lost_all(path: Path) -> bool:
    """Whether a file never got beyond its first page: all its data was in the write-ahead log.

    A file with several hard links can't be judged: the log may be next to another of its names.
    """
    found = path.stat()
    if found.st_size != PAGE_SIZE or found.st_nlink > 1 or _wal(path).exists():
        return False
    with path.open("rb") as file:
        page = file.read(PAGE_SIZE)
    return page[18:20] == _WAL_MODE and page[100:105] == _NO_TABLES


def _wal(path: Path) -> Path:
    return Path(f"{os.path.realpath(path)}-wal")
