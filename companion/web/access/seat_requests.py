"""Decides which phone's seat request interrupts the table: few, and none that was refused.

The others wait in the list of phones.
"""

from collections.abc import Iterable
from typing import Final

from companion.web.access.guests import Guest

QUESTION_INTERVAL: Final = 60.0  # minimum seconds between two questions, from all phones


class SeatRequestQueue:
    """The seat requests shown at one table: each at most once, and with pauses between them."""

    def __init__(self) -> None:
        self._put: set[tuple[int, int | None]] = set()  # phone and seat
        self._last = float("-inf")

    def next(self, asking: Iterable[Guest], now: float) -> Guest | None:
        """Return the request to show now and mark it as shown, or None."""
        waiting = {(guest.number, guest.asks): guest for guest in asking}
        self._put &= waiting.keys()
        new = [key for key, guest in waiting.items() if not guest.refused and key not in self._put]
        if not new or now - self._last < QUESTION_INTERVAL:
            return None
        self._put.add(new[0])
        self._last = now
        return waiting[new[0]]
