"""The settings, saved in a file of the user."""

import json
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

import companion
from companion.atomic_files import read_regular_file, write_atomically
from companion.chosen_language import LARGEST_SETTINGS
from companion.game.rulebook import TICKETS_DRAWN, TICKETS_DRAWN_CHOICES
from companion.words.language import ENGLISH, LANGUAGES
from kiosk.appearance.theme import TEXT_SIZES, THEMES

log = logging.getLogger(__name__)

UNASKED: Final = ""  # no language chosen yet


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults."""

    language: str = ENGLISH
    theme: str = "night"
    text_size: str = "usual"
    hand: str = "right"  # the player's dominant hand
    hidden_scores: bool = False
    turn_clock: bool = False
    dim_after: int = 10  # minutes; 0 means never
    sounds: str = "off"
    spoken: bool = False  # announcements
    locked: bool = False
    phones: bool = False
    phone_turns: bool = False  # whether phones can enter turns
    tickets_drawn: int = TICKETS_DRAWN
    keyboard: str = "en"  # layout of the on-screen keyboard
    forgotten: tuple[str, ...] = ()  # players not suggested for new games
    seen: str = companion.__version__  # the last version whose news was shown

    @property
    def is_heard(self) -> bool:
        """Whether sound or speech is turned on."""
        return self.sounds != "off" or self.spoken


CHOICES: Final[dict[str, tuple[str | int, ...]]] = {
    "language": tuple(LANGUAGES),
    "theme": tuple(THEMES),
    "text_size": tuple(TEXT_SIZES),
    "hand": ("right", "left"),
    "hidden_scores": (False, True),
    "turn_clock": (False, True),
    "dim_after": (0, 2, 5, 10, 30),
    "sounds": ("off", "soft", "on"),
    "spoken": (False, True),
    "locked": (False, True),
    "phones": (False, True),
    "phone_turns": (False, True),
    "tickets_drawn": TICKETS_DRAWN_CHOICES,
}


def load(file: Path, tell: Callable[[str], object] = len) -> Settings:
    """Load settings; missing or invalid values fall back to their defaults.

    If the file cannot be read at all, `tell` is called with the reason.
    """
    try:
        found = json.loads(read_regular_file(file, LARGEST_SETTINGS))
    except FileNotFoundError:
        return Settings(language=UNASKED)
    except (OSError, ValueError, RecursionError) as error:
        log.warning("settings in %s cannot be read", file, exc_info=True)
        tell(getattr(error, "strerror", None) or str(error))
        return Settings(language=UNASKED)
    return from_data(found)


def from_data(found: object) -> Settings:
    """Return settings from a file's content."""
    if not isinstance(found, dict):
        return Settings()
    usual = asdict(Settings(seen=""))  # an older file has no such value
    return Settings(**{f.name: _sensible(f.name, found, usual[f.name]) for f in fields(Settings)})


def _sensible(name: str, found: dict[str, Any], usual: Any) -> Any:
    value = found.get(name, usual)
    if isinstance(usual, tuple) and isinstance(value, list):  # JSON has no tuples
        return tuple(item for item in value if isinstance(item, str))
    if name == "language" and value == UNASKED:
        return value
    # True == 1 in Python, so compare types too.
    fits = type(value) is type(usual) and value in CHOICES.get(name, (value,))
    return value if fits else usual


def change(settings: Settings, file: Path | None, **changes: Any) -> Settings:
    """Return changed settings, after saving them if there is a file."""
    changed = replace(settings, **changes)
    if file is not None:
        save(changed, file)
    return changed


def save(settings: Settings, file: Path) -> bool:
    """Save all settings atomically; False if the disk refuses."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, json.dumps(asdict(settings), indent=1).encode())
    except OSError:
        log.warning("settings cannot be saved in %s", file, exc_info=True)
        return False
    return True
