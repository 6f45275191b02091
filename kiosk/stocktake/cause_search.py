"""Searches for causes of differences, a slice per frame to keep the screen responsive."""

import time
from collections.abc import Callable, Iterator
from typing import Final

from kivy.clock import Clock

from companion.game.stocktake.causes import Cause

SLICE_SECONDS: Final = 0.008  # seconds of a frame's 0.016

Causes = tuple[Cause, ...]


class CauseSearch:
    """Runs one search at a time, and calls `found` with the causes at its end."""

    def __init__(self, found: Callable[[Causes], None]) -> None:
        self._found = found
        self._search: Iterator[Causes] | None = None
        self._causes: Causes = ()
        self._go_on = Clock.create_trigger(self._search_slice)

    def begin(self, search: Iterator[Causes]) -> None:
        """Start a search with a first slice."""
        self.end()
        self._search, self._causes = search, ()
        self._search_slice()

    def end(self) -> None:
        """Cancel the search."""
        self._search = None
        self._go_on.cancel()

    def pause(self) -> None:
        """Pause while the screen is not shown."""
        self._go_on.cancel()

    def resume(self) -> None:
        """Resume the search if it is not finished."""
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
