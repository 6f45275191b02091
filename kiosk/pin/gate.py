"""The gate before what a PIN keeps: open to all where none is set, and else to who knows it.

A PIN that cannot be read is still one: then nobody knows it, until it is removed at a terminal.

How long somebody waits after wrong tries is measured from the last one, or from the start of the
kiosk: the clock on the wall may jump, and pulling the plug only begins the wait anew.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from kiosk.pin import secret
from kiosk.pin.secret import PinUnreadableError, Secret

FREE_TRIES: Final = 5
FIRST_WAIT_SECONDS: Final = 30.0  # seconds; twice as long after each further wrong try
LONGEST_WAIT_SECONDS: Final = 3600.0


def wait_after(wrong: int) -> float:
    """Seconds until the next try."""
    if wrong < FREE_TRIES:
        return 0.0
    return min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * (1 << min(wrong - FREE_TRIES, 20)))


class Gate:
    """Knows whether somebody has given the PIN; `file` is where it is kept, None: in memory."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.monotonic) -> None:
        self._file, self._now = file, now
        self._here: Secret | None = None  # where there is no file
        self._wrong = 0  # as far as we know, should the disk not take it
        self._since = now()
        self._opened = False

    @property
    def has_pin(self) -> bool:
        """Whether one is set; it may be taken away at a terminal at any time."""
        try:
            return self._secret() is not None
        except PinUnreadableError:
            return True

    @property
    def unreadable(self) -> PinUnreadableError | None:
        """Why nobody can give the PIN; None where somebody can, or there is none."""
        try:
            self._secret()
        except PinUnreadableError as error:
            return error
        return None

    @property
    def is_shut(self) -> bool:
        """Whether the PIN has to be given first."""
        return not self._opened and self.has_pin

    def shut(self) -> None:
        """Whoever comes next has to give it again."""
        self._opened = False

    @property
    def tries(self) -> int:
        """How many are left before one has to wait."""
        return max(0, FREE_TRIES - self._tried())

    @property
    def wait(self) -> float:
        """Seconds until the next try; 0: now."""
        return max(0.0, self._since + wait_after(self._tried()) - self._now())

    def enter(self, pin: str) -> bool:
        """Whether this is the PIN; then the gate is open."""
        try:
            kept = self._secret()
        except PinUnreadableError:
            return False
        if kept is None or self.wait:
            return kept is None
        self._count(kept, self._tried() + 1)  # first: a plug pulled now gives no further try
        if kept.fits(pin):
            self._count(kept, 0)
            self._opened = True
        else:
            self._since = self._now()
        return self._opened

    def set(self, pin: str) -> bool:
        """This is the PIN from now on, for who is inside; false where the disk refuses."""
        self._wrong, self._opened = 0, True
        return self._keep(secret.secret_of(pin))

    def remove(self) -> bool:
        """There is none from now on; false where the disk refuses."""
        self._here, self._wrong = None, 0
        return self._file is None or secret.forget(self._file)

    def _secret(self) -> Secret | None:
        return self._here if self._file is None else secret.load(self._file)

    def _tried(self) -> int:
        try:
            kept = self._secret()
        except PinUnreadableError:
            return self._wrong
        return 0 if kept is None else max(kept.wrong, self._wrong)

    def _count(self, kept: Secret, wrong: int) -> None:
        self._wrong = wrong
        self._keep(replace(kept, wrong=wrong))

    def _keep(self, kept: Secret) -> bool:
        if self._file is None:
            self._here = kept
            return True
        return secret.save(kept, self._file)
