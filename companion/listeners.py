"""Observer list used by the referee's announcements and by the desk."""

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

News = ParamSpec("News")


class Listeners(Generic[News]):
    """Calls all listeners in the order in which they subscribed.

    A listener that raises is logged; the others still run. Subscribing or unsubscribing during
    a notification takes effect from the next one.
    """

    def __init__(self) -> None:
        self._listeners: list[Callable[News, None]] = []

    def subscribe(self, listener: Callable[News, None]) -> Callable[[], None]:
        """Add a listener; returns a function that removes it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def notify(self, *news: News.args, **more: News.kwargs) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(*news, **more)
            except Exception:
                log.exception("a listener failed: %r", listener)
