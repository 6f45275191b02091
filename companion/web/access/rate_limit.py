"""How much is done for phones at once: the touch screen has the same processor, and goes first."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

BURST: Final = 100  # what may be done without a wait: more than a page takes that opens
PER_SECOND: Final = 50  # what may be done in the long run, one at a time with a pause after each


class FairRateLimiter:
    """Lets acts through at a pace; those who wait take turns, so that none crowds out another."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._left, self._counted = float(BURST), self._loop.time()
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def run_or_queue(self, who: str, act: Callable[[], None]) -> bool:
        """Have it done: now, or when it is the turn of whoever wants it; whether it was now."""
        if not self._waiting and self._take():
            act()
            return True
        if not self._waiting:
            self._loop.call_later(1 / PER_SECOND, self._next)
        self._waiting.setdefault(who, deque()).append(act)
        return False

    def _take(self) -> bool:
        now = self._loop.time()
        self._left = min(BURST, self._left + (now - self._counted) * PER_SECOND)
        self._counted = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _next(self) -> None:
        try:
            if self._take():
                self._first()()
        finally:  # whatever became of one: the others wait for their turn
            if self._waiting:
                self._loop.call_later(1 / PER_SECOND, self._next)

    def _first(self) -> Callable[[], None]:
        who = next(iter(self._waiting))
        acts = self._waiting.pop(who)
        act = acts.popleft()
        if acts:
            self._waiting[who] = acts  # behind the others
        return act
