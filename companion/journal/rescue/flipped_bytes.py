"""A row of the log with one byte that is not as it was written: found again by the row's hash.

Every row proves what it holds, so that whatever is tried in its place proves itself or is nothing.
That costs a second at most, and saves all entries that are chained to it.
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
_HOLE: Final = "\0"  # no text of the log has it
_BITS: Final = tuple(1 << bit for bit in range(8))
_BYTES: Final = tuple(range(1, 256))
_BEGINNING, _END = 64, 96  # bytes of a cell with its lengths and numbers; between them are texts


class PageCell(NamedTuple):
    """Where a row lies on a page, as far as can be told."""

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
    """The row of this number that follows a hash: one of these rows or cells, but for a byte.

    `read` gives the row that a page has at a place, if any.
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
    """All is right but a sign of the hash itself: any other change would change all of it."""
    right = link(previous, row)
    differing = [one != other for one, other in zip(right, str(row.hash), strict=False)]
    return row._replace(hash=right) if sum(differing) == 1 and len(differing) == 64 else None


def _follows(previous: str, row: EntryRow) -> bool:
    return _has_hash(row) and row.hash == link(previous, row)


def _has_hash(row: EntryRow) -> bool:
    """Whether it can prove anything: where a row goes on on a page of something else, it has none.

    Else a long one would be hashed half a million times for nothing.
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
    """The one that belongs at a place of a text, if that is all that is wrong with the row."""
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
    """The page with one bit of the cell turned; then with another byte where its numbers are."""
    page, (_, start, end) = bytearray(cell.page), cell
    for at in range(start, end):
        yield from _turned(page, at, _BITS)
    for at in (*range(start, min(start + _BEGINNING, end)), *range(max(start, end - _END), end)):
        yield from _turned(page, at, _BYTES)


def _turned(page: bytearray, at: int, masks: Iterable[int]) -> Iterator[bytearray]:
    right = page[at]
    for mask in masks:
        page[at] = right ^ mask
        yield page  # whoever reads it does so at once
    page[at] = right
