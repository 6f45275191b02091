"""Passes calls from other threads to the main thread, which alone can touch the game."""

from collections import deque
from collections.abc import Callable

from kivy.clock import Clock

Act = Callable[[], None]


class Bridge:
    """Runs posted calls in order; if one fails, the others still run."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque()

    def post(self, act: Act) -> None:
        """Run `act` on the main thread; can be called from any thread."""
        self._acts.append(act)
        Clock.schedule_once(self._run, -1)

    def _run(self, *args: object) -> None:
        while self._acts:
            act = self._acts.popleft()
            try:
                act()
            except BaseException:
                if self._acts:
                    Clock.schedule_once(self._run, -1)
                raise
