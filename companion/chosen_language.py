"""The language that somebody has chosen: asked for now, remembered, or else the system's."""

import json
import logging
import os
from argparse import ArgumentError, ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from companion.atomic_files import read_regular_file, write_atomically
from companion.folders import settings_file
from companion.words.language import LANGUAGES, Translations, guess_language, translations

log = logging.getLogger(__name__)

LARGEST_SETTINGS: Final = 1_000_000  # bytes of a file of settings


def add_language_option(parser: ArgumentParser, language: Translations) -> None:
    """Let a command be asked for a language."""
    text = language.gettext("language to use: {codes}").format(codes=", ".join(LANGUAGES))
    parser.add_argument("--language", choices=LANGUAGES, metavar="CODE", help=text)


def language_for(arguments: Sequence[str]) -> Translations:
    """The words for a command line, before it is read: its help is to be in that language too."""
    return translations(code_for(arguments))


def code_for(arguments: Sequence[str]) -> str:
    """Which language a command line wants; else the remembered one, else the system's."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", choices=LANGUAGES)
    try:
        asked = parser.parse_known_args(arguments)[0].language
    except ArgumentError:  # said when all of it is read
        asked = None
    return asked or remembered_language() or guess_language(os.environ)


def remembered_language(file: Path | None = None) -> str:
    """What the table has chosen in the settings; '' where it has not."""
    try:
        language = _settings(file or settings_file()).get("language")
    except (OSError, ValueError, RecursionError):
        return ""
    return language if isinstance(language, str) and language in LANGUAGES else ""


def remember_language(language: str, file: Path | None = None) -> bool:
    """Keep a language in the settings, beside whatever else is there; false where it cannot be."""
    place = file or settings_file()
    try:
        found = _settings(place)
    except FileNotFoundError:
        found = {}
    except (OSError, ValueError, RecursionError):  # not ours to overwrite
        return False
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(place, json.dumps(found | {"language": language}, indent=1).encode())
    except OSError:
        log.warning("the language cannot be kept in %s", place, exc_info=True)
        return False
    return True


def _settings(file: Path) -> dict[str, Any]:
    found = json.loads(read_regular_file(file, LARGEST_SETTINGS))
    if not isinstance(found, dict):
        raise ValueError("no settings")
    return found
