"""How wide text is on a terminal, and how it is cut and broken by that."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from companion.text import shortened

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
    return text if width(text) <= columns else f"{_head(text, columns - 1)}{ELLIPSIS}"


def cut_unlike(names: Sequence[str], columns: int) -> list[str]:
    """Names cut to so many columns, so that no two look alike."""
    return shortened(names, columns, width)


def _head(text: str, columns: int) -> str:
    """The first characters that fit."""
    taken = 0
    for number, character in enumerate(text):
        taken += _columns(character)
        if taken > columns:
            return text[:number]
    return text
