"""Time, as the referee may know it: an annotation, and a duration."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Wall-clock time may jump or repeat; ticks only ever go on."""

    def now(self) -> str:
        """The date and time, for people to read."""

    def ticks(self) -> float:
        """Seconds of a clock that never jumps."""


class SystemClock:
    """This machine's clocks."""

    def now(self) -> str:
        """UTC, to the second, as ISO 8601."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def ticks(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()
