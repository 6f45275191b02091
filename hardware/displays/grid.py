"""What a display shows, as data: a grid of characters, or four digits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from hardware.displays.letters import is_plain, to_ascii

DIGITS: Final = 4


class Run(NamedTuple):
    """Neighbouring characters to be written from one place on."""

    row: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines of equal length that hold nothing but plain characters: no command can be among them.

    Raises:
        ValueError: lines differ in length, or hold something else.
    """

    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        if len({len(line) for line in self.lines}) != 1:
            raise ValueError(f"lines of different lengths: {self.lines!r}")
        if not all(map(is_plain, self.lines)):
            raise ValueError(f"not plain characters: {self.lines!r}")

    @classmethod
    def of(cls, lines: Iterable[str], columns: int, rows: int) -> "Grid":
        """These lines in ASCII, cut or filled up to the size of a display."""
        texts = [to_ascii(line)[:columns].ljust(columns) for line in lines][:rows]
        return cls((*texts, *[" " * columns] * (rows - len(texts))))

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.lines[0]), len(self.lines)

    def runs(self) -> Iterator[Run]:
        """Everything there is, line by line."""
        return (Run(row, 0, line) for row, line in enumerate(self.lines))

    def changes(self, shown: "Grid", bridge: int) -> Iterator[Run]:
        """What differs from what is shown; so many equal characters cost less than a jump."""
        for row, (old, new) in enumerate(zip(shown.lines, self.lines, strict=True)):
            for start, end in _spans(old, new, bridge):
                yield Run(row, start, new[start:end])


def _spans(old: str, new: str, bridge: int) -> list[tuple[int, int]]:
    """Where two lines differ, from and to; spans that nearly touch are one."""
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
    """Four places with a digit, a minus or nothing; the last decimal point may be lit.

    Raises:
        ValueError: it holds something that has no place there.
    """

    text: str = " " * DIGITS
    point: bool = False

    def __post_init__(self) -> None:
        if len(self.text) != DIGITS or any(face not in "0123456789- " for face in self.text):
            raise ValueError(f"not {DIGITS} digits: {self.text!r}")


Picture = Grid | Digits
