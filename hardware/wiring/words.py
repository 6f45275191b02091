"""What is wrong in a wiring file, as sentences for people."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.text import harmless
from companion.words import Words
from hardware.buttons.pins import PHYSICAL
from hardware.wiring.model import Problem

Facts = Mapping[str, Any]


def problem_in_words(problem: Problem, words: Words) -> str:
    """One problem with its line and field."""
    facts = {"line": problem.line, "field": harmless(problem.field), **problem.facts}
    return _SENTENCES[problem.code](words, facts)


def edited_in_words(words: Words) -> str:
    """Somebody has written into the file while it was in use."""
    return words.gettext("The wiring file was changed by hand, and is not used as it is now.")


def _(text: str) -> str:
    """Mark a text for the catalogues."""
    return text


def _plain(text: str) -> Callable[[Words, Facts], str]:
    return lambda words, facts: words.gettext(text).format(**facts)


def _of_known(text: str) -> Callable[[Words, Facts], str]:
    """A sentence that lists what it could be."""
    return lambda words, facts: words.gettext(text).format(
        **{**facts, "known": ", ".join(map(str, facts["known"]))}
    )


def _dial_incomplete(words: Words, facts: Facts) -> str:
    text = words.gettext("Line {line}: the dial takes three pins. Not wired: {missing}.")
    return text.format(line=facts["line"], missing=", ".join(facts["missing"]))


def _no_such_pin(words: Words, facts: Facts) -> str:
    text = words.gettext(
        "Line {line}, {field}: {pin} is not a pin to wire; BCM numbers go from {first} to {last}."
    )
    return text.format(**facts, first=min(PHYSICAL), last=max(PHYSICAL))


_SENTENCES: Mapping[str, Callable[[Words, Facts], str]] = {
    "unreadable": _plain(_("The wiring file {file} cannot be read: {why}.")),
    "not_text": _plain(_("Line {line}: this is not text in UTF-8. Nothing is wired.")),
    "not_toml": _plain(_("Line {line} cannot be read; it is left out.")),
    "unknown_section": _of_known(
        _("Line {line}: there is no section {field}. There are: {known}.")
    ),
    "not_a_section": _plain(_("Line {line}: {field} must be a section, [{field}].")),
    "not_displays": _plain(_("Line {line}: each display is a section of its own, [[displays]].")),
    "unknown_name": _of_known(_("Line {line}: {field} cannot be wired. There are: {known}.")),
    "not_a_number": _plain(_("Line {line}, {field}: a pin is a whole number, without quotes.")),
    "no_such_pin": _no_such_pin,
    "pin_used_twice": _plain(_("Line {line}, {field}: pin {pin} is already wired to {by}.")),
    "dial_incomplete": _dial_incomplete,
    "not_a_text": _plain(_("Line {line}, {field}: this must be a text in quotes.")),
    "no_such_choice": _of_known(
        _("Line {line}, {field}: there is no such choice. There are: {known}.")
    ),
    "no_such_address": _of_known(
        _("Line {line}, {field}: no such address of a port. It can begin with: {known}.")
    ),
    "no_such_speed": _of_known(
        _("Line {line}, {field}: a speed is one of these numbers, without quotes: {known}.")
    ),
    "cannot_show": _of_known(
        _("Line {line}, {field}: this kind of display cannot show that. It can show: {known}.")
    ),
    "port_used_twice": _plain(
        _("Line {line}, {field}: {by} is already on this port; this display is left out.")
    ),
    "no_such_key": _plain(
        _("Line {line}: no key is called {field}. hardware/docs/numpad.md names them all.")
    ),
    "no_keys": _plain(_("Line {line}, {field}: no key of this keyboard stands for anything.")),
    "missing": _plain(_("Line {line}, {field}: {missing} is missing; this display is left out.")),
}
