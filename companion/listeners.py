"""Telling everyone who listens: the one promise of the referee's announcements and of the desk."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

News = ParamSpec("News")


class Listeners(Generic[News]):
    """Everyone who listens is told in the order in which they began to.

    A listener that fails is logged, and stops neither the others nor the game. Who begins or
    ends to listen meanwhile does so from the next news on.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[News, None]] = []

    def subscribe(self, listener: Callable[News, None]) -> Callable[[], None]:
        """Tell this listener from now on; the answer ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, *news: News.args, **more: News.kwargs) -> None:
        """Tell everyone."""
        for listener in tuple(self._listeners):
            try:
                listener(*news, **more)
            except Exception:
                log.exception("a listener failed: %r", listener)
