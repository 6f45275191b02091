"""Checks the PIN, and limits wrong attempts.

If the PIN cannot be read, access stays locked until the PIN is removed in a terminal. The waiting
time after wrong attempts counts from the last one or from the start of the kiosk, because the
system time can jump; pulling the plug only restarts it.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from kiosk.pin import secret
from kiosk.pin.secret import PinUnreadableError, Secret

FREE_TRIES: Final = 5
FIRST_WAIT_SECONDS: Final = 30.0  # seconds; doubles after each further wrong attempt
LONGEST_WAIT_SECONDS: Final = 3600.0


def wait_after(wrong: int) -> float:
    """Return the seconds until the next attempt."""
    if wrong < FREE_TRIES:
        return 0.0
    return min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * (1 << min(wrong - FREE_TRIES, 20)))


class Gate:
    """Knows whether the PIN was entered; `file` stores it, None keeps it in memory."""

    def __init__(self, file: Path | None, now: Callable[[], float] = time.monotonic) -> None:
        self._file, self._now = file, now
        self._here: Secret | None = None  # if there is no file
        self._wrong = 0  # in case the disk cannot be written to
        self._since = now()
        self._opened = False

    @property
    def has_pin(self) -> bool:
        """Whether a PIN is set; the terminal command can remove it at any time."""
        try:
            return self._secret() is not None
        except PinUnreadableError:
            return True

    @property
    def unreadable(self) -> PinUnreadableError | None:
        """Why the PIN cannot be read; None if it can, or if there is none."""
        try:
            self._secret()
        except PinUnreadableError as error:
            return error
        return None

    @property
    def is_shut(self) -> bool:
        """Whether the PIN has to be entered first."""
        return not self._opened and self.has_pin

    def shut(self) -> None:
        """Require the PIN again."""
        self._opened = False

    @property
    def tries(self) -> int:
        """Number of attempts left before a waiting time."""
        return max(0, FREE_TRIES - self._tried())

    @property
    def wait(self) -> float:
        """Seconds until the next attempt is allowed."""
        return max(0.0, self._since + wait_after(self._tried()) - self._now())

    def enter(self, pin: str) -> bool:
        """Check a PIN and unlock if it is right; True if so."""
        try:
            kept = self._secret()
        except PinUnreadableError:
            return False
        if kept is None or self.wait:
            return kept is None
        self._count(kept, self._tried() + 1)  # first, so that pulling the plug gains no attempt
        if kept.fits(pin):
            self._count(kept, 0)
            self._opened = True
        else:
            self._since = self._now()
        return self._opened

    def set(self, pin: str) -> bool:
        """Set a new PIN; stays unlocked. False if the disk refuses."""
        self._wrong, self._opened = 0, True
        return self._keep(secret.secret_of(pin))

    def remove(self) -> bool:
        """Remove the PIN; False if the disk refuses."""
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
