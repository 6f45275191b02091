"""An emulator on a pseudo-terminal that can be unplugged and plugged in."""

import os
import select
import socket
import threading
import tty
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from hardware.emulators import Emulator

_ENOUGH: Final = 4096


class LinkTakenError(OSError):
    """The link's name belongs to another emulator, or to a file that is no port."""


class PtyPort:
    """A serial port with a device; an optional link keeps its name when the port's changes.

    A pseudo-terminal has two ends: ours is the master, the slave has the name to be opened.

    Raises:
        LinkTakenError: if another emulator uses that link, or it is a regular file.
    """

    def __init__(self, device: Emulator, link: Path | None = None) -> None:
        self.device = device
        self._link = link
        self._claim: socket.socket | None = None  # reserves the name of the link
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self.path = ""
        self.plug_in()

    def __enter__(self) -> "PtyPort":
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    # --- the cable ---

    def plug_in(self, device: Emulator | None = None) -> None:
        """Open a port under a new name.

        Pass a new device if the real one would restart when plugged in.
        """
        self.device = device or self.device
        if self._link is not None:
            self._claim = _claim(self._link)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._stop_reading, self._stop = os.pipe()
        self.path = os.ttyname(self._slave)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(self.path)
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Close the port; harmless if it is closed."""
        if self._thread is None:
            return
        os.write(self._stop, b"!")
        self._thread.join()
        self._thread = None
        os.close(self._stop)
        os.close(self._stop_reading)
        if self._claim is not None:
            self._claim.close()

    # --- the device ---

    def send(self, data: bytes, timeout: float = 0) -> int:
        """Send data to the computer; return the number of bytes written within the timeout."""
        _, room, _ = select.select([], [self._master], [], timeout)
        return os.write(self._master, data) if room else 0

    def wait_for(self, is_so: Callable[[str], bool], timeout: float | None = None) -> bool:
        """Wait until the device's text satisfies `is_so`; return whether it did in time."""
        with self._changed:
            return self._changed.wait_for(lambda: is_so(self.device.text()), timeout)

    def _receive(self) -> None:
        """Feed the device until stopped, then close both ends."""
        while data := self._next(_ENOUGH):
            with self._changed:
                self.device.feed(data)
                self._changed.notify_all()
        if self._link is not None:
            self._link.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)

    def _next(self, most: int) -> bytes:
        """Wait for data and return it; return b'' when stopped."""
        ready, _, _ = select.select([self._master, self._stop_reading], [], [])
        return b"" if self._stop_reading in ready else os.read(self._master, most)


def _claim(link: Path) -> socket.socket:
    """Reserve the name of a link; the system releases it whenever this process ends."""
    if os.path.lexists(link) and not (link.is_symlink() and "/dev/pts" in str(link.readlink())):
        raise LinkTakenError(str(link))
    claim = socket.socket(socket.AF_UNIX)
    place = link.parent.resolve() / link.name
    try:
        claim.bind(f"\0stationmaster {sha256(os.fsencode(place)).hexdigest()}")
    except OSError as error:
        claim.close()
        raise LinkTakenError(str(link)) from error
    return claim
