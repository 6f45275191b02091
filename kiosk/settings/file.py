"""What the table has chosen: kept in a file of the user's, and always complete."""

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

UNASKED: Final = ""  # instead of a language: nobody has chosen one yet


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, each with what is usual."""

    language: str = ENGLISH
    theme: str = "night"
    text_size: str = "usual"
    hand: str = "right"  # that presses
    hidden_scores: bool = False
    turn_clock: bool = False
    dim_after: int = 10  # minutes; 0: never
    sounds: str = "off"
    spoken: bool = False  # announcements
    locked: bool = False
    phones: bool = False  # whether they are let in
    phone_turns: bool = False  # whether they may enter turns
    tickets_drawn: int = TICKETS_DRAWN
    keyboard: str = "en"  # layout of the on-screen keyboard
    forgotten: tuple[str, ...] = ()  # players who are hidden from new games
    seen: str = companion.__version__  # the version whose news were offered

    @property
    def is_heard(self) -> bool:
        """Whether anything is to be heard."""
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
    """The settings in a file; what is missing there or makes no sense is as usual.

    Where nothing in it can be read, `tell` is told why.
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
    """Settings from a file's content."""
    if not isinstance(found, dict):
        return Settings()
    usual = asdict(Settings(seen=""))  # a file of before there were any
    return Settings(**{f.name: _sensible(f.name, found, usual[f.name]) for f in fields(Settings)})


def _sensible(name: str, found: dict[str, Any], usual: Any) -> Any:
    value = found.get(name, usual)
    if isinstance(usual, tuple) and isinstance(value, list):  # JSON has no tuples
        return tuple(item for item in value if isinstance(item, str))
    if name == "language" and value == UNASKED:
        return value
    # True is 1 to Python: types must be the same, too.
    fits = type(value) is type(usual) and value in CHOICES.get(name, (value,))
    return value if fits else usual


def change(settings: Settings, file: Path | None, **changes: Any) -> Settings:
    """Settings with these changes; kept in their file, where there is one."""
    changed = replace(settings, **changes)
    if file is not None:
        save(changed, file)
    return changed


def save(settings: Settings, file: Path) -> bool:
    """Write all settings at once or not at all; false where the disk refuses."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(file, json.dumps(asdict(settings), indent=1).encode())
    except OSError:
        log.warning("settings cannot be saved in %s", file, exc_info=True)
        return False
    return True
