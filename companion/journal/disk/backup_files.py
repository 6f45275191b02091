"""Location and names of the backups of a file of games."""

import re
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = "backups"  # next to the file of games
_NAME: Final = re.compile(r"(?P<stem>.+)-(?P<number>\d{6,})-(?P<day>\d{8})\.db")


class BackupFile(NamedTuple):
    """A backup, parsed from its file name."""

    number: int
    day: str  # by the system clock: 20261116
    file: Path


def folder_of(file: Path) -> Path:
    """Return the folder of a file's backups."""
    return file.parent / FOLDER


def backup_files(file: Path) -> list[BackupFile]:
    """Return the backups of a file, newest first."""
    folder, found = folder_of(file), []
    for backup in folder.glob("*.db") if folder.is_dir() else ():
        name = _NAME.fullmatch(backup.name)
        if name and name["stem"] == file.stem and backup.is_file():
            found.append(BackupFile(int(name["number"]), name["day"], backup))
    return sorted(found, key=lambda backup: backup.number, reverse=True)
