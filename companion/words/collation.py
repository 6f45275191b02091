"""Sorts names by the alphabet of a language, as dictionaries do."""

from collections.abc import Mapping
from typing import Final
from unicodedata import normalize

from companion.text import LATIN, without_accents

_AFTER: Final = "\U0010fffd"  # appended to a letter, it sorts after everything with that letter

# Letters that are sorted separately, with their sort order. All others sort as the plain letter;
# if two names differ only in accents, the one without comes first.
_SWEDISH: Final = {"å": "z1", "ä": "z2", "æ": "z2", "ö": "z3", "ø": "z3"}
_DANISH: Final = {"æ": "z1", "ä": "z1", "ø": "z2", "ö": "z2", "å": "z3"}
_POLISH: Final = {
    **{"ą": "a1", "ć": "c1", "ę": "e1", "ł": "l1", "ń": "n1"},
    **{"ó": "o1", "ś": "s1", "ź": "z1", "ż": "z2"},
}
_OWN_LETTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "sv": _SWEDISH,
    "fi": _SWEDISH,
    "da": _DANISH,
    "no": _DANISH,
    "pl": _POLISH,
    "es": {"ñ": "n1"},
    "ru": {"й": "и1"},
}


def sort_key(language: str, name: str) -> tuple[str, str]:
    """Return the sort key of a name; an unknown language code sorts from A to Z."""
    own, letters = _OWN_LETTERS.get(language, {}), normalize("NFC", name).casefold()
    return "".join(_placed(own, letter) for letter in letters), name


def _placed(own: Mapping[str, str], letter: str) -> str:
    if letter in own:
        return own[letter][0] + _AFTER + own[letter][1]
    return without_accents(LATIN.get(letter, letter))
