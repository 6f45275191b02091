"""The language to use: from the command line, the settings, or the system."""

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

LARGEST_SETTINGS: Final = 1_000_000  # bytes


def add_language_option(parser: ArgumentParser, language: Translations) -> None:
    text = language.gettext("language to use: {codes}").format(codes=", ".join(LANGUAGES))
    parser.add_argument("--language", choices=LANGUAGES, metavar="CODE", help=text)


def language_for(arguments: Sequence[str]) -> Translations:
    """Return the translations for a command line before it is parsed, so that --help has them."""
    return translations(code_for(arguments))


def code_for(arguments: Sequence[str]) -> str:
    """Return the language of a command line, falling back to the settings, then the system."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--language", choices=LANGUAGES)
    try:
        asked = parser.parse_known_args(arguments)[0].language
    except ArgumentError:  # reported by the real parser
        asked = None
    return asked or remembered_language() or guess_language(os.environ)


def remembered_language(file: Path | None = None) -> str:
    """Return the language chosen in the settings, or '' if there is none."""
    try:
        language = _settings(file or settings_file()).get("language")
    except (OSError, ValueError, RecursionError):
        return ""
    return language if isinstance(language, str) and language in LANGUAGES else ""


def remember_language(language: str, file: Path | None = None) -> bool:
    """Save a language, keeping the other settings. Returns False if it can't be saved."""
    place = file or settings_file()
    try:
        found = _settings(place)
    except FileNotFoundError:
        found = {}
    except (OSError, ValueError, RecursionError):  # don't overwrite a file we can't parse
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
