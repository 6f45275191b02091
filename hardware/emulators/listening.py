"""What every emulated display with characters does: it takes bytes, and shows text."""

from abc import ABC, abstractmethod
from collections.abc import Generator

from hardware.emulators.screen import Screen

Bytes = Generator[None, int, None]


class Listening(ABC):
    """Takes bytes one by one, however they are cut, and shows what the device would."""

    def __init__(self, columns: int = 16, rows: int = 2) -> None:
        self._screen = Screen(columns, rows)
        self.custom: dict[int, bytes] = {}
        self.stored = 0  # settings written into its EEPROM, which wears out
        self._running = self._run()
        next(self._running)

    def feed(self, data: bytes) -> None:
        """Receive some bytes."""
        for byte in data:
            self._running.send(byte)

    def text(self) -> str:
        """What one reads on it."""
        return self._screen.text()

    @abstractmethod
    def _run(self) -> Bytes:
        """Obey byte after byte."""
