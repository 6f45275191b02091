"""Hears what is said on another thread."""

import threading
from collections.abc import Callable
from typing import Any

PATIENCE = 20.0  # seconds; nothing takes so long


class Ears:
    """Remembers everything, and waits for what is to come."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self.news = threading.Condition()

    def hear(self, what: object) -> None:
        with self.news:
            self.all.append(what)
            self.news.notify_all()

    def wait_until(self, is_so: Callable[[list[Any]], bool]) -> None:
        with self.news:
            assert self.news.wait_for(lambda: is_so(self.all), PATIENCE), self.all

    def first(self, count: int) -> list[Any]:
        """The first so many things heard, as soon as they are."""
        self.wait_until(lambda heard: len(heard) >= count)
        return self.all[:count]
