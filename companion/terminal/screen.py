"""All terminal output: strips control characters and cuts names to fit."""

import os
import re
import shutil
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from companion.text import is_visible_character, shortened, without_accents

_STYLES: Final = {
    "blue": "34",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "black": "90",  # black is invisible on black
    "turn": "1",
    "heading": "1",
    "refusal": "31",
    "warning": "1;33",
    "ruling": "35",
    "quiet": "2",
}
_SHAPES: Final = {"blue": "■", "red": "▲", "green": "●", "yellow": "◆", "black": "✚"}
_PLAIN_SHAPES: Final = {"blue": "#", "red": "^", "green": "o", "yellow": "<", "black": "+"}
_PLAIN: Final = str.maketrans({"…": "~", "·": "-", "–": "-", "’": "'"})  # noqa: RUF001
_USUAL_COLUMNS: Final = 80
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
_JOINER: Final = "\N{ZERO WIDTH JOINER}"  # joins emoji in names; harmless otherwise


@dataclass(frozen=True, slots=True)
class StyledText:
    text: str
    style: str = ""


StyledLine = Sequence[StyledText]


def sanitized(text: str) -> str:
    """Replace all characters that could control a terminal."""
    return "".join(c if is_visible_character(c) or c == _JOINER else _REPLACEMENT for c in text)


class Screen:
    """Prints sentences and tables, in colour if the terminal supports it."""

    def __init__(self, out: TextIO, environment: Mapping[str, str] = os.environ) -> None:
        self._out = out
        self._is_terminal = out.isatty()
        dull = environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
        self._color = self._is_terminal and not dull
        self._encoding = out.encoding or "utf-8"
        self._shapes = _SHAPES if self._can_write("".join(_SHAPES.values())) else _PLAIN_SHAPES

    @property
    def columns(self) -> int:
        if not self._is_terminal:
            return _USUAL_COLUMNS
        return shutil.get_terminal_size((_USUAL_COLUMNS, 24)).columns

    def shape(self, color: str) -> StyledText:
        """Return the shape for a player's colour: colour alone is not enough."""
        return StyledText(self._shapes.get(color, "?"), color)

    def say(self, text: str, style: str = "") -> None:
        """Print one or more lines of text."""
        self.show([StyledText(line, style)] for line in text.split("\n"))

    def show(self, lines: Iterable[StyledLine]) -> None:
        """Print lines; a line with a single style is wrapped if it is too long."""
        for line in lines:
            pieces = [line] if len(line) != 1 else self._wrapped(line[0])
            for piece in pieces:
                text = "".join(self._styled(span) for span in piece)
                self._out.write(text.rstrip() + "\n")
        self._out.flush()

    def _wrapped(self, span: StyledText) -> list[StyledLine]:
        """Wrap a line on a terminal; leave it whole if another program reads it."""
        room = max(20, self.columns - 1)
        if not self._is_terminal or width(span.text) <= room:
            return [[span]]
        return [[StyledText(piece, span.style)] for piece in wrap(span.text, room)]

    def _styled(self, span: StyledText) -> str:
        text = self._writable(sanitized(span.text))
        code = _STYLES.get(span.style)
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and code and text.strip() else text

    def _writable(self, text: str) -> str:
        """Return the text in the terminal's encoding, without accents if necessary."""
        if self._can_write(text):
            return text
        bare = without_accents(text.translate(_PLAIN))
        return bare.encode(self._encoding, "replace").decode(self._encoding)

    def _can_write(self, text: str) -> bool:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True


ELLIPSIS: Final = "…"
_NO_WIDTH: Final = ("Mn", "Me", "Cf")


def width(text: str) -> int:
    """Return the number of columns that a text takes."""
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(text: str, columns: int) -> str:
    """Pad a text to this many columns."""
    return text + " " * (columns - width(text))


def wrap(text: str, columns: int) -> list[str]:
    """Break a text between words; indent continuation lines by two more."""
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    lines = [""]
    for word in re.findall(r" *[^ ]+", text):  # doesn't break at no-break spaces
        if lines[-1].strip() and width(lines[-1] + word) > columns:
            lines.append(indent + word.strip())
        else:
            lines[-1] += word
    return lines


def cut(text: str, columns: int) -> str:
    """Shorten a text with an ellipsis if it doesn't fit."""
    return text if width(text) <= columns else f"{_head(text, columns - 1)}{ELLIPSIS}"


def cut_unlike(names: Sequence[str], columns: int) -> list[str]:
    """Shorten names to this many columns so that they stay distinct."""
    return shortened(names, columns, width)


def _head(text: str, columns: int) -> str:
    """Return the first characters that fit."""
    taken = 0
    for number, character in enumerate(text):
        taken += _columns(character)
        if taken > columns:
            return text[:number]
    return text
