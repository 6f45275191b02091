"""A rate limit for phones: the touch screen shares the processor and has priority."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

BURST: Final = 100  # acts that run without a wait: more than opening the page takes
PER_SECOND: Final = 50  # acts in the long run, with a pause after each


class FairRateLimiter:
    """A token bucket with fair queuing: waiting clients are served round-robin."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._left, self._counted = float(BURST), self._loop.time()
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def run_or_queue(self, who: str, act: Callable[[], None]) -> bool:
        """Run `act` now if the limit allows, else queue it; return whether it ran immediately.

        Clients are served round-robin by `who`.
        """
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
        finally:  # even if one fails, continue with the others
            if self._waiting:
                self._loop.call_later(1 / PER_SECOND, self._next)

    def _first(self) -> Callable[[], None]:
        who = next(iter(self._waiting))
        acts = self._waiting.pop(who)
        act = acts.popleft()
        if acts:
            self._waiting[who] = acts  # at the end of the queue
        return act
