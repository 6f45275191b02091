"""The one way from other threads to the game: what they post runs on the screen's thread."""

from collections import deque
from collections.abc import Callable

from kivy.clock import Clock

Act = Callable[[], None]


class Bridge:
    """Runs posted acts in their order; after one that fails the next still run."""

    def __init__(self) -> None:
        self._acts: deque[Act] = deque()

    def post(self, act: Act) -> None:
        """Have something done on the screen's thread; callable from any thread."""
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
