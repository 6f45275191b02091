"""How wide text is on a terminal, and how names are cut so that no two look alike."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

ELLIPSIS: Final = "…"
_NO_WIDTH: Final = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """The columns a text takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """A text filled up to so many columns."""
    return text + " " * (columns - width(text))


def wrap(text: str, columns: int) -> list[str]:
    """A text broken between words; what goes on is indented by two more."""
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    lines = [""]
    for word in re.findall(r"\s*\S+", text):
        if lines[-1].strip() and width(lines[-1] + word) > columns:
            lines.append(indent + word.strip())
        else:
            lines[-1] += word
    return lines


def cut(text: str, columns: int) -> str:
    """As much of a text as fits, with an ellipsis where that is not all."""
    return _shorten(text, columns, 0)


def cut_unlike(names: Sequence[str], columns: int) -> list[str]:
    """Names cut to fit, so that no two look alike: those that would keep some of their end."""
    shown = [cut(name, columns) for name in names]
    for tail in range(1, columns - 1):
        if len(set(shown)) == len(shown):
            return shown
        shown = [
            _shorten(name, columns, tail) if shown.count(short) > 1 else short
            for name, short in zip(names, shown, strict=True)
        ]
    return [f"{_head(name, columns - 2)}{ELLIPSIS}{seat}" for seat, name in enumerate(names, 1)]


def _shorten(text: str, columns: int, tail: int) -> str:
    if width(text) <= columns:
        return text
    end = text[len(text) - tail :]
    return f"{_head(text, columns - 1 - width(end))}{ELLIPSIS}{end}"


def _head(text: str, columns: int) -> str:
    """The first characters that fit."""
    taken = 0
    for number, character in enumerate(text):
        taken += _columns(character)
        if taken > columns:
            return text[:number]
    return text
