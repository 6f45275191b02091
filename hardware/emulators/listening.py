"""What every emulated display does: it takes bytes as they come, and shows something."""

from abc import ABC, abstractmethod
from collections.abc import Generator

from hardware.emulators.screen import Screen

Bytes = Generator[None, int, None]


class Listening(ABC):
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


class OnGlass(Listening):
    """A device that shows characters."""

    def __init__(self, columns: int = 16, rows: int = 2) -> None:
        self._screen = Screen(columns, rows)
        self.custom: dict[int, bytes] = {}
        super().__init__()

    def text(self) -> str:
        """What one reads on it."""
        return self._screen.text()
