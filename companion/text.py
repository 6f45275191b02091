"""Text helpers: folding accents, typesetting numbers, parsing times, shortening names."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

ELLIPSIS: Final = "…"
_MOST_SHOWN: Final = 60  # characters of untrusted text
LATIN: Final = {  # letters that Unicode doesn't decompose
    **{"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "ng", "ə": "e"},
    **{"ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ĸ": "k", "ſ": "s"},
}
_LETTERS: Final = str.maketrans(LATIN)

_SIGN: Final = re.compile(r"(?<![^\s(:=])-(?=\d)")  # not a hyphen in a date or a range
# Only after a short word: a long one and its number might not fit on one line.
_LAST_NUMBER: Final = re.compile(r"^(\S+ .*\S \w{1,10}) (\d{1,3}[.)]?)$")

_BREAK: Final = re.compile("[ -]")
_WITHIN_A_WORD: Final = re.compile(r"(?<=[^\W\d_]{2})(?=[^\W\d_]{2})")

Measure = Callable[[str], float]


# --- letters -------------------------------------------------------------------------------------


def without_accents(text: str) -> str:
    """Return the text without accents; letters such as ł that don't decompose stay."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


def fold(text: str) -> str:
    """Return the text for comparison: without accents, case and punctuation."""
    letters = without_accents(text.casefold().translate(_LETTERS))
    return "".join(c if c.isalnum() else " " for c in letters if c not in "'’`")


def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a text."""
    return tuple(fold(text).split())


def telling_letters(names: Sequence[str]) -> list[str]:
    """Return a distinct capital for each name: its first letter unless names share it."""
    firsts = [name[:1].upper() for name in names]
    found: list[str] = []
    for first, name in zip(firsts, names, strict=True):
        taken = {*found, *firsts} if firsts.count(first) > 1 else set(found)
        letters = [letter for letter in name.upper() if letter.isalpha()]
        found.append(next((letter for letter in letters if letter not in taken), first))
    return found


def is_visible_character(sign: str) -> bool:
    """Whether a character is printable or a typographic space, which isprintable() rejects."""
    return sign.isprintable() or unicodedata.category(sign) == "Zs"


def sanitized(text: object) -> str:
    """Return untrusted text without control characters, truncated."""
    shown = str(text)
    return (shown if all(map(is_visible_character, shown)) else ascii(shown))[:_MOST_SHOWN]


# --- numbers -------------------------------------------------------------------------------------


def number(value: int | str) -> str:
    """Return a number, or the text of one, with a typographic minus."""
    return str(value).replace("-", "−")  # noqa: RUF001


def signed(points: int) -> str:
    """Return a number with its sign and a typographic minus; 0 has none."""
    return number(f"{points:+d}") if points else "0"


def typeset(text: str) -> str:
    """Return a sentence for display: en dash between places, typographic minus.

    A number at the end stays on the line of the word before it. Our messages use plain hyphens,
    since programs read them too.
    """
    dashed = _SIGN.sub("\N{MINUS SIGN}", text.replace(" - ", " \N{EN DASH} "))
    return _LAST_NUMBER.sub("\\1\N{NO-BREAK SPACE}\\2", dashed)


# --- times ---------------------------------------------------------------------------------------


def moment(text: str) -> datetime | None:
    """Return an ISO timestamp as local time, or None if it is invalid."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


# --- shortening names ----------------------------------------------------------------------------


def shortened(names: Sequence[str], room: float, measure: Measure, lines: int = 1) -> list[str]:
    """Return each name shortened to a width, cut in the middle if two would look the same.

    With two lines, a name is broken before it is cut. If cutting can't make them distinct, all
    names get a number. Empty names stay empty.
    """
    cut = partial(_cut if lines == 1 else _broken, room=room, measure=measure)
    shown = [cut(name) for name in names]
    for tail in range(1, max(map(len, names), default=1)):
        alike = {text for text in shown if text and shown.count(text) > 1}
        if not alike:
            return shown
        shown = [
            cut(name, end=name[-tail:]) if text in alike else text
            for name, text in zip(names, shown, strict=True)
        ]
        if any(measure(line) > room for text in shown for line in text.split("\n")):
            break
    named = [text for text in shown if text]
    if len(set(named)) == len(named):
        return shown
    numbered = [f"{name} {number}" if name else "" for number, name in enumerate(names, 1)]
    return [cut(name, end=name.split(" ")[-1]) for name in numbered]


def in_two_lines(name: str, room: float, measure: Measure) -> str:
    """Return a name broken into two lines that fit, or '' if that is impossible."""
    for halves in (_halves(name), _halves_of_words(name)):
        fitting = [pair for pair in halves if max(map(measure, pair)) <= room]
        if fitting:
            return "\n".join(min(fitting, key=lambda pair: max(map(measure, pair))))
    return ""


def _halves(name: str) -> list[tuple[str, str]]:
    """Return the ways to break a name after a hyphen or at a space."""
    ends = [at.end() for at in _BREAK.finditer(name)]
    return [(name[:end].rstrip(), name[end:]) for end in ends if name[end:]]


def _halves_of_words(name: str) -> list[tuple[str, str]]:
    """Return the ways to break a name within a word, with two letters on each side."""
    return [(f"{name[: at.end()]}-", name[at.end() :]) for at in _WITHIN_A_WORD.finditer(name)]


def _broken(name: str, room: float, measure: Measure, end: str = "") -> str:
    """Return a name in one line or two; if it is too long, cut the second before `end`."""
    if measure(name) <= room:
        return name
    if whole := in_two_lines(name, room, measure):
        return whole
    for halves in (_halves(name), _halves_of_words(name)):
        fitting = [pair for pair in halves if measure(pair[0]) <= room]
        if fitting:
            first, rest = fitting[-1]
            return f"{first}\n{_cut(rest, room, measure, end)}"
    return _cut(name, room, measure, end)


def _cut(name: str, room: float, measure: Measure, end: str = "") -> str:
    """Return as much of the beginning as fits, then an ellipsis and `end`."""
    if measure(name) <= room:
        return name
    for length in range(len(name) - len(end) - 1, 0, -1):
        text = f"{name[:length].rstrip(' -')}{ELLIPSIS}{end}"
        if measure(text) <= room:
            return text
    return f"{name[:1]}{ELLIPSIS}{end}"
