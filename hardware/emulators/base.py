"""Base classes of the emulated displays."""

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import Final

Bytes = Generator[None, int, None]

_BLANK: Final = 0x20
_CUSTOM: Final = "①②③④⑤⑥⑦⑧"


class EmulatedDevice(ABC):
    """Processes bytes one by one, in chunks of any size, and shows what the device would."""

    def __init__(self) -> None:
        self.stored = 0  # settings written into its EEPROM, which wears out
        self._running = self._run()
        next(self._running)

    def feed(self, data: bytes) -> None:
        for byte in data:
            self._running.send(byte)

    @abstractmethod
    def text(self) -> str:
        """Return the visible text."""

    @abstractmethod
    def _run(self) -> Bytes:
        """Process one byte after the other."""


class CharacterScreen:
    """Characters in rows; the cursor can be past the last cell until the next character."""

    def __init__(self, columns: int, rows: int) -> None:
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size and clear the screen."""
        self.columns, self.rows = columns, rows
        self.on = True
        self.clear()

    def clear(self) -> None:
        """Empty every cell and move the cursor to the start."""
        self._cells = [_BLANK] * (self.columns * self.rows)
        self.place = 0

    def go(self, column: int, row: int) -> None:
        """Move the cursor; positions outside are ignored."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.place = row * self.columns + column

    def put(self, character: int, *, scroll: bool = False) -> None:
        """Print a character and advance; past the end, wrap to the start or scroll up a line."""
        if self.place == len(self._cells):
            if scroll:
                self._cells = self._cells[self.columns :] + [_BLANK] * self.columns
            self.place = self.place - self.columns if scroll else 0
        self._cells[self.place] = character
        self.place += 1

    def rub_out(self) -> None:
        """Move back by one and empty that cell."""
        self.place = (self.place or len(self._cells)) - 1
        self._cells[self.place] = _BLANK

    def text(self) -> str:
        """Return the visible text, line by line."""
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
        return self._screen.text()
