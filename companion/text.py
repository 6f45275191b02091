"""Texts as people write and read them: accents, signs, names in little room, moments."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

ELLIPSIS: Final = "…"
_MOST_SHOWN: Final = 60  # characters of what somebody sent us
LATIN: Final = {  # letters that do not come apart into a plain one and its accent
    **{"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "ŧ": "t", "ŋ": "ng", "ə": "e"},
    **{"ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ĸ": "k", "ſ": "s"},
}
_LETTERS: Final = str.maketrans(LATIN)

_SIGN: Final = re.compile(r"(?<![^\s(:=])-(?=\d)")  # a hyphen in a date or a range is none
# Of a sentence, behind a short word: longer ones may have no room in a line together.
_LAST_NUMBER: Final = re.compile(r"^(\S+ .*\S \w{1,10}) (\d{1,3}[.)]?)$")

_BREAK: Final = re.compile("[ -]")
_WITHIN_A_WORD: Final = re.compile(r"(?<=[^\W\d_]{2})(?=[^\W\d_]{2})")

Measure = Callable[[str], float]


# --- letters -------------------------------------------------------------------------------------


def without_accents(text: str) -> str:
    """Its letters without what stands over or under them; those that are whole stay."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part))


def fold(text: str) -> str:
    """Text as it is compared: no accents, no case, no punctuation."""
    letters = without_accents(text.casefold().translate(_LETTERS))
    return "".join(c if c.isalnum() else " " for c in letters if c not in "'’`")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared."""
    return tuple(fold(text).split())


def telling_letters(names: Sequence[str]) -> list[str]:
    """A capital for each name, and no two alike: its first, unless another begins with that."""
    firsts = [name[:1].upper() for name in names]
    found: list[str] = []
    for first, name in zip(firsts, names, strict=True):
        taken = {*found, *firsts} if firsts.count(first) > 1 else set(found)
        letters = [letter for letter in name.upper() if letter.isalpha()]
        found.append(next((letter for letter in letters if letter not in taken), first))
    return found


def is_visible_character(sign: str) -> bool:
    """Whether a character only prints: also the spaces of typesetters, which Python leaves out."""
    return sign.isprintable() or unicodedata.category(sign) == "Zs"


def sanitized(text: object) -> str:
    """Somebody's text, fit to be shown: no control characters, not too long."""
    shown = str(text)
    return (shown if all(map(is_visible_character, shown)) else ascii(shown))[:_MOST_SHOWN]


# --- numbers -------------------------------------------------------------------------------------


def number(value: int | str) -> str:
    """A number, or the text of one, with a true minus."""
    return str(value).replace("-", "−")  # noqa: RUF001


def signed(points: int) -> str:
    """A number with its sign, a true minus; nought has none."""
    return number(f"{points:+d}") if points else "0"


def typeset(text: str) -> str:
    """A sentence as it is printed: a dash between places, a true minus before a number.

    A number at its end stays with the word before. Our sentences keep to what a keyboard types:
    programs read them too.
    """
    dashed = _SIGN.sub("\N{MINUS SIGN}", text.replace(" - ", " \N{EN DASH} "))
    return _LAST_NUMBER.sub("\\1\N{NO-BREAK SPACE}\\2", dashed)


# --- moments -------------------------------------------------------------------------------------


def moment(text: str) -> datetime | None:
    """A moment of the log by the clock on the wall here; None where it is none."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except (ValueError, OverflowError, OSError):
        return None


# --- names in little room ------------------------------------------------------------------------


def shortened(names: Sequence[str], room: float, measure: Measure, lines: int = 1) -> list[str]:
    """Each name as it fits: cut at its end, or in the middle where two would look alike.

    With two lines it is broken before it is cut. Where nothing tells names apart in so little
    room, all end in their number. Who has no name yet gets none.
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
    """A name broken where both halves fit, within a word if need be; '' where they never do."""
    for halves in (_halves(name), _halves_of_words(name)):
        fitting = [pair for pair in halves if max(map(measure, pair)) <= room]
        if fitting:
            return "\n".join(min(fitting, key=lambda pair: max(map(measure, pair))))
    return ""


def _halves(name: str) -> list[tuple[str, str]]:
    """A name broken after a hyphen or at a space."""
    ends = [at.end() for at in _BREAK.finditer(name)]
    return [(name[:end].rstrip(), name[end:]) for end in ends if name[end:]]


def _halves_of_words(name: str) -> list[tuple[str, str]]:
    """A name broken between letters, two of which stay on either side."""
    return [(f"{name[: at.end()]}-", name[at.end() :]) for at in _WITHIN_A_WORD.finditer(name)]


def _broken(name: str, room: float, measure: Measure, end: str = "") -> str:
    """In one line or two; in the second, where it must be, cut before this end of it."""
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
    """As much of the beginning as fits before an ellipsis and this end of it."""
    if measure(name) <= room:
        return name
    for length in range(len(name) - len(end) - 1, 0, -1):
        text = f"{name[:length].rstrip(' -')}{ELLIPSIS}{end}"
        if measure(text) <= room:
            return text
    return f"{name[:1]}{ELLIPSIS}{end}"
