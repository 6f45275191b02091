"""Repairs rows of the log with one wrong byte, by trying values until the row's hash is right.

The hash proves whether an attempt is right. A repair takes a second at most, and saves all entries
that are chained to the row.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from companion.journal.chain import EntryRow, content, link

_TEXTS: Final = ("request", "did", "at", "verb", "phase", "rule")
_SIGNS: Final = [json.dumps(chr(code))[1:-1].encode() for code in range(32, 127)]
_HASH: Final = re.compile("[0-9a-f]{64}")
_HOLE: Final = "\0"  # doesn't occur in the log
_BITS: Final = tuple(1 << bit for bit in range(8))
_BYTES: Final = tuple(range(1, 256))
_BEGINNING, _END = 64, 96  # bytes of a cell with lengths and numbers; texts are in between


class PageCell(NamedTuple):
    """The presumed place of a row on a page."""

    page: bytes
    start: int
    end: int


def repair_row(
    previous: str,
    rows: Iterable[EntryRow],
    cells: Iterable[PageCell],
    read: Callable[[bytes | bytearray, int], EntryRow | None],
    seq: int,
) -> EntryRow | None:
    """Return the row with number `seq` that follows the hash `previous`, or None.

    It differs in one byte from one of the given rows or cells. `read` returns the row at an offset
    of a page, if any.
    """
    for row in rows:
        found = _with_other_hash(previous, row) or _with_other_sign(previous, row)
        if found is not None:
            return found
    for cell in cells:
        for page in _changed(cell):
            found = read(page, cell.start)
            if found is not None and found.seq == seq and _follows(previous, found):
                return found
    return None


def _with_other_hash(previous: str, row: EntryRow) -> EntryRow | None:
    """Repair a row in which only one character of the hash is wrong.

    A change anywhere else in the row would change the whole hash.
    """
    right = link(previous, row)
    differing = [one != other for one, other in zip(right, str(row.hash), strict=False)]
    return row._replace(hash=right) if sum(differing) == 1 and len(differing) == 64 else None


def _follows(previous: str, row: EntryRow) -> bool:
    return _has_hash(row) and row.hash == link(previous, row)


def _has_hash(row: EntryRow) -> bool:
    """Whether the row has a well-formed hash, so that an attempt can be verified.

    Rows continued on a wrong page have none. Without this check, a long one would be hashed half a
    million times for nothing.
    """
    return isinstance(row.hash, str) and _HASH.fullmatch(row.hash) is not None


def _with_other_sign(previous: str, row: EntryRow) -> EntryRow | None:
    for column in _TEXTS if _has_hash(row) else ():
        text = getattr(row, column)
        for at in range(len(text)) if isinstance(text, str) else ():
            sign = _sign(previous, row, column, text, at)
            if sign is not None:
                return _with(row, column, f"{text[:at]}{sign}{text[at + 1 :]}")
    return None


def _with(row: EntryRow, column: str, text: str) -> EntryRow:
    return EntryRow(**{**row._asdict(), column: text})


def _sign(previous: str, row: EntryRow, column: str, text: str, at: int) -> str | None:
    """Return the right character at a position of a text, if it is the row's only error."""
    with_hole = _with(row, column, f"{text[:at]}{_HOLE}{text[at + 1 :]}")
    before, _, after = content(previous, with_hole).encode().partition(b"\\u0000")
    begun = hashlib.sha256(before)
    for sign in _SIGNS:
        tried = begun.copy()
        tried.update(sign + after)
        if tried.hexdigest() == row.hash:
            found: str = json.loads(f'"{sign.decode()}"')
            return found
    return None


def _changed(cell: PageCell) -> Iterator[bytearray]:
    """Yield the page with each bit of the cell flipped, then with other bytes in its numbers."""
    page, (_, start, end) = bytearray(cell.page), cell
    for at in range(start, end):
        yield from _turned(page, at, _BITS)
    for at in (*range(start, min(start + _BEGINNING, end)), *range(max(start, end - _END), end)):
        yield from _turned(page, at, _BYTES)


def _turned(page: bytearray, at: int, masks: Iterable[int]) -> Iterator[bytearray]:
    right = page[at]
    for mask in masks:
        page[at] = right ^ mask
        yield page  # valid only until the next iteration
    page[at] = right
