"""The referee's clocks: a timestamp for people, and a duration."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """now() can jump or repeat; ticks() only increases."""

    def now(self) -> str:
        """Return the date and time, for display."""

    def ticks(self) -> float:
        """Return seconds from a monotonic clock."""


class SystemClock:
    """This machine's clocks."""

    def now(self) -> str:
        """Return UTC to the second, as ISO 8601."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def ticks(self) -> float:
        return time.monotonic()
