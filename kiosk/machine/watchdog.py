"""Tells the system that started the kiosk how it goes: it has begun, it lives, it ends.

In the words of systemd's sd_notify. Where nobody has asked to be told, nothing happens.
"""

import logging
import os
import socket
from collections.abc import Mapping
from typing import Final

from kivy.clock import Clock, ClockEvent
from kivy.core.window import Window

log = logging.getLogger(__name__)

NOTIFY_SHARE: Final = 1 / 3  # of the time after which a silent kiosk is ended: how often it is told
BUSY_TIMEOUT: Final = 300  # seconds for what may take long: a large or damaged file of games


def tell(*words: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Send a message; false where nobody listens, or not now."""
    address = environment.get("NOTIFY_SOCKET", "")
    if address[:1] not in ("/", "@"):
        return False
    if address.startswith("@"):  # a name that no file system has
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
    """Ask for patience before what may take long and cannot be told of meanwhile."""
    patience = str(BUSY_TIMEOUT * 1_000_000)
    words = [f"STATUS={doing}", f"EXTEND_TIMEOUT_USEC={patience}"]
    if _ended_after(environment):  # begun once before: it is watched already
        words += [f"WATCHDOG_USEC={patience}", "WATCHDOG=1"]
    tell(*words, environment=environment)


def _ended_after(environment: Mapping[str, str]) -> int:
    """Microseconds of silence after which the kiosk is ended; 0: nobody watches.

    WATCHDOG_PID is not asked: it names what the unit starts, a compositor, and we are its child.
    """
    given = environment.get("WATCHDOG_USEC", "")
    return int(given) if given.isascii() and given.isdecimal() else 0


class Heartbeat:
    """Tells from the screen's own loop: where that hangs nothing is told, and it is ended."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._events: list[ClockEvent] = []
        self._has_ended = False

    def start(self) -> None:
        """Begin with the first frame."""
        Window.bind(on_flip=self._drawn)

    def _drawn(self, *args: object) -> None:
        Window.unbind(on_flip=self._drawn)
        # Kivy calls us just before it is seen.
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
        """It lives; from now on with the patience of always, whatever was asked for before."""
        return [f"WATCHDOG_USEC={_ended_after(self._environment)}", "WATCHDOG=1"]

    def end(self, *, starts_anew: bool = False) -> None:
        """The loop ends, and once more at most; what has to be finished then may take a while."""
        Window.unbind(on_flip=self._drawn)
        for event in self._events:
            event.cancel()
        if not self._has_ended:
            self._has_ended = True
            tell_busy("Starting anew" if starts_anew else "Ending", self._environment)
            if not starts_anew:
                tell("STOPPING=1", environment=self._environment)
