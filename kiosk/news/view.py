"""The changes of every version, from companion/docs/changes.md."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

_RELEASE: Final = re.compile(r"## (\S+) \((\S+)\)")


@dataclass(frozen=True, slots=True)
class Release:
    """A version, its date, and its changes by heading."""

    version: str
    day: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def releases() -> tuple[Release, ...]:
    """Return all versions, newest first; empty if the page does not exist."""
    try:
        page = resources.files("companion").joinpath("docs", "changes.md").read_text("utf-8")
    except OSError:
        return ()
    return read(page)


def read(page: str) -> tuple[Release, ...]:
    """Parse a page of changes."""
    begun = list(_RELEASE.finditer(page))
    ends = (*(one.start() for one in begun[1:]), len(page))
    return tuple(
        Release(one[1], one[2], _parts(page[one.end() : ends[at]])) for at, one in enumerate(begun)
    )


def _parts(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    parts = (part.partition("\n") for part in text.split("\n### ")[1:])
    return tuple((heading.strip(), _items(below)) for heading, _, below in parts)


def _items(text: str) -> tuple[str, ...]:
    items = (" ".join(item.split()) for item in text.split("\n- ")[1:])
    return tuple(re.sub(r"[*`]", "", item) for item in items)
