"""Translates argparse's own texts: usage, headings and errors of the command line."""

import argparse
from typing import Final

from companion.words.language import Translations


def translate_argparse(language: Translations) -> None:
    """Let argparse translate its texts; those that aren't in the catalogue stay English.

    It uses `_` of its own module, which knows only the system's catalogues.
    """
    vars(argparse)["_"] = language.gettext


def _(text: str) -> str:
    """Mark a text for translation."""
    return text


MESSAGES: Final = (
    # Translators: argparse: before how a command is called.
    _("usage: "),
    # Translators: argparse: a heading in the help of a command.
    _("positional arguments"),
    # Translators: argparse: a heading in the help of a command.
    _("options"),
    # Translators: argparse.
    _("show this help message and exit"),
    # Translators: argparse; keep the line break at the end.
    _("%(prog)s: error: %(message)s\n"),
    # Translators: argparse.
    _("argument %(argument_name)s: %(message)s"),
    # Translators: argparse.
    _("the following arguments are required: %s"),
    # Translators: argparse.
    _("unrecognized arguments: %s"),
    # Translators: argparse.
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    # Translators: argparse.
    _("invalid %(type)s value: %(value)r"),
    # Translators: argparse.
    _("expected one argument"),
    # Translators: argparse.
    _("expected at least one argument"),
    # Translators: argparse.
    _("ambiguous option: %(option)s could match %(matches)s"),
)
