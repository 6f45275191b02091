"""Every setting as people choose it: its name, what it does, and its values in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.words import LANGUAGES
from companion.words.desk import DeskWords
from kiosk.settings.file import CHOICES, Settings
from kiosk.widgets import keyboards

ICONS: Final = {"night": "moon", "day": "sun"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a setting can have."""

    value: Any
    word: str
    icon: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A setting."""

    name: str
    title: str
    note: str
    choices: tuple[Choice, ...]


def setting_rows(settings: Settings, words: DeskWords) -> list[Row]:
    """All settings, in the order in which they are asked for most."""
    return [
        Row(name, *titles, _choices(settings, name, words))
        for name, titles in _titles(words).items()
    ]


def _choices(settings: Settings, name: str, words: DeskWords) -> tuple[Choice, ...]:
    present = getattr(settings, name)
    return tuple(
        Choice(value, word, ICONS.get(value, ""), chosen=value == present)
        for value, word in _values(name, words)
    )


def _values(name: str, words: DeskWords) -> Sequence[tuple[Any, str]]:
    """What a setting can be, each with its word; a language goes by its own name."""
    if name == "language":
        return [(code, keyboards.LANGUAGES[code]) for code in LANGUAGES]
    if name == "keyboard":
        return list(keyboards.LANGUAGES.items())
    return [(value, _in_words(name, value, words)) for value in CHOICES[name]]


def _titles(words: DeskWords) -> dict[str, tuple[str, str]]:
    """What each setting is called, and what it does."""
    gettext = words.gettext
    return {
        "theme": (gettext("Look"), gettext("Dark for the evening, bright for the day")),
        "language": (gettext("Language"), gettext("Used on every screen")),
        "hidden_scores": (
            gettext("Hidden scores"),
            gettext("Hidden until the end; hold your own panel to peek"),
        ),
        "turn_clock": (gettext("Turn clock"), gettext("Counts up; only for information")),
        "dim_after": (
            gettext("Dim the screen"),
            gettext("When nobody has touched it for this long"),
        ),
        "locked": (gettext("Screen lock"), gettext("Keeps little hands out: hold to unlock")),
        "tickets_drawn": (
            gettext("Tickets drawn"),
            gettext("R10; one edition draws 3. From the next game on"),
        ),
        "keyboard": (gettext("Keyboard"), gettext("Where names are typed")),
    }


def _in_words(name: str, value: Any, words: DeskWords) -> str:
    if name == "theme":
        return {"night": words.gettext("Night"), "day": words.gettext("Day")}[value]
    if name == "dim_after":
        return words.gettext("{n} min").format(n=value) if value else words.gettext("Never")
    if name == "tickets_drawn":
        return str(value)
    return words.gettext("On") if value else words.gettext("Off")
