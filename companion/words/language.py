"""Loads the catalogue of a language; missing or broken translations fall back to English."""

import functools
import gettext
import logging
import struct
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Final

from companion.words.grammar import RULES, Sentence

log = logging.getLogger(__name__)

Translations = gettext.NullTranslations

CATALOGUES: Final = Path(__file__).parent / "catalogues"
ENGLISH: Final = "en"  # the language of the messages in the code

LANGUAGES: Final[Mapping[str, str]] = {  # in their own language, not translated
    ENGLISH: "English",
    "fr": "Français",
    "de": "Deutsch",
    "es": "Español",
    "nl": "Nederlands",
    "fi": "Suomi",
    "da": "Dansk",
    "no": "Norsk",
    "sv": "Svenska",
    "pl": "Polski",
    "ru": "Русский",
}

_ALSO_CALLED: Final = {"nb": "no", "nn": "no"}  # the two written forms of Norwegian


class Catalogue(gettext.GNUTranslations):
    """The translations of a language.

    A translation with a placeholder that its message doesn't have would raise an error, so the
    English message is used instead.
    """

    @functools.cached_property
    def _code(self) -> str:
        return code_of(self)

    def _checked(self, translated: str, english: str, *messages: str) -> str:
        """Return the translation if its placeholders are valid, or the English text."""
        if translated == english or not _is_sound(translated, messages):
            return english
        return (
            Sentence(translated, self._code)
            if self._code in RULES and "{" in translated
            else translated
        )

    def gettext(self, message: str) -> str:
        return self._checked(super().gettext(message), message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self._checked(super().ngettext(one, many, n), one if n == 1 else many, many, one)

    def pgettext(self, context: str, message: str) -> str:
        return self._checked(super().pgettext(context, message), message, message)

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        translated = super().npgettext(context, one, many, n)
        return self._checked(translated, one if n == 1 else many, many, one)


@functools.cache
def _is_sound(translated: str, messages: tuple[str, ...]) -> bool:
    try:
        return fields_of(translated) <= frozenset().union(*map(fields_of, messages))
    except ValueError:  # an unbalanced brace
        return False


def fields_of(text: str) -> frozenset[tuple[str, str, str | None]]:
    """Return the placeholders of a message, with their format and conversion.

    Raises:
        ValueError: If a brace is unbalanced.
    """
    return frozenset(
        (name, form or "", conversion)
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    )


@functools.cache
def translations(language: str = ENGLISH, folder: Path = CATALOGUES) -> Translations:
    """Return the translations of a language; English if its catalogue is missing or broken."""
    file = folder / f"{language}.mo"
    if language == ENGLISH or not file.is_file():
        return Translations()
    try:
        with file.open("rb") as compiled:
            return Catalogue(compiled)
    except (OSError, ValueError, struct.error):
        log.exception("%s cannot be read", file)
        return Translations()


def code_of(language: Translations) -> str:
    """Return the language code of translations."""
    return language.info().get("language") or ENGLISH


def guess_language(environment: Mapping[str, str]) -> str:
    """Return the system's language by the POSIX variables; English if it isn't supported."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    spoken = next(filter(None, (environment.get(name) for name in names)), "")
    if spoken.partition(".")[0] in ("", "C", "POSIX"):
        return ENGLISH
    wanted = [*environment.get("LANGUAGE", "").split(":"), spoken]
    codes = (_code(locale) for locale in wanted)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _code(locale: str) -> str:
    code = locale.replace("-", "_").partition("_")[0].partition(".")[0].casefold()
    return _ALSO_CALLED.get(code, code)
