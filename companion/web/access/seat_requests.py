"""Which phone's question about a seat is put before the table: few, and none that was refused.

The others wait in the list of phones, where somebody looks when they like.
"""

from collections.abc import Iterable
from typing import Final

from companion.web.access.guests import Guest

QUESTION_INTERVAL: Final = 60.0  # seconds at least between two questions, from all phones


class SeatRequestQueue:
    """The questions put to one table; each at most once, and not one after another."""

    def __init__(self) -> None:
        self._put: set[tuple[int, int | None]] = set()  # phone and seat
        self._last = float("-inf")

    def next(self, asking: Iterable[Guest], now: float) -> Guest | None:
        """The question to put now, which is then put; None while there is none."""
        waiting = {(guest.number, guest.asks): guest for guest in asking}
        self._put &= waiting.keys()
        new = [key for key, guest in waiting.items() if not guest.refused and key not in self._put]
        if not new or now - self._last < QUESTION_INTERVAL:
            return None
        self._put.add(new[0])
        self._last = now
        return waiting[new[0]]
