"""Problems in a wiring file, as sentences."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.text import sanitized
from companion.words import Words
from hardware.buttons.pins import PHYSICAL
from hardware.wiring.model import WiringProblem

Facts = Mapping[str, Any]


def problem_in_words(problem: WiringProblem, words: Words) -> str:
    """Return a sentence with the problem's line and field."""
    facts = {"line": problem.line, "field": sanitized(problem.field), **problem.facts}
    return _SENTENCES[problem.code](words, facts)


def edited_in_words(words: Words) -> str:
    """Return the notice that the file was edited while in use."""
    return words.gettext("The wiring file was edited by hand. The changes aren't in use yet.")


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


def _fixed(text: str) -> Callable[[Words, Facts], str]:
    return lambda words, facts: words.gettext(text).format(**facts)


def _of_known(text: str) -> Callable[[Words, Facts], str]:
    """Return a sentence that lists the valid choices."""
    return lambda words, facts: words.gettext(text).format(
        **{**facts, "known": ", ".join(map(str, facts["known"]))}
    )


def _dial_incomplete(words: Words, facts: Facts) -> str:
    text = words.gettext("Line {line}: the dial needs three pins. Not wired: {missing}.")
    return text.format(line=facts["line"], missing=", ".join(facts["missing"]))


def _no_such_pin(words: Words, facts: Facts) -> str:
    text = words.gettext(
        "Line {line}, {field}: {pin} isn't a usable pin. BCM numbers go from {first} to {last}."
    )
    return text.format(**facts, first=min(PHYSICAL), last=max(PHYSICAL))


_SENTENCES: Mapping[str, Callable[[Words, Facts], str]] = {
    "unreadable": _fixed(_("The wiring file {file} can't be read: {why}.")),
    "not_text": _fixed(_("Line {line}: this isn't UTF-8 text. Nothing is wired.")),
    "not_toml": _fixed(_("Line {line} can't be read and is ignored.")),
    "unknown_section": _of_known(
        _("Line {line}: there is no section {field}. Choose one of: {known}.")
    ),
    "not_a_section": _fixed(_("Line {line}: {field} must be a section, [{field}].")),
    "not_displays": _fixed(_("Line {line}: each display needs its own section, [[displays]].")),
    "unknown_name": _of_known(_("Line {line}: {field} can't be wired. Choose one of: {known}.")),
    "not_a_number": _fixed(_("Line {line}, {field}: a pin must be a whole number without quotes.")),
    "no_such_pin": _no_such_pin,
    "pin_used_twice": _fixed(_("Line {line}, {field}: pin {pin} is already wired to {by}.")),
    "dial_incomplete": _dial_incomplete,
    "not_a_text": _fixed(_("Line {line}, {field}: this must be text in quotes.")),
    "no_such_choice": _of_known(
        _("Line {line}, {field}: this isn't a valid choice. Choose one of: {known}.")
    ),
    "no_such_address": _of_known(
        _("Line {line}, {field}: this isn't a valid port. It can start with: {known}.")
    ),
    "no_such_speed": _of_known(
        _(
            "Line {line}, {field}: the baud rate must be one of these numbers, without quotes:"
            " {known}."
        )
    ),
    "cannot_show": _of_known(
        _("Line {line}, {field}: this type of display can't show that. It can show: {known}.")
    ),
    "port_used_twice": _fixed(
        _("Line {line}, {field}: {by} is already on this port, so this display is ignored.")
    ),
    "no_such_key": _fixed(
        _("Line {line}: there is no key called {field}. hardware/docs/numpad.md lists them all.")
    ),
    "no_keys": _fixed(_("Line {line}, {field}: no key on this keyboard is assigned to anything.")),
    "missing": _fixed(_("Line {line}, {field}: {missing} is missing, so this display is ignored.")),
}
