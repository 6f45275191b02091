"""What every emulated display does: it takes bytes as they come, and shows something."""

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Final

Bytes = Generator[None, int, None]

_BLANK: Final = 0x20
_CUSTOM: Final = "①②③④⑤⑥⑦⑧"


class EmulatedDevice(ABC):
    """Takes bytes one by one, however they are cut, and shows what the device would."""

    def __init__(self) -> None:
        self.stored = 0  # settings written into its EEPROM, which wears out
        self._running = self._run()
        next(self._running)

    def feed(self, data: bytes) -> None:
        """Receive some bytes."""
        for byte in data:
            self._running.send(byte)

    @abstractmethod
    def text(self) -> str:
        """What one reads on it."""

    @abstractmethod
    def _run(self) -> Bytes:
        """Obey byte after byte."""


class CharacterScreen:
    """Characters in rows; the place after the last one is known as such until something is done."""

    def __init__(self, columns: int, rows: int) -> None:
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Another glass, empty."""
        self.columns, self.rows = columns, rows
        self.on = True
        self.clear()

    def clear(self) -> None:
        """Empty every cell and go home."""
        self._cells = [_BLANK] * (self.columns * self.rows)
        self.place = 0

    def go(self, column: int, row: int) -> None:
        """Go to a cell; one outside the glass is ignored."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.place = row * self.columns + column

    def put(self, character: int, *, scroll: bool = False) -> None:
        """Print at the place and go on; past the end to the start, or up a line."""
        if self.place == len(self._cells):
            if scroll:
                self._cells = self._cells[self.columns :] + [_BLANK] * self.columns
            self.place = self.place - self.columns if scroll else 0
        self._cells[self.place] = character
        self.place += 1

    def rub_out(self) -> None:
        """Go back by one and empty that cell."""
        self.place = (self.place or len(self._cells)) - 1
        self._cells[self.place] = _BLANK

    def text(self) -> str:
        """What one reads on it, line by line."""
        shown = self._cells if self.on else [_BLANK] * len(self._cells)
        letters = "".join(map(_letter, shown))
        starts = range(0, len(letters), self.columns)
        return "\n".join(letters[start : start + self.columns] for start in starts)


def _letter(cell: int) -> str:
    if cell < len(_CUSTOM):
        return _CUSTOM[cell]
    return chr(cell) if 0x20 <= cell < 0x7F else "?"


class EmulatedLcd(EmulatedDevice):
    """A device that shows characters."""

    def __init__(self, columns: int = 16, rows: int = 2) -> None:
        self._screen = CharacterScreen(columns, rows)
        self.custom: dict[int, bytes] = {}
        super().__init__()

    def text(self) -> str:
        """What one reads on it."""
        return self._screen.text()
