"""Looking for the causes of what differs, a slice a frame: the screen lives on meanwhile."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from kivy.clock import Clock

from companion.game.stocktake.causes import Cause

SLICE_SECONDS: Final = 0.008  # seconds of a frame's 16 milliseconds

Causes = tuple[Cause, ...]


class CauseSearch:
    """One search at a time; `found` is called with the causes when it is over."""

    def __init__(self, found: Callable[[Causes], None]) -> None:
        self._found = found
        self._search: Iterator[Causes] | None = None
        self._causes: Causes = ()
        self._go_on = Clock.create_trigger(self._search_slice)

    def begin(self, search: Iterator[Causes]) -> None:
        """Look now, for a slice; the rest follows."""
        self.end()
        self._search, self._causes = search, ()
        self._search_slice()

    def end(self) -> None:
        """Look no more."""
        self._search = None
        self._go_on.cancel()

    def pause(self) -> None:
        """Look no more while nobody sees it."""
        self._go_on.cancel()

    def resume(self) -> None:
        """Go on with what is not over."""
        if self._search is not None:
            self._go_on()

    def _search_slice(self, *args: object) -> None:
        if self._search is None:
            return
        until = time.perf_counter() + SLICE_SECONDS
        for causes in self._search:
            self._causes = causes
            if time.perf_counter() >= until:
                self._go_on()
                return
        self._search = None
        self._found(self._causes)
