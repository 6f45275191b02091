"""Lights and buzzer of a box on a serial cable, switched by lines: `light seat1 on`, `buzzer off`.

The whole state is repeated every few seconds, so that a box that restarted or missed a line catches
up; and a box that receives nothing for longer knows that the host is gone.
"""

import threading
from collections.abc import Iterator
from typing import Any, Final

from hardware.buttons.debounce import SEATS
from hardware.lights.blinking import ACCEPTED, BUZZER, REFUSED
from hardware.ports.cable import PORT_ERRORS, REDRAW_INTERVAL, write_all
from hardware.ports.status import PortStalledError

NAMES: Final = (*SEATS, ACCEPTED, REFUSED, BUZZER)
_WORKER_JOIN_TIMEOUT: Final = 2.0  # seconds to wait for the worker when closing


def lines(lit: frozenset[str], before: frozenset[str] | None = None) -> bytes:
    """Return the lines for a box: the whole state, or only changes since `before`.

    The whole state begins with a newline, because the line before it can have been cut.
    """
    return (("\n" if before is None else "") + "".join(_lines(lit, before))).encode()


def _lines(lit: frozenset[str], before: frozenset[str] | None) -> Iterator[str]:
    for name in NAMES:
        is_lit = name in lit
        if before is None or is_lit != (name in before):
            what = name if name == BUZZER else f"light {name}"
            yield f"{what} {'on' if is_lit else 'off'}\n"


class BoxLights:
    """Keeps the lights of a box up to date; callers never wait."""

    def __init__(self) -> None:
        self._lit: frozenset[str] = frozenset()
        self._is_new = False  # the box has just started
        self._ending = False
        self._wake = threading.Condition()
        self._worker: threading.Thread | None = None

    def show(self, lit: frozenset[str]) -> None:
        """Set the lights and sounds that are on."""
        with self._wake:
            self._lit = lit
            self._wake.notify()

    def tell_all(self) -> None:
        """Send the whole state, because the box has just started."""
        with self._wake:
            self._is_new = True
            self._wake.notify()

    def begin(self, port: Any) -> None:  # noqa: ANN401
        """Start sending to a box."""
        self._ending = False
        self._worker = threading.Thread(
            target=self._work, args=(port,), name="box lights", daemon=True
        )
        self._worker.start()

    def end(self) -> None:
        """Send the last state, then stop; harmless if not started."""
        with self._wake:
            self._ending = True
            self._wake.notify()
        if self._worker is not None:
            self._worker.join(_WORKER_JOIN_TIMEOUT)
            self._worker = None

    def _work(self, port: Any) -> None:  # noqa: ANN401
        told: frozenset[str] | None = None
        while True:
            with self._wake:
                if not (self._ending or self._is_new or told != self._lit):
                    self._wake.wait(REDRAW_INTERVAL)
                before = None if self._is_new or told == self._lit else told
                lit, ending, self._is_new = self._lit, self._ending, False
            try:
                write_all(port, lines(lit, before))
                told = lit
            except PortStalledError:  # a box without lights may not read at all
                told = None
            except PORT_ERRORS:  # the reading thread notices too
                return
            if ending:
                return
