"""View data of the settings: their names, explanations and choices."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.words import LANGUAGES
from companion.words.table.desk import DeskWords
from kiosk.settings.file import CHOICES, Settings
from kiosk.sound.view import INSTALL
from kiosk.widgets import keyboards

ICONS: Final = {"night": "moon", "day": "sun", "contrast": "contrast"}


@dataclass(frozen=True, slots=True)
class Choice:
    value: Any
    word: str
    icon: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SettingView:
    name: str
    title: str
    note: str
    choices: tuple[Choice, ...]


def setting_rows(
    settings: Settings, words: DeskWords, *, can_speak: bool = True
) -> list[SettingView]:
    """Return all settings, most used first."""
    rows = [
        SettingView(name, *titles, _choices(settings, name, words))
        for name, titles in _titles(words).items()
    ]
    return [row if can_speak or row.name != "spoken" else _unspoken(row, words) for row in rows]


def _unspoken(row: SettingView, words: DeskWords) -> SettingView:
    """Explain how to install speech; without choices, unless speech is on and can be turned off."""
    note = words.gettext("First, in a terminal: {command}").format(command=INSTALL)
    is_off = any(choice.chosen for choice in row.choices if not choice.value)
    return replace(row, note=note, choices=() if is_off else row.choices)


def _choices(settings: Settings, name: str, words: DeskWords) -> tuple[Choice, ...]:
    present = getattr(settings, name)
    return tuple(
        Choice(value, word, ICONS.get(value, ""), chosen=value == present)
        for value, word in _values(name, words)
    )


def _values(name: str, words: DeskWords) -> Sequence[tuple[Any, str]]:
    """Return a setting's values with their labels; languages go by their own names."""
    if name == "language":
        return list(LANGUAGES.items())
    if name == "keyboard":
        return [(layout, LANGUAGES[layout]) for layout in keyboards.LAYOUTS]
    return [(value, _in_words(name, value, words)) for value in CHOICES[name]]


def _titles(words: DeskWords) -> dict[str, tuple[str, str]]:
    """Return each setting's name and explanation."""
    gettext, pgettext = words.gettext, words.pgettext
    return {
        "theme": (
            pgettext("setting: colours of the screen", "Theme"),
            gettext("Dark for the evening, bright for the day"),
        ),
        "text_size": (
            gettext("Text size"),
            gettext("Larger wherever there's room"),
        ),
        "hand": (
            pgettext("setting: left or right", "Handedness"),
            gettext("Side for the main buttons"),
        ),
        "language": (pgettext("setting", "Language"), gettext("Used on every screen")),
        "hidden_scores": (
            gettext("Hidden scores"),
            gettext("Hidden until the end; hold your own panel to peek"),
        ),
        "turn_clock": (gettext("Turn clock"), gettext("Counts up; for information only")),
        "dim_after": (
            gettext("Dim the screen"),
            gettext("When nobody has touched it for this long"),
        ),
        "sounds": (
            pgettext("setting", "Sounds"),
            gettext("Accepted, refused, undone; the last round, the winner"),
        ),
        "spoken": (
            gettext("Spoken announcements"),
            gettext("Points and markers, in the language above"),
        ),
        "locked": (gettext("Screen lock"), gettext("Keeps little hands out: hold to unlock")),
        "phones": (
            pgettext("heading and button: phones of the players", "Phones"),
            gettext("A page for everyone at the table; its code is in the menu"),
        ),
        "phone_turns": (
            gettext("Turns from phones"),
            # Translators: their own turns
            gettext("Everyone can enter their own; the screen lock doesn't affect phones"),
        ),
        "tickets_drawn": (
            # Translators: setting: how many tickets a player draws in a turn
            gettext("Tickets drawn"),
            gettext("R10; one edition draws 3. Applies from the next game"),
        ),
        "keyboard": (
            pgettext("setting: letters on the screen", "Keyboard"),
            gettext("For typing names"),
        ),
    }


def _in_words(name: str, value: Any, words: DeskWords) -> str:
    if name == "theme":
        return _theme_in_words(value, words)
    if name == "text_size":
        return {
            "usual": words.pgettext("text size", "Normal"),
            "large": words.pgettext("text size", "Large"),
            "largest": words.pgettext("text size", "Largest"),
        }[value]
    if name == "hand":
        return {
            "right": words.pgettext("hand", "Right"),
            "left": words.pgettext("hand", "Left"),
        }[value]
    if name == "dim_after":
        return words.minutes(value) if value else words.pgettext("dim the screen", "Never")
    if name == "sounds":
        return {
            "off": words.pgettext("setting", "Off"),
            "soft": words.pgettext("how loud sounds are", "Quiet"),
            "on": words.pgettext("setting", "On"),
        }[value]
    if name == "tickets_drawn":
        return str(value)
    return words.pgettext("setting", "On") if value else words.pgettext("setting", "Off")


def _theme_in_words(theme: str, words: DeskWords) -> str:
    return {
        "night": words.pgettext("colours of the screen", "Night"),
        "day": words.pgettext("colours of the screen", "Day"),
        "contrast": words.pgettext("colours of the screen", "High contrast"),
    }[theme]
