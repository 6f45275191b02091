"""A Matrix Orbital display, written from its command table, not from our driver."""

from collections.abc import Mapping
from typing import Final

from hardware.emulators.base import Bytes, EmulatedLcd

_ARGUMENTS: Final[Mapping[int, int]] = {  # bytes that follow a command; the others take none
    **{0x47: 2, 0x42: 1, 0x99: 1, 0x98: 1, 0x50: 1, 0x91: 1, 0x4E: 9},
    **{0x57: 1, 0x56: 1, 0xD0: 3, 0xD1: 2},
}
_STORED: Final = (0x98, 0x91, 0xD0, 0xD1)
ADAFRUIT_STORED: Final = (*_STORED, 0x50, 0x99)  # which a Matrix Orbital doesn't store


class MatrixOrbital(EmulatedLcd):
    """The device, with backlight and scrolling on."""

    def __init__(
        self, columns: int = 16, rows: int = 2, *, stored: tuple[int, ...] = _STORED
    ) -> None:
        self._stored = stored
        self._scrolls = True
        self.lit = True
        super().__init__(columns, rows)

    def _run(self) -> Bytes:
        while True:
            byte = yield
            if byte != 0xFE:
                self._screen.put(byte, scroll=self._scrolls)
                continue
            command = yield
            arguments = bytearray()
            for _ in range(_ARGUMENTS.get(command, 0)):
                arguments.append((yield))
            self._obey(command, bytes(arguments))

    def _obey(self, command: int, arguments: bytes) -> None:
        self.stored += command in self._stored
        if command == 0x58:
            self._screen.clear()
        elif command == 0x48:
            self._screen.go(0, 0)
        elif command == 0x47:
            self._screen.go(arguments[0] - 1, arguments[1] - 1)
        elif command in (0x51, 0x52):
            self._scrolls = command == 0x51
        elif command in (0x42, 0x46):
            self.lit = command == 0x42
        elif command == 0x4E:
            self.custom[arguments[0]] = arguments[1:]
        elif command == 0xD1:
            self._screen.resize(*arguments)
