"""A SparkFun SerLCD (OpenLCD), written from its command table, not from our driver."""

from collections.abc import Generator

from hardware.emulators.base import Bytes, EmulatedLcd


class SerLcd(EmulatedLcd):
    """The device, which shows messages about its settings until they are turned off."""

    def __init__(self, columns: int = 16, rows: int = 2) -> None:
        self.messages = True
        super().__init__(columns, rows)

    def _run(self) -> Bytes:
        while True:
            byte = yield
            if byte == 0x7C:
                yield from self._setting((yield))
            elif byte == 0xFE:
                self._command((yield))
            elif byte == 0x08:
                self._screen.rub_out()
            else:
                self._screen.put(byte)

    def _command(self, byte: int) -> None:
        if byte >= 0x80:
            self._go(byte - 0x80)
        elif byte in (0x0C, 0x08):
            self._screen.on = byte == 0x0C

    def _go(self, place: int) -> None:
        starts = (0, 64, 20, 84)
        for row in range(self._screen.rows):
            if 0 <= place - starts[row] < self._screen.columns:
                self._screen.go(place - starts[row], row)

    def _setting(self, byte: int) -> Bytes:
        if byte == 0x2D:
            self._screen.clear()
        elif byte == 0x7C:
            self._screen.put(0x7C)
        elif 0x1B <= byte <= 0x22:
            self.custom[byte - 0x1B] = yield from _several(8)
        elif 0x23 <= byte <= 0x2A:
            self._screen.put(byte - 0x23)
        elif byte in (0x2F, 0x2E):
            self.messages = byte == 0x2E
        else:
            yield from self._stored_setting(byte)

    def _stored_setting(self, byte: int) -> Bytes:
        if not (0x03 <= byte <= 0x31 or 0x80 <= byte <= 0xD9):
            return  # not a setting: ignored
        self.stored += 1
        if byte == 0x2B:
            yield from _several(3)
        elif byte == 0x18:
            yield from _several(1)
        elif byte in (0x03, 0x04):
            self._screen.resize(20 if byte == 0x03 else 16, self._screen.rows)
        elif byte in (0x05, 0x06, 0x07):
            self._screen.resize(self._screen.columns, {5: 4, 6: 2, 7: 1}[byte])


def _several(count: int) -> Generator[None, int, bytes]:
    received = bytearray()
    for _ in range(count):
        received.append((yield))
    return bytes(received)
