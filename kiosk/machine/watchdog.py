"""Reports to systemd that the kiosk has started, is alive or is stopping.

Uses the sd_notify protocol; does nothing if the kiosk was not started by systemd.
"""

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

log = logging.getLogger(__name__)

NOTIFY_SHARE: Final = 1 / 3  # interval between messages, as a share of the watchdog's timeout
BUSY_TIMEOUT: Final = 300  # seconds for slow work, such as a large or damaged games file


def tell(*words: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send a message; False if there is no recipient or sending fails."""
    address = environment.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return False
    if address.startswith("@"):  # an abstract socket
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.setblocking(False)
            out.sendto("\n".join(words).encode(), address)
    except (OSError, ValueError):
        log.info("the system was not told: %s", words, exc_info=True)
        return False
    return True


def tell_busy(doing: str, environment: Mapping[str, str] = os.environ) -> None:
    """Extend the timeouts before work that is slow and cannot report progress."""
    patience = str(BUSY_TIMEOUT * 1_000_000)
    words = [f"STATUS={doing}", f"EXTEND_TIMEOUT_USEC={patience}"]
    if _ended_after(environment):  # the watchdog is already active, after a restart
        words += [f"WATCHDOG_USEC={patience}", "WATCHDOG=1"]
    tell(*words, environment=environment)


def _ended_after(environment: Mapping[str, str]) -> int:
    """Return the watchdog's timeout in microseconds, or 0 if there is none.

    Ignores WATCHDOG_PID: that is the unit's main process, a compositor, and we are its child.
    """
    given = environment.get("WATCHDOG_USEC", "")
    return int(given) if given.isascii() and given.isdecimal() else 0


class Heartbeat:
    """Sends messages from the event loop: if that hangs, the messages stop and systemd ends us."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._events: list[ClockEvent] = []
        self._has_ended = False

    def start(self) -> None:
        """Start with the first frame."""
        Window.bind(on_flip=self._drawn)

    def _drawn(self, *args: object) -> None:
        Window.unbind(on_flip=self._drawn)
        # Kivy calls this just before the frame is visible.
        self._events.append(Clock.schedule_once(self._ready, 0))

    def _ready(self, *args: object) -> None:
        after = _ended_after(self._environment)
        words = ["READY=1", "STATUS=Running"]
        if after:
            words += self._alive()
            pause = after / 1_000_000 * NOTIFY_SHARE
            self._events.append(Clock.schedule_interval(self._feed, pause))
        tell(*words, environment=self._environment)

    def _feed(self, *args: object) -> None:
        tell(*self._alive(), environment=self._environment)

    def _alive(self) -> list[str]:
        """Return an alive message that also restores the normal timeout."""
        return [f"WATCHDOG_USEC={_ended_after(self._environment)}", "WATCHDOG=1"]

    def end(self, *, starts_anew: bool = False) -> None:
        """Report that the loop has ended and the rest can take a while; can be called twice."""
        Window.unbind(on_flip=self._drawn)
        for event in self._events:
            event.cancel()
        if not self._has_ended:
            self._has_ended = True
            tell_busy("Starting anew" if starts_anew else "Ending", self._environment)
            if not starts_anew:
                tell("STOPPING=1", environment=self._environment)
