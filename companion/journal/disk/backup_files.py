"""Where the backups of a file of games lie, and what they are called."""

import re
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = "backups"  # beside the file of games
_NAME: Final = re.compile(r"(?P<stem>.+)-(?P<number>\d{6,})-(?P<day>\d{8})\.db")


class BackupFile(NamedTuple):
    """A backup by its name."""

    number: int
    day: str  # as the clock had it: 20261116
    file: Path


def folder_of(file: Path) -> Path:
    """Where the backups of a file are."""
    return file.parent / FOLDER


def backup_files(file: Path) -> list[BackupFile]:
    """The backups of a file, newest first."""
    folder, found = folder_of(file), []
    for backup in folder.glob("*.db") if folder.is_dir() else ():
        name = _NAME.fullmatch(backup.name)
        if name and name["stem"] == file.stem and backup.is_file():
            found.append(BackupFile(int(name["number"]), name["day"], backup))
    return sorted(found, key=lambda backup: backup.number, reverse=True)
