"""What lists have in common: pages, and when something was. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.words.table.desk import DeskWords

PageItem = TypeVar("PageItem")


@dataclass(frozen=True, slots=True)
class Page(Generic[PageItem]):
    """A part of a long list, newest first; `number` 0 is the newest."""

    rows: tuple[PageItem, ...]
    number: int
    first: int  # place of the first row in the list, from 1
    total: int
    count: int | None = None  # of the list's things on it, where these are not a row each

    @property
    def newer(self) -> bool:
        """Whether there is a page before it."""
        return self.number > 0

    @property
    def older(self) -> bool:
        """Whether there is a page after it."""
        return self._last < self.total

    @property
    def _last(self) -> int:
        return self.first - 1 + (len(self.rows) if self.count is None else self.count)

    def note(self, words: DeskWords) -> str:
        """Which part of the list it is."""
        text = words.gettext("{first}–{last} of {total}")
        return text.format(first=self.first, last=self._last, total=self.total)


def newest_first(things: Sequence[PageItem], number: int, size: int) -> Page[PageItem]:
    """A page of things that are given oldest first; the last page where it would be empty."""
    total = len(things)
    number = max(0, min(number, (total - 1) // size))
    end = total - number * size
    rows = tuple(reversed(things[max(0, end - size) : end]))
    return Page(rows, number, number * size + 1, total)
