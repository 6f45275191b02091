"""Which language is spoken: one catalogue each; what it does not say well is said in English."""

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
ENGLISH: Final = "en"  # the messages themselves

LANGUAGES: Final[Mapping[str, str]] = {  # by their own names, which no translation changes
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

_ALSO_CALLED: Final = {"nb": "no", "nn": "no"}  # the two ways to write Norwegian


class Catalogue(gettext.GNUTranslations):
    """The sentences of a language.

    One that asks for a fact which its message does not have would end in a fault: it is passed
    over, and the message is said in English.
    """

    @functools.cached_property
    def _code(self) -> str:
        return code_of(self)

    def _checked(self, translated: str, english: str, *messages: str) -> str:
        """A translation that fits its message, or the English."""
        if translated == english or not _is_sound(translated, messages):
            return english
        return (
            Sentence(translated, self._code)
            if self._code in RULES and "{" in translated
            else translated
        )

    def gettext(self, message: str) -> str:
        """A message in the language."""
        return self._checked(super().gettext(message), message, message)

    def ngettext(self, one: str, many: str, n: int) -> str:
        """A message in the form that the language has for a number."""
        return self._checked(super().ngettext(one, many, n), one if n == 1 else many, many, one)

    def pgettext(self, context: str, message: str) -> str:
        """A message that is also used elsewhere, as it is said here."""
        return self._checked(super().pgettext(context, message), message, message)

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        """A message for a number, as it is said here."""
        translated = super().npgettext(context, one, many, n)
        return self._checked(translated, one if n == 1 else many, many, one)


@functools.cache
def _is_sound(translated: str, messages: tuple[str, ...]) -> bool:
    try:
        return fields_of(translated) <= frozenset().union(*map(fields_of, messages))
    except ValueError:  # a brace without its other half
        return False


def fields_of(text: str) -> frozenset[tuple[str, str, str | None]]:
    """The facts that a message names, each with the form it wants them in.

    Raises:
        ValueError: a brace without its other half.
    """
    return frozenset(
        (name, form or "", conversion)
        for _, name, form, conversion in Formatter().parse(text)
        if name is not None
    )


@functools.cache
def translations(language: str = ENGLISH, folder: Path = CATALOGUES) -> Translations:
    """The words of a language; English where there is no catalogue of it, or a broken one."""
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
    """Which language words are in."""
    return language.info().get("language") or ENGLISH


def guess_language(environment: Mapping[str, str]) -> str:
    """What the system speaks, as POSIX has it; English where we do not speak it."""
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
