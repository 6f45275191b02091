"""A SparkFun Serial 7-Segment, written from its command table, not from our driver."""

from typing import Final

from hardware.emulators.base import Bytes, EmulatedDevice

_FACES: Final = {  # segments a to g are bits 0 to 6
    **{0x00: " ", 0x40: "-", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5"},
    **{0x7D: "6", 0x07: "7", 0x7F: "8", 0x6F: "9"},
}


class SevenSegment(EmulatedDevice):
    """The device: four digits, and the points between them."""

    def __init__(self) -> None:
        self._clear()
        super().__init__()

    def text(self) -> str:
        """Return digits with their points, the colon in the middle and the apostrophe."""
        faces = [
            face + "." * bool(self._points & 1 << place) for place, face in enumerate(self._faces)
        ]
        colon, apostrophe = ":" * bool(self._points & 0x10), "'" * bool(self._points & 0x20)
        return "".join((*faces[:2], colon, faces[2], apostrophe, faces[3]))

    def _clear(self) -> None:
        self._faces = [" "] * 4
        self._cursor = 0
        self._points = 0

    def _run(self) -> Bytes:
        while True:
            byte = yield
            if byte == 0x76:
                self._clear()
            elif byte in (0x77, 0x79, 0x7A) or 0x7B <= byte <= 0x7F:
                self._obey(byte, (yield))
            elif byte < 0x76 or byte == 0x78:
                self._faces[self._cursor] = _face(byte)
                self._cursor = (self._cursor + 1) % 4

    def _obey(self, command: int, argument: int) -> None:
        if command == 0x77:
            self._points = argument
        elif command == 0x79:
            self._cursor = argument if argument < 4 else self._cursor
        elif command in (0x7A, 0x7F):
            self.stored += 1
        else:
            self._faces[command - 0x7B] = _FACES.get(argument & 0x7F, "*")


def _face(byte: int) -> str:
    if byte < 0x10:
        return f"{byte:X}"
    if byte == 0x78:
        return " "
    return chr(byte) if chr(byte).isdigit() else "*"
