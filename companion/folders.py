"""Paths in the user's XDG folders, and the port of the web page for phones."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = "stationmaster"
PORT: Final = 8210  # of the page for phones


def games_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the database of all games."""
    return _folder(environment, "XDG_DATA_HOME", ".local/share") / "games.db"


def phones_file(games: Path) -> Path:
    """Return the file with data from phones, next to the games database."""
    return games.with_name(f"{games.stem}-phones.json")


def faults_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the log file for unexpected errors."""
    return _folder(environment, "XDG_STATE_HOME", ".local/state") / "companion.log"


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the kiosk's settings file."""
    return _folder(environment, "XDG_CONFIG_HOME", ".config") / "settings.json"


def wiring_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the file that lists the wired buttons, lights and displays."""
    return settings_file(environment).with_name("wiring.toml")


def our_folders(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Return the folders that only we write to: games, faults, settings."""
    files = (games_file(environment), faults_file(environment), settings_file(environment))
    return tuple(file.parent for file in files)


def _folder(environment: Mapping[str, str], variable: str, default: str) -> Path:
    """Return our folder below a base folder; a relative one is ignored, as XDG requires."""
    given = Path(environment.get(variable, ""))
    base = given if given.is_absolute() else Path(os.path.expanduser("~")) / default
    return base / FOLDER
