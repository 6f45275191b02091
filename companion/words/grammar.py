"""Words that change before a name: French "de Anna" is "d’Anna", Spanish "y Inés" is "e Inés".

Translators write the plain form; the value that is filled in decides.
"""

import re
from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from companion.text import without_accents

_FRENCH_VOWEL: Final = re.compile("[aeiouœæh]|y[^aeiou]")  # d’Anna, d’Hélène, d’Yves; de Yann
_SPANISH_I: Final = re.compile("h?i(?![aeou])")  # e Inés, e Hilda; y Hiela
_SPANISH_O: Final = re.compile("h?o")


class Sentence(str):
    """A message in which the word before a placeholder adapts to the value."""

    __slots__ = ("_language",)
    _language: str

    def __new__(cls, text: str, language: str) -> "Sentence":
        sentence = super().__new__(cls, text)
        sentence._language = language
        return sentence

    def format(self, *args: object, **facts: object) -> str:
        """Like `str.format`, but adapt the words before the values."""
        return _Joiner(self._language).vformat(str(self), args, facts)


class _Joiner(Formatter):
    """Fills in placeholders one by one and adapts the word before each."""

    def __init__(self, language: str) -> None:
        self._rule = RULES[language]

    def vformat(self, format_string: str, args: Any, kwargs: Mapping[str, Any]) -> str:  # noqa: ANN401
        text = ""
        for literal, name, form, conversion in self.parse(format_string):
            text += literal
            if name is None:
                continue
            value, _ = self.get_field(name, args, kwargs)
            value = self.format_field(self.convert_field(value, conversion), form or "")
            text = self._rule(text, value) + value
        return text


def _french(text: str, value: str) -> str:
    """Drop the e of "de" and "que" before a vowel or the silent h of a name."""
    if not _begins_with(_FRENCH_VOWEL, value):
        return text
    return re.sub(r"\b([dD]|[qQ]u|jusqu|lorsqu|puisqu)e[ \u00a0]$", r"\1’", text)


def _spanish(text: str, value: str) -> str:
    """Change "y" to "e" before the sound i, and "o" to "u" before the sound o."""
    if _begins_with(_SPANISH_I, value):
        return re.sub(r"\by $", "e ", text)
    if _begins_with(_SPANISH_O, value):
        return re.sub(r"\bo $", "u ", text)
    return text


def _begins_with(sound: re.Pattern[str], value: str) -> bool:
    return sound.match(without_accents(value).casefold()) is not None


RULES: Final = {"fr": _french, "es": _spanish}
