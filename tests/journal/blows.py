"""What may happen to a log's files under a running program."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path


def beside(db: Path, end: str = "-wal") -> Path:
    return Path(f"{db}{end}")


def remove_all(db: Path) -> None:
    for end in ("", "-wal", "-shm", ".lock"):
        beside(db, end).unlink()


def rename_all(db: Path) -> None:
    for end in ("", "-wal", "-shm"):
        beside(db, end).rename(f"{db}.away{end}")


def cut(file: Path, size: int) -> None:
    assert file.stat().st_size > size
    os.truncate(file, size)


def exchange_for_a_copy(db: Path) -> None:
    with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(f"{db}.copy")) as copy:
        source.backup(copy)
    os.replace(f"{db}.copy", db)


def write_over_with_a_copy(db: Path) -> None:
    with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(f"{db}.copy")) as copy:
        source.backup(copy)
    shutil.copyfile(f"{db}.copy", db)


def exchange_folder(db: Path) -> None:
    db.parent.rename(db.parent.with_name("away"))
    db.parent.mkdir()


def moved_away(db: Path) -> Path:
    """Where a file goes that leaves a link."""
    away = db.parent.with_name("away")
    away.mkdir()
    return away / "games.db"


def move_and_link(db: Path) -> None:
    db.symlink_to(db.rename(moved_away(db)))


def move_all_and_link(db: Path) -> None:
    away = moved_away(db)
    for end in ("-wal", "-shm", ""):
        beside(db, end).rename(f"{away}{end}")
    db.symlink_to(away)


def copy_and_link(db: Path) -> None:
    """As a file is moved to another disk."""
    away = moved_away(db)
    shutil.copyfile(db, away)
    db.unlink()
    db.symlink_to(away)


def copy_all_and_link(db: Path) -> None:
    away = moved_away(db)
    for end in ("-wal", "-shm", ""):
        shutil.copyfile(beside(db, end), f"{away}{end}")
        beside(db, end).unlink()
    db.symlink_to(away)


def move_folder_and_link(db: Path) -> None:
    away = db.parent.with_name("away")
    db.parent.symlink_to(db.parent.rename(away))


LINKS: dict[str, Callable[[Path], object]] = {
    "file moved, link left": move_and_link,
    "everything moved, link left": move_all_and_link,
    "file moved to another disk, link left": copy_and_link,
    "everything moved to another disk, link left": copy_all_and_link,
    "folder moved, link left": move_folder_and_link,
}

BLOWS: dict[str, Callable[[Path], object]] = {
    "file removed": Path.unlink,
    "file renamed": lambda db: db.rename(f"{db}.away"),
    "everything removed": remove_all,
    "everything renamed": rename_all,
    "wal removed": lambda db: beside(db).unlink(),
    "wal renamed": lambda db: beside(db).rename(f"{db}.away"),
    "wal and shm removed": lambda db: [beside(db, end).unlink() for end in ("-wal", "-shm")],
    "wal emptied": lambda db: cut(beside(db), 0),
    "wal cut": lambda db: cut(beside(db), 32 + 5 * 4120 + 100),
    "wal cut at its end": lambda db: cut(beside(db), beside(db).stat().st_size - 4120),
    "folder removed": lambda db: shutil.rmtree(db.parent),
    "folder renamed": lambda db: db.parent.rename(db.parent.with_name("away")),
    "folder exchanged": exchange_folder,
    "file exchanged for a copy": exchange_for_a_copy,
    "file exchanged for one of before": lambda db: os.replace(f"{db}.before", db),
    "file written over with one of before": lambda db: shutil.copyfile(f"{db}.before", db),
    "file written over with a copy": write_over_with_a_copy,
    "file emptied": lambda db: cut(db, 0),
    "file cut": lambda db: cut(db, 3 * 4096),
}
