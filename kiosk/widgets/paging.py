"""Pages of long lists, without widgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.words.table.desk import DeskWords

PageItem = TypeVar("PageItem")


@dataclass(frozen=True, slots=True)
class Page(Generic[PageItem]):
    """A page of a long list, newest first; page 0 is the newest."""

    rows: tuple[PageItem, ...]
    number: int
    first: int  # number of the first row in the list, from 1
    total: int
    count: int | None = None  # number of items on it, if not one per row

    @property
    def newer(self) -> bool:
        """Whether there is a page of newer items."""
        return self.number > 0

    @property
    def older(self) -> bool:
        """Whether there is a page of older items."""
        return self._last < self.total

    @property
    def _last(self) -> int:
        return self.first - 1 + (len(self.rows) if self.count is None else self.count)

    def note(self, words: DeskWords) -> str:
        """Return a text such as 1–20 of 57."""
        text = words.gettext("{first}–{last} of {total}")
        return text.format(first=self.first, last=self._last, total=self.total)


def newest_first(things: Sequence[PageItem], number: int, size: int) -> Page[PageItem]:
    """Return a page of items given oldest first; the last page if `number` is too high."""
    total = len(things)
    number = max(0, min(number, (total - 1) // size))
    end = total - number * size
    rows = tuple(reversed(things[max(0, end - size) : end]))
    return Page(rows, number, number * size + 1, total)
