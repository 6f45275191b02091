"""What can be read from a damaged log, page by page, without SQLite.

Rows are found on the leaf pages of tables wherever these lie, and trusted for their own sake:
entries by their hash chain, names by their seal, boards by their fingerprint. So a file whose
header, schema or inner pages are gone still gives up its games.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.game.board import Route
from companion.game.ticket_book import Pair
from companion.journal.asides import Hidden, Merge
from companion.journal.chain import Row, link, read_correction, seal
from companion.journal.schema import PAGE_SIZE
from companion.journal.ticket_rows import TicketRow, newest
from companion.journal.wal import Frame, beside, frames

_LEAF: Final = 0x0D  # a leaf page of a table
_FILE_HEADER: Final = 100  # on page 1, before the page itself
_ENTRY_COLUMNS: Final = 1 + len(Row._fields)

Value = int | float | str | None


@dataclass
class Salvaged:
    """The rows that prove themselves."""

    rows: dict[int, list[Row]] = field(default_factory=dict)  # by the game's number
    names: dict[str, str] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    corrections: dict[str, Route] = field(default_factory=dict)
    tickets: dict[Pair, TicketRow] = field(default_factory=dict)
    merges: dict[str, Merge] = field(default_factory=dict)
    hidden: dict[str, Hidden] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)  # entries each game should have
    on_table: str | None = None


def salvage(path: Path) -> Salvaged:
    """Read all that can be read of a damaged file and what was written beside it."""
    pages = _Pages(path)
    found = Salvaged()
    candidates: dict[int, dict[int, dict[Row, None]]] = {}
    for record in pages.records():
        _sort(record, found, candidates)
    for number, by_seq in candidates.items():
        rows = _longest_chain(by_seq)
        found.lengths[number] = max(found.lengths.get(number, 0), *by_seq)
        if rows:
            found.rows[number] = rows
    return found


def _sort(
    record: list[Value], found: Salvaged, candidates: dict[int, dict[int, dict[Row, None]]]
) -> None:
    """Tell by its shape which table a record is of."""
    match record:
        case [int() as number, int() as seq, *_] if len(record) == _ENTRY_COLUMNS:
            row = Row(*record[1:])  # type: ignore[arg-type]
            candidates.setdefault(number, {}).setdefault(seq, {})[row] = None
        case [int() as number, str(), str(), str(), str(), int() as seq, str(), str()]:
            found.lengths[number] = max(found.lengths.get(number, 0), seq)
        case [str() as key, str() as value, str() as mark]:
            _sort_sealed(key, value, mark, found)
        case [str(), _, int(), str(), str()]:
            _sort_hidden(Hidden(*record[:-1]), tuple(record), found)  # type: ignore[arg-type]
        case [str(), str(), _, _, _, int(), str()]:
            _sort_ticket(TicketRow(*record), found)  # type: ignore[arg-type]
        case [int(), str() as game]:
            found.on_table = game
        case [str() as fingerprint, str() as data]:
            found.boards[fingerprint] = data


def _sort_sealed(key: str, value: str, mark: str, found: Salvaged) -> None:
    """A name, who counts as whom, or a corrected route: each seal is of one kind only."""
    merge = Merge(key, value)
    if mark == seal(key, value):
        found.names[key] = value
    elif merge.row == (key, value, mark):
        found.merges[key] = merge
    elif (route := read_correction(key, value, mark)) is not None:
        found.corrections[route.id] = route


def _sort_hidden(hidden: Hidden, row: tuple[Value, ...], found: Salvaged) -> None:
    if hidden.row == row:
        found.hidden[hidden.game] = hidden


def _sort_ticket(ticket: TicketRow, found: Salvaged) -> None:
    if ticket.is_as_written:
        found.tickets = newest((*found.tickets.values(), ticket))


def _longest_chain(by_seq: dict[int, dict[Row, None]]) -> list[Row]:
    """From entry 1 on, at each number the row that is chained to the one before it."""
    chain: list[Row] = []
    previous = ""
    while True:
        rows = by_seq.get(len(chain) + 1, ())
        following = next((row for row in rows if row.hash == link(previous, row)), None)
        if following is None:
            return chain
        chain.append(following)
        previous = following.hash


class _Pages:
    """The pages of a file, in all their images from the oldest to the newest committed one.

    Rows are only ever added: where the newest image is damaged, an older one still has most.
    """

    def __init__(self, path: Path) -> None:
        data = path.read_bytes() if path.exists() else b""
        self._images = [
            (1 + start // PAGE_SIZE, data[start : start + PAGE_SIZE].ljust(PAGE_SIZE, b"\0"))
            for start in range(0, len(data), PAGE_SIZE)
        ]
        self._images += _committed(frames(beside(path)))
        self._pages = dict(self._images)

    def records(self) -> Iterator[list[Value]]:
        """Every record on every leaf page that can be made out."""
        for number, page in self._images:
            header = _FILE_HEADER if number == 1 else 0
            if page[header] != _LEAF:
                continue
            (count,) = struct.unpack_from(">H", page, header + 3)
            for cell in range(min(count, (PAGE_SIZE - header - 8) // 2)):
                (start,) = struct.unpack_from(">H", page, header + 8 + 2 * cell)
                try:
                    yield self._record(page, start)
                except (IndexError, KeyError, ValueError, struct.error):
                    continue  # this one is lost

    def _record(self, page: bytes, start: int) -> list[Value]:
        length, at = _varint(page, start)
        rowid, at = _varint(page, at)
        payload = self._payload(page, at, length)
        size, at = _varint(payload, 0)
        body = size
        values: list[Value] = []
        while at < size:
            kind, at = _varint(payload, at)
            value, body = _value(payload, kind, body)
            values.append(value)
        if values and values[0] is None:  # an INTEGER PRIMARY KEY lies outside the record
            values[0] = rowid
        return values

    def _payload(self, page: bytes, at: int, length: int) -> bytes:
        """A record's bytes, the rest of a long one gathered from its overflow pages."""
        most = PAGE_SIZE - 35
        if length <= most:
            return page[at : at + length]
        least = (PAGE_SIZE - 12) * 32 // 255 - 23
        local = least + (length - least) % (PAGE_SIZE - 4)
        local = local if local <= most else least
        payload = page[at : at + local]
        if length > PAGE_SIZE * len(self._pages):  # and where the chain is a ring, no end of it
            raise ValueError("the record is longer than the file")
        (following,) = struct.unpack_from(">I", page, at + local)
        while len(payload) < length:
            overflow = self._pages.get(following)
            if overflow is None or len(payload) > length:
                raise ValueError("the chain of overflow pages is broken")
            payload += overflow[4 : 4 + length - len(payload)]
            (following,) = struct.unpack_from(">I", overflow)
        return payload


def _committed(found: list[Frame | None]) -> list[tuple[int, bytes]]:
    """The images of pages that belong to a finished transaction."""
    while found and not (found[-1] and found[-1].commits):
        found = found[:-1]
    return [(frame.page, frame.image) for frame in found if frame is not None]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """SQLite's variable-length number, and where it ends."""
    value = 0
    for end in range(at, at + 8):
        value = value << 7 | data[end] & 0x7F
        if data[end] < 0x80:
            return value, end + 1
    return value << 8 | data[at + 8], at + 9


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    """A value of a record by its serial type, and where it ends."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind >= 12:
        if kind % 2 == 0:
            raise ValueError("the log has no blobs")
        end = at + (kind - 13) // 2
        return _exactly(payload, at, end).decode("utf-8"), end
    end = at + {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8}[kind]
    raw = _exactly(payload, at, end)
    if kind == 7:
        return float(struct.unpack(">d", raw)[0]), end
    return int.from_bytes(raw, signed=True), end


def _exactly(payload: bytes, start: int, end: int) -> bytes:
    raw = payload[start:end]
    if len(raw) != end - start:
        raise ValueError("the record is cut off")
    return raw
