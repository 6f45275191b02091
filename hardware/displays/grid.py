"""The picture on a display, as data: a grid of characters, or four digits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from hardware.displays.letters import is_plain, to_ascii

DIGITS: Final = 4


class Run(NamedTuple):
    """Characters to write from one position on."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines of equal length with plain characters only, so that none can be a command.

    Raises:
        ValueError: if lines differ in length, or contain other characters.
    """

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        if len({len(line) for line in self.lines}) != 1:
            raise ValueError(f"lines of different lengths: {self.lines!r}")
        if not all(map(is_plain, self.lines)):
            raise ValueError(f"not plain characters: {self.lines!r}")

    @classmethod
    def of(cls, lines: Iterable[str], columns: int, rows: int) -> "Grid":
        """Return a grid of these lines in ASCII, cut or padded to the size of a display."""
        texts = [to_ascii(line)[:columns].ljust(columns) for line in lines][:rows]
        return cls((*texts, *[" " * columns] * (rows - len(texts))))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.lines[0]), len(self.lines)

    def runs(self) -> Iterator[Run]:
        """Return all lines as runs."""
        return (Run(row, 0, line) for row, line in enumerate(self.lines))

    def changes(self, shown: "Grid", bridge: int) -> Iterator[Run]:
        """Yield the differences from `shown`; gaps up to `bridge` characters are rewritten."""
        for row, (old, new) in enumerate(zip(shown.lines, self.lines, strict=True)):
            for start, end in _spans(old, new, bridge):
                yield Run(row, start, new[start:end])


def _spans(old: str, new: str, bridge: int) -> list[tuple[int, int]]:
    """Return where two lines differ; spans at most `bridge` apart are merged."""
    spans: list[tuple[int, int]] = []
    for column in range(len(new)):
        if old[column] == new[column]:
            continue
        if spans and column - spans[-1][1] <= bridge:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans


@dataclass(frozen=True, slots=True)
class Digits:
    """Four positions with a digit, a minus or nothing; the last decimal point can be lit.

    Raises:
        ValueError: if there are other characters, or not four.
    """

    text: str = " " * DIGITS
    point: bool = False

    def __post_init__(self) -> None:
        if len(self.text) != DIGITS or any(face not in "0123456789- " for face in self.text):
            raise ValueError(f"not {DIGITS} digits: {self.text!r}")


Picture = Grid | Digits
