"""Emulated displays, written from the makers' command tables: for tests and trials."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol

from hardware.emulators.matrix_orbital import ADAFRUIT_STORED, MatrixOrbital
from hardware.emulators.serlcd import SerLcd
from hardware.emulators.seven_segment import SevenSegment


class Emulator(Protocol):
    """A device that receives bytes and shows text."""

    stored: int

    def feed(self, data: bytes) -> None:
        """Process received bytes."""

    def text(self) -> str:
        """Return the visible text."""


EMULATORS: Final[Mapping[str, Callable[[], Emulator]]] = {
    "serlcd-16x2": partial(SerLcd, 16, 2),
    "serlcd-20x4": partial(SerLcd, 20, 4),
    "matrix-16x2": partial(MatrixOrbital, 16, 2),
    "matrix-20x4": partial(MatrixOrbital, 20, 4),
    "adafruit-16x2": partial(MatrixOrbital, 16, 2, stored=ADAFRUIT_STORED),
    "adafruit-20x4": partial(MatrixOrbital, 20, 4, stored=ADAFRUIT_STORED),
    "seven-segment": SevenSegment,
}

__all__ = ["EMULATORS", "Emulator", "MatrixOrbital", "SerLcd", "SevenSegment"]
