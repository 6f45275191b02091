"""Where things are on this machine: the user's folders, by XDG, and the page for phones."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FOLDER: Final = "stationmaster"
PORT: Final = 8210  # of the page for phones


def games_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The database of all games."""
    return _folder(environment, "XDG_DATA_HOME", ".local/share") / "games.db"


def phones_file(games: Path) -> Path:
    """What phones leave on this disk, beside the database of games."""
    return games.with_name(f"{games.stem}-phones.json")


def faults_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where unexpected faults are written down."""
    return _folder(environment, "XDG_STATE_HOME", ".local/state") / "companion.log"


def settings_file(environment: Mapping[str, str] = os.environ) -> Path:
    """What the table has chosen in the kiosk's settings."""
    return _folder(environment, "XDG_CONFIG_HOME", ".config") / "settings.json"


def wiring_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where people say which buttons, lights and displays they have wired."""
    return settings_file(environment).with_name("wiring.toml")


def our_folders(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The folders that nobody else writes to: games, faults, settings."""
    files = (games_file(environment), faults_file(environment), settings_file(environment))
    return tuple(file.parent for file in files)


def _folder(environment: Mapping[str, str], variable: str, default: str) -> Path:
    """A base folder that is not absolute is ignored, as XDG has it."""
    given = Path(environment.get(variable, ""))
    base = given if given.is_absolute() else Path(os.path.expanduser("~")) / default
    return base / FOLDER
