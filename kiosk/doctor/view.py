"""Texts of the system check: a title and a sentence for each finding."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.words import Words
from kiosk.doctor.finding import BROKEN, OK, WARNING, Finding

ICONS: Final = {OK: "check", WARNING: "warning", BROKEN: "close"}


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A finding in words; `mend` is a command."""

    check: str
    state: str
    title: str
    text: str
    mend: str = ""

    @property
    def icon(self) -> str:
        """The icon for the state, in addition to its colour."""
        return ICONS[self.state]


def lines(findings: Sequence[Finding], words: Words) -> list[CheckLine]:
    """Return all findings in words."""
    titles, texts = _titles(words), _texts(words)
    return [
        CheckLine(
            finding.check,
            finding.state,
            titles[finding.check],
            _printable(texts[finding.code].format(**_facts(finding, words))),
            finding.mend,
        )
        for finding in findings
    ]


def _printable(text: str) -> str:
    """Replace unprintable characters, which names of devices and files can contain."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def summary(findings: Sequence[Finding], words: Words) -> str:
    """Return the overall result."""
    broken = sum(finding.state == BROKEN for finding in findings)
    warned = sum(finding.state == WARNING for finding in findings)
    if broken:
        return words.ngettext("{n} problem", "{n} problems", broken).format(n=broken)
    if warned:
        return words.ngettext("{n} warning", "{n} warnings", warned).format(n=warned)
    return words.gettext("All OK")


def state_word(state: str, words: Words) -> str:
    return {
        OK: words.pgettext("check-up", "OK"),
        WARNING: words.pgettext("check-up", "warning"),
        BROKEN: words.pgettext("check-up", "problem"),
    }[state]


def _facts(finding: Finding, words: Words) -> Mapping[str, Any]:
    facts = dict(finding.facts)
    if isinstance(facts.get("now"), datetime):
        facts["now"] = facts["now"].astimezone().strftime("%Y-%m-%d %H:%M")
    if "games" in facts:
        games = facts["games"]
        facts["games"] = words.ngettext("{n} game", "{n} games", games).format(n=games)
    if "problems" in facts:
        from hardware.wiring.words import problem_in_words

        facts["problems"] = " ".join(problem_in_words(one, words) for one in facts["problems"])
    return facts


def _titles(words: Words) -> dict[str, str]:
    gettext, pgettext = words.gettext, words.pgettext
    return {
        "version": "Stationmaster",
        "python": "Python",
        "packages": pgettext("check-up", "Packages"),
        "lgpio": pgettext("check-up", "GPIO driver"),
        "screen": pgettext("check-up: what draws", "Screen"),
        "rights": pgettext("check-up: of the user", "Permissions"),
        "touch": pgettext("check-up", "Touch screen"),
        "ports": gettext("Serial ports"),
        "wiring": pgettext("check-up: the wiring file", "Wiring"),
        "buttons": pgettext("check-up", "Buttons"),
        "sound": pgettext("check-up", "Sound"),
        "voice": pgettext("check-up", "Voice"),
        "games": pgettext("check-up: the database", "Games"),
        "settings": pgettext("heading and button", "Settings"),
        "space": gettext("Free space"),
        "clock": pgettext("check-up: date and time", "Clock"),
        "place": gettext("Time zone"),
    }


def _texts(words: Words) -> dict[str, str]:
    return {**_of_software(words), **_of_machine(words), **_of_kept(words)}


def _of_software(words: Words) -> dict[str, str]:
    gettext = words.gettext
    return {
        "version": gettext("Version {version}"),
        "python": "{version}",
        # Translators: of Python
        "python_unfit": gettext("{version}; 3.11, 3.12 or 3.13 needed"),
        "packages": "{packages}",
        "packages_wrong": gettext("Missing or wrong version: {packages}"),
        "not_installed": gettext("Not installed: running from source"),
        "no_pins": gettext("This machine has no GPIO pins for buttons; none are needed"),
        "lgpio": "lgpio {version}",
        "lgpio_missing": gettext("lgpio is missing: buttons and lights on GPIO pins are off"),
        "lgpio_stub": gettext("lgpio {version} is only a stub: pins can't be used"),
    }


def _of_machine(words: Words) -> dict[str, str]:
    gettext = words.gettext
    return {
        "renderer": gettext("Rendered by {renderer}"),
        "software": gettext("Software rendering, slow: {renderer}"),
        # Translators: there is no screen, or none that this session can use
        "no_renderer": gettext("Can't show anything from here: {why}"),
        "rights": gettext("This user can use every connected device"),
        "no_rights": gettext("This user can't use {files}"),
        "touch": "{names}",
        "no_touch": gettext("No touch screen found; a mouse or keyboard works too"),
        "sound": "{cards}",
        "no_sound": gettext("No sound card found: no sound"),
        "voice": "{program}",
        "no_voice": gettext("espeak-ng isn't installed: no spoken announcements"),
        "much_space": gettext("{gigabytes} GB free for games in {folder}"),
        "space": gettext("{free} MB free for games in {folder}"),
        "little_space": gettext("Only {free} MB free for games in {folder}"),
        "clock": "{now}",
        "clock_wrong": gettext(
            "{now} can't be right: games will have the wrong date but stay in order"
        ),
        "zone": "{zone}",
        "zone_unset": gettext("No time zone set: times are shown in {zone}"),
        "no_utf8": gettext("The text encoding here is {encoding}, not UTF-8"),
    }


def _of_kept(words: Words) -> dict[str, str]:
    gettext = words.gettext
    return {
        "games": gettext("{games} in {file}, all intact"),
        "no_games": gettext("No games yet; they'll be saved in {file}"),
        "games_missing": gettext("The games are missing: {file} is gone or empty"),
        "games_foreign": gettext("{file} isn't Stationmaster's, or was changed by another program"),
        "games_closed": gettext("This user can't read {file}"),
        "games_newer": gettext(
            "{file} was written by a newer Stationmaster: install that version again"
        ),
        "games_damaged": gettext("{file} is damaged: {why}"),
        "games_unchecked": gettext("The games can't be checked: {why}"),
        "games_read_only": gettext("{file} can be read, but not written to"),
        # Translators: the settings
        "settings": gettext("Saved in {file}"),
        # Translators: the settings
        "usual_settings": gettext("Defaults; changes will be saved in {file}"),
        "settings_unread": gettext("{file} can't be read: all settings are at their defaults"),
        # Translators: the wiring
        "wiring": gettext("As set in {file}"),
        "nothing_wired": gettext("Nothing is wired, and nothing needs to be"),
        "wiring_wrong": "{problems}",
        "unchecked": gettext("This can't be checked: {why}"),
        "ports": "{ports}",
        "no_ports": gettext("Nothing is plugged in"),
        "ports_missing": gettext("Not plugged in: {ports}"),
        "ports_closed": gettext("This user can't use {ports}"),
        "buttons": gettext("Pins: {pins}, keys: {keys}"),
        "no_buttons": gettext("No buttons; the screen does it all"),
        "pins_missing": gettext(
            "This machine has no GPIO pins: buttons and lights on them are off"
        ),
        "pins_closed": gettext("This user can't use the GPIO pins"),
    }
