"""Transliterates names to ASCII, because displays have no other letters.

Three ASCII characters are excluded as well: `|` is a command on a SerLCD, and on the usual
character chip (HD44780) a backslash is a yen sign and `~` an arrow.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from companion.text import LATIN

_PLAIN: Final = frozenset(map(chr, range(0x20, 0x7F))) - set("|\\~")

_CYRILLIC: Final = dict(  # -: the hard and the soft sign are silent
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўјљњђћџ",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya"
        " i yi ye g u j lj nj dj c dz".replace("-", "").split(" "),
        strict=True,
    )
)
_GREEK: Final = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        "a v g d e z i th i k l m n x o p r s s t y f ch ps o".split(),
        strict=True,
    )
)
_SIGNS: Final = {
    **dict.fromkeys("‘’‚‛′ʼ`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−~", "-"),
    **{"|": "!", "\\": "/", "…": "...", "·": ".", "•": "*", "×": "x", "→": ">", "←": "<"},
    **{"¡": "!", "⁄": "/", "№": "No", "€": "EUR"},
}
_READ_AS: Final = {**_CYRILLIC, **_GREEK, **LATIN, **_SIGNS}


# Languages with their own way to write without diacritics.
_SPELLED: Final = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue"},
    "da": {"å": "aa", "ø": "oe"},
    "no": {"å": "aa", "ø": "oe"},
}
_SPELLING: Final = {
    language: str.maketrans({**marks, **{a.upper(): b.title() for a, b in marks.items()}})
    for language, marks in _SPELLED.items()
}


def is_plain(text: str) -> bool:
    """Whether every display shows this text unchanged and takes none of it for a command."""
    return _PLAIN.issuperset(text)


def to_ascii(text: str) -> str:
    """Return the text in plain characters, `?` if there is none; empty only if the text is."""
    if is_plain(text):
        return text
    plain = "".join(map(_plain, unicodedata.normalize("NFC", text)))
    return plain or "?"


@lru_cache(maxsize=512)
def spelled(text: str, language: str) -> str:
    """Return a text in plain characters, as people of that language write it."""
    composed = unicodedata.normalize("NFC", text)
    return to_ascii(composed.translate(_SPELLING.get(language, {})))


def _plain(character: str) -> str:
    """Transliterate one character."""
    if character in _PLAIN:
        return character
    known = _READ_AS.get(character)
    if known is None and character.lower() in _READ_AS:
        known = _READ_AS[character.lower()].capitalize()
    if known is not None:
        return known
    if character.isspace():
        return " "
    if unicodedata.combining(character):
        return ""
    parts = unicodedata.normalize("NFKD", character)
    return "?" if parts == character else "".join(map(_plain, parts))


# --- distinct labels for names ---


@lru_cache(maxsize=128)  # a picture tries several widths; names rarely change
def labels(names: tuple[str, ...], limit: int) -> tuple[str, ...]:
    """Return a distinct ASCII label for each name, at most `limit` characters long.

    Screens shorten names with an ellipsis. Displays have none, and it would take up too much space:
    a letter that the other names don't have says more.
    """
    texts = [to_ascii(name).strip() or "?" for name in names]
    cuts = [_cut(text, limit) for text in texts]
    found: list[str] = []
    for number, text in enumerate(texts):
        others = texts[:number] + texts[number + 1 :]
        unlike = {*found, *(cut for cut in cuts if cut != cuts[number])}
        choices = _choices(text, others, limit, alone=cuts.count(cuts[number]) == 1)
        found.append(next(choice for choice in choices if choice not in unlike))
    return tuple(found)


def _cut(text: str, limit: int) -> str:
    """Return the beginning; if there is space for only one letter, a capital."""
    if limit > 1:
        return text[:limit].rstrip()
    return next((letter.upper() for letter in text if letter.isalpha()), "?")


def _choices(text: str, others: Sequence[str], limit: int, *, alone: bool) -> Iterator[str]:
    """Yield the beginning if it is unique, then the stem with a distinguishing letter."""
    if alone or limit == 1:
        yield _cut(text, limit)
    stem = text[: limit - 1].rstrip()
    rest = text[limit - 1 :]
    telling = [
        letter
        for place, letter in enumerate(rest, limit - 1)
        if all(other[place : place + 1] != letter for other in others)
    ]
    for letter in (*telling, *rest, *"23456789", *ascii_uppercase):
        if limit > 1 and letter != " ":
            yield stem + letter
        elif letter.isalpha():
            yield letter.upper()
