"""Buttons and lights on a serial cable: a small box, or the soft panel in a terminal.

Each line reports an event: `train down`, `train up`, `dial +1`; or `hello` when the box has just
started. Everything else is noise. The lines for the lights are in hardware/lights.
"""

import contextlib
from typing import Final

from hardware.buttons.debounce import NAMES
from hardware.buttons.panel import ButtonPanel
from hardware.buttons.plugged_device import PluggedDevice
from hardware.lights.box_lights import BoxLights
from hardware.ports.cable import POLL_INTERVAL, PORT_ERRORS, has_room, open_serial
from hardware.ports.discovery import find
from hardware.ports.status import DeviceMissingError, Listener

BAUD: Final = 9600
_MOST: Final = 100  # bytes: no line is longer
_EDGES: Final = {"down": True, "up": False}
_HELLO: Final = "hello"
_CLICKS: Final = {"+1": 1, "-1": -1}


class LineBuffer:
    """Bytes in, whole lines out; anything too long for a line is dropped."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        """Return the lines that these bytes complete."""
        *whole, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-_MOST:]
        return [line.decode("ascii", "replace").strip() for line in whole]


class ButtonBox(PluggedDevice):
    """Reads a box on a port, and switches its lights."""

    def __init__(self, where: str, panel: ButtonPanel, listener: Listener | None = None) -> None:
        self._panel = panel
        self._down: set[str] = set()
        self._lights = BoxLights()
        super().__init__(where, listener)

    def show_lit(self, lit: frozenset[str]) -> None:
        """Switch on exactly these lights; returns immediately."""
        self._lights.show(lit)

    def _listen(self) -> None:
        url = find(self._where)
        if url is None:
            raise DeviceMissingError(self._where)
        port = open_serial(url, baudrate=BAUD, timeout=POLL_INTERVAL)
        self._lights.begin(port)
        try:
            self._report.set_ok()
            lines = LineBuffer()
            while not self._closing.is_set():
                for line in lines.feed(port.read(port.in_waiting or 1)):
                    self._heard(line)
        finally:
            self._lights.end()
            with contextlib.suppress(*PORT_ERRORS):
                if not has_room(port):
                    port.reset_output_buffer()  # or close() waits for bytes that will never be sent
                port.close()

    def _heard(self, line: str) -> None:
        name, _, what = line.partition(" ")
        if name in NAMES and what in _EDGES:
            (self._down.add if _EDGES[what] else self._down.discard)(name)
            self._panel.post(name, _EDGES[what])
        elif name == "dial" and what in _CLICKS:
            self._panel.turn(_CLICKS[what])
        elif line == _HELLO:
            self._lights.tell_all()

    def _forget(self) -> None:
        while self._down:
            self._panel.forget(self._down.pop())
