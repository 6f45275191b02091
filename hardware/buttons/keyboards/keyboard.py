"""Reads one particular keyboard, selected by name, directly from Linux.

It is grabbed exclusively, so that its keys press buttons and type nothing.
"""

import contextlib
import fcntl
import os
import select
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.buttons.keyboards.key_map import BY_LINUX
from hardware.buttons.keyboards.key_presses import KeyPresses
from hardware.buttons.plugged_device import PluggedDevice
from hardware.ports.cable import POLL_INTERVAL
from hardware.ports.status import DeviceMissingError, Listener

BY_ID: Final = Path("/dev/input/by-id")  # kept by udev: the same name wherever it is plugged in
_KEYBOARD: Final = "-event-kbd"  # suffix of a keyboard's name
_EVENT: Final = struct.Struct("@llHHi")  # time (two numbers), type, code, value
_GRAB: Final = 0x40044590  # EVIOCGRAB
_KEY: Final = 1  # event types
_SYNC: Final = 0
_DROPPED: Final = 3  # code of a SYNC: the buffer overflowed
_DOWN: Final = {0: False, 1: True, 2: True}  # values; 2: auto-repeat
_ENOUGH: Final = 64  # events read at once


def found_keyboards(by_id: Path = BY_ID) -> list[str]:
    """Return the stable names of the keyboards and numpads that are plugged in."""
    links = by_id.iterdir() if by_id.is_dir() else ()
    return sorted(link.name for link in links if link.name.endswith(_KEYBOARD))


class Events:
    """Bytes in, keys and their state out; None if events were lost."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[tuple[str, bool] | None]:
        """Yield the key events that these bytes complete, skipping keys that can't be assigned."""
        data = self._rest + data
        whole = len(data) // _EVENT.size * _EVENT.size
        self._rest = data[whole:]
        for _, _, kind, code, value in _EVENT.iter_unpack(data[:whole]):
            if (kind, code) == (_SYNC, _DROPPED):
                yield None
            elif kind == _KEY and code in BY_LINUX and value in _DOWN:
                yield BY_LINUX[code], _DOWN[value]


class UsbKeyboard(PluggedDevice):
    """Reads the keys of one keyboard."""

    def __init__(
        self,
        where: str,
        keys: KeyPresses,
        listener: Listener | None = None,
        by_id: Path = BY_ID,
    ) -> None:
        self._keys = keys
        self._by_id = by_id
        super().__init__(where, listener)

    def _path(self) -> str:
        return str(self._by_id / self._where)  # an absolute path stays unchanged

    def _listen(self) -> None:
        device = os.open(self._path(), os.O_RDONLY | os.O_NONBLOCK)
        try:
            _take(device)
            self._report.set_ok()
            self._read(device)
        finally:
            os.close(device)

    def _read(self, device: int) -> None:
        events = Events()
        while not self._closing.is_set():
            ready, _, _ = select.select([device], [], [], POLL_INTERVAL)
            if not ready:
                continue
            data = os.read(device, _ENOUGH * _EVENT.size)
            if not data:
                raise DeviceMissingError(self._where)
            for event in events.feed(data):
                if event is None:
                    self._forget()
                else:
                    self._keys.feed(*event)

    def _forget(self) -> None:
        self._keys.forget()


def _take(device: int) -> None:
    """Grab the keyboard exclusively; if that fails, it is read anyway."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(device, _GRAB, 1)
