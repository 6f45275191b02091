"""The connection to a display: opened, written, lost and found again during the game.

A separate thread owns the port, so `show()` never waits.
"""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from hardware.displays import KINDS, Picture
from hardware.ports.cable import (
    POLL_INTERVAL,
    PORT_ERRORS,
    REDRAW_INTERVAL,
    RETRY_INTERVAL,
    open_serial,
    write_all,
)
from hardware.ports.discovery import find
from hardware.ports.status import DeviceMissingError, Listener, Status, StatusReporter, diagnose
from hardware.wiring.model import Display

STARTUP_SECONDS: Final = 1.2  # some restart when the port opens, and miss the first bytes

Open = Callable[..., Any]


class Link:
    """Keeps one display up to date with the latest picture.

    Raises:
        KeyError: if there is no such kind of display.
    """

    def __init__(
        self,
        device: Display,
        *,
        listener: Listener | None = None,
        open_port: Open = open_serial,
        find_port: Callable[[str], str | None] = find,
    ) -> None:
        self.device = device
        self._kind = KINDS[device.kind]
        self._open_port = open_port
        self._find_port = find_port
        self._wanted: Picture = self._kind.blank
        self._written: float | None = None
        self._orders: deque[bytes] = deque()
        self._report = StatusReporter(f"display {device.where}", device.where, listener)
        self._news = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"link {device.where}", daemon=True)
        self._thread.start()

    def __enter__(self) -> "Link":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def status(self) -> Status:
        """The current status; the listener is called on changes, in the link's thread."""
        return self._report.status

    @property
    def age(self) -> float | None:
        """Seconds since the last write to the display; None if there was none."""
        return None if self._written is None else time.monotonic() - self._written

    def show(self, picture: Picture) -> None:
        """Show a picture as soon as possible; returns immediately.

        Raises:
            ValueError: if this kind of display can't show it.
        """
        if not self._kind.fits(picture):
            raise ValueError(f"not a picture for {self.device.kind}: {picture!r}")
        self._wanted = picture
        self._news.set()

    def order(self, data: bytes) -> None:
        """Send a command once, before anything else; for settings changed by a person."""
        self._orders.append(data)
        self._news.set()

    def close(self, timeout: float | None = 2.0) -> None:
        """Stop the thread and close the port; the display keeps its picture."""
        self._closing.set()
        self._news.set()
        self._thread.join(timeout)

    # --- in the link's thread ---

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._serve()
            except (*PORT_ERRORS, ImportError) as error:
                self._report.set_status(diagnose(error, self.device.where))
            self._closing.wait(RETRY_INTERVAL)

    def _serve(self) -> None:
        """Find and open the port, then keep the display up to date until it is lost or closed."""
        url = self._find_port(self.device.where)
        if url is None:
            raise DeviceMissingError(self.device.where)
        port = self._open_port(url, baudrate=self.device.baud or self._kind.baud, timeout=0)
        try:
            self._keep_up_to_date(port)
        except PORT_ERRORS:
            with contextlib.suppress(*PORT_ERRORS):
                port.reset_output_buffer()  # or close() waits for bytes that will never be sent
            raise
        finally:
            with contextlib.suppress(*PORT_ERRORS):
                port.close()

    def _keep_up_to_date(self, port: Any) -> None:  # noqa: ANN401
        shown: Picture | None = None
        whole_at = 0.0  # last full write; 0 after a change, to get one soon
        settled_at: float | None = time.monotonic() + STARTUP_SECONDS
        while True:
            self._news.clear()  # before reading the picture: a newer one sets it again
            wanted = self._wanted
            now = time.monotonic()
            if settled_at is not None and now >= settled_at:
                shown = settled_at = None
            while self._orders:
                self._write(port, self._orders.popleft())
                shown = None  # the command can have changed or cleared the display
            if wanted != shown:
                self._write(port, self._kind.update(shown, wanted))
                whole_at = 0.0 if shown else now
                shown = wanted
                self._report.set_ok()
            elif now - whole_at >= REDRAW_INTERVAL:
                self._write(port, self._kind.redraw(shown))
                whole_at = now
            _throw_away(port)
            if self._closing.is_set() and wanted is self._wanted:
                return
            self._news.wait(POLL_INTERVAL)

    def _write(self, port: Any, data: bytes) -> None:  # noqa: ANN401
        write_all(port, data)
        self._written = time.monotonic()


def _throw_away(port: Any) -> None:  # noqa: ANN401
    """Discard input, so that the buffer can't fill up; raises if the device is gone."""
    if port.in_waiting:
        port.read(1)  # a closed socket looks readable; only read() fails
        port.reset_input_buffer()
