"""Reads a damaged log page by page, without SQLite.

Rows are found on the leaf pages of tables, wherever these are. The schema tells which table a page
belongs to; if that is damaged, the shape of a row does. Most rows verify themselves: entries by
their hash chain, names by their seal, boards by their fingerprint. So games can be salvaged even
from a file whose header, schema or inner pages are gone.
"""

import contextlib
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Final

from companion.game.board.corrections import BoardCorrection
from companion.game.ticket_book import Pair
from companion.journal.chain import EntryRow, link, read_correction, read_outcome, seal
from companion.journal.disk.wal import WalFrame, beside, frames
from companion.journal.rescue.flipped_bytes import PageCell, repair_row
from companion.journal.schema import PAGE_SIZE
from companion.journal.sealed_rows import BookRow, HiddenGame, Merge, newest

_LEAF: Final = 0x0D  # a leaf page of a table
_INNER: Final = 0x05  # an interior page of a table
_SCHEMA: Final = 1  # the root page of the schema
_FILE_HEADER: Final = 100  # bytes before the page header on page 1
_MOST_SUSPECTS: Final = 2  # if more rows are damaged, it isn't a single byte
_ENTRIES: Final = "entries"
_UNREADABLE: Final = (IndexError, KeyError, ValueError, struct.error)
_ENTRY_COLUMNS: Final = 1 + len(EntryRow._fields)

Value = int | float | str | None
RowValues = list[Value]


@dataclass
class SalvageResult:
    """The rows that could be verified."""

    rows: dict[int, list[EntryRow]] = field(default_factory=dict)  # by the game's number
    names: dict[str, str] = field(default_factory=dict)
    boards: dict[str, str] = field(default_factory=dict)
    corrections: dict[tuple[str, int, str], BoardCorrection] = field(default_factory=dict)
    tickets: dict[Pair, BookRow] = field(default_factory=dict)
    merges: dict[str, Merge] = field(default_factory=dict)
    hidden: dict[str, HiddenGame] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)  # entries each game should have
    candidates: dict[int, dict[int, dict[EntryRow, None]]] = field(default_factory=dict)
    on_table: str | None = None


def salvage(path: Path) -> SalvageResult:
    """Read everything that can be read from a damaged file and its write-ahead log."""
    pages = _Pages(path)
    found = SalvageResult()
    for table, record in pages.records():
        _sort(table, record, found)
    for number, by_seq in found.candidates.items():
        found.lengths[number] = max(found.lengths.get(number, 0), *by_seq)
    repairing = _ChainRepair(pages, found)
    for number, length in found.lengths.items():
        rows = repairing.mend(number, length)
        if rows:
            found.rows[number] = rows
    return found


def _sort(table: str | None, record: RowValues, found: SalvageResult) -> None:
    """Store a record as its table says, or if that fails, as any type that it verifies as.

    If its table is unknown, its shape decides.
    """
    named = [] if table is None else [take for name, take in _TABLES.items() if name == table]
    for take in _TABLES.values() if table is None else (*named, *_PROVING.values()):
        if take(record, found):
            return


# --- one reader per table: returns True if it accepts the record ---


def _entry(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [int() as game, int() as seq, *_] if len(record) == _ENTRY_COLUMNS:
            row = EntryRow(*record[1:])  # type: ignore[arg-type]
            found.candidates.setdefault(game, {}).setdefault(seq, {})[row] = None
            return True
    return False


def _name(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str() as player, str() as name, str() as mark] if mark == seal(player, name):
            found.names[player] = name
            return True
    return False


def _merge(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str() as player, str() as into, str()]:
            merge = Merge(player, into)
            if merge.row == tuple(record):
                found.merges[player] = merge
                return True
    return False


def _outcome(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str() as route, str() as data, str() as mark]:
            return _corrected(read_outcome(route, data, mark), found)
    return False


def _correction(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str(), int(), str(), str() as data, str() as mark]:
            return _corrected(read_correction(data, mark), found)
    return False


def _corrected(correction: BoardCorrection | None, found: SalvageResult) -> bool:
    if correction is None:
        return False
    found.corrections[correction.key] = correction
    return True


def _hidden(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str(), _, int(), str(), str()]:
            hidden = HiddenGame(*record[:-1])  # type: ignore[arg-type]
            if hidden.row == tuple(record):
                found.hidden[hidden.game] = hidden
                return True
    return False


def _ticket(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str(), str(), _, _, _, int(), str()]:
            ticket = BookRow(*record)  # type: ignore[arg-type]
            if ticket.seal_is_valid:
                found.tickets = newest((*found.tickets.values(), ticket))
                return True
    return False


def _board(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [str() as fingerprint, str() as data]:
            found.boards[fingerprint] = data  # verified when it is parsed
            return True
    return False


def _game(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [int() as number, str(), str(), str(), str(), int() as seq, str(), str()]:
            found.lengths[number] = max(found.lengths.get(number, 0), seq)
            return True
    return False


def _on_table(record: RowValues, found: SalvageResult) -> bool:
    match record:
        case [int(), str() as game]:
            found.on_table = game
            return True
    return False


Take = Callable[[RowValues, SalvageResult], bool]

_PROVING: Final[Mapping[str, Take]] = {
    "entries": _entry,
    "players": _name,
    "merges": _merge,
    "corrections": _outcome,
    "board_corrections": _correction,
    "hidden": _hidden,
    "ticket_book": _ticket,
    "boards": _board,
}
_TABLES: Final[Mapping[str, Take]] = {**_PROVING, "games": _game, "desk": _on_table}


class _ChainRepair:
    """Builds chains of entries, repairing those with a single wrong byte."""

    def __init__(self, pages: "_Pages", found: SalvageResult) -> None:
        self._pages = pages
        self._candidates = found.candidates
        self.chains = {
            game: _longest_chain(found.candidates.get(game, {})) for game in found.lengths
        }

    def mend(self, game: int, length: int) -> list[EntryRow]:
        """Return a game's entries as far as they are chained or can be repaired."""
        rows = self.chains[game]
        by_seq = self._candidates.setdefault(game, {})
        while len(rows) < length:
            seq, previous = len(rows) + 1, rows[-1].hash if rows else ""
            tried = by_seq.get(seq, ())
            row = repair_row(previous, tried, self._suspects, self._pages.row_at, seq)
            if row is None:
                self._suspects = []  # more than one byte is wrong: don't try the rest
                break
            by_seq.setdefault(seq, {})[row] = None
            rows = _longest_chain(by_seq)
        return rows

    @cached_property
    def _suspects(self) -> list[PageCell]:
        """The places of possible entries outside the chains; empty if there are too many to try."""
        proven = {row for rows in self.chains.values() for row in rows}
        following = {
            row
            for by_seq in self._candidates.values()
            for seq, rows in by_seq.items()
            for row in rows
            if row not in proven and _follows(row, by_seq.get(seq - 1, ()))
        }
        cells = (
            cell
            for cell in self._pages.cells_of("entries")
            if (row := self._pages.row_at(cell.page, cell.start)) not in proven
            and row not in following
        )
        found = list(islice(cells, _MOST_SUSPECTS + 1))
        return found if len(found) <= _MOST_SUSPECTS else []


def _follows(row: EntryRow, before: Iterable[EntryRow]) -> bool:
    """Whether the row is chained to one of these, which can itself be damaged."""
    return any(row.hash == link(str(one.hash), row) for one in before)


def _longest_chain(by_seq: dict[int, dict[EntryRow, None]]) -> list[EntryRow]:
    """Return the rows from entry 1 on, each chained to the previous one."""
    chain: list[EntryRow] = []
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

    Rows are only ever added, so if the newest image is damaged, an older one still has most.
    """

    def __init__(self, path: Path) -> None:
        data = path.read_bytes() if path.exists() else b""
        self._images = [
            (1 + start // PAGE_SIZE, data[start : start + PAGE_SIZE].ljust(PAGE_SIZE, b"\0"))
            for start in range(0, len(data), PAGE_SIZE)
        ]
        self._images += _committed(frames(beside(path)))
        self._pages = dict(self._images)

    def records(self) -> Iterator[tuple[str | None, RowValues]]:
        """Yield every readable record on leaf pages, with its table or None if unknown."""
        tables = self._tables()
        for number, page in self._images:
            for record in self._records_on(number, page):
                yield tables.get(number), record
            if tables.get(number, _ENTRIES) == _ENTRIES and page[0] == _LEAF:
                for record in self._unlisted(page):
                    yield _ENTRIES, record

    def cells_of(self, table: str) -> Iterator[PageCell]:
        """Yield every place where a row of this table, or of an unknown table, could be."""
        tables = self._tables()
        for number, page in self._images:
            if tables.get(number, table) == table and page[0] == _LEAF:
                listed = (start for start in _cells(page, 0, 8) if start < PAGE_SIZE)
                yield from (
                    PageCell(page, *ends) for ends in pairwise(sorted({*listed, PAGE_SIZE}))
                )

    def row_at(self, page: bytes | bytearray, start: int) -> EntryRow | None:
        """Return the entry at an offset of a page, if there is one."""
        try:
            record = self._record(page, start)
        except _UNREADABLE:
            return None
        return EntryRow(*record[1:]) if len(record) == _ENTRY_COLUMNS else None  # type: ignore[arg-type]

    def _tables(self) -> dict[int, str]:
        """Map leaf pages to their tables, as far as the schema is readable."""
        found = dict.fromkeys(self._leaves(_SCHEMA), "sqlite_schema")
        for leaf in tuple(found):
            for record in self._records_on(leaf, self._pages[leaf]):
                match record:
                    case ["table", str() as name, _, int() as root, *_]:
                        found |= dict.fromkeys(self._leaves(root), name)
        return found

    def _leaves(self, root: int) -> set[int]:
        """Return the leaf pages under a page."""
        leaves, seen, waiting = set(), set(), [root]
        while waiting:
            number = waiting.pop()
            page = self._pages.get(number)
            if page is None or number in seen:
                continue
            seen.add(number)
            header = _FILE_HEADER if number == _SCHEMA else 0
            if page[header] == _LEAF:
                leaves.add(number)
            elif page[header] == _INNER:
                waiting += struct.unpack_from(">I", page, header + 8)
                for start in _cells(page, header, 12):
                    waiting += struct.unpack_from(">I", page, min(start, PAGE_SIZE - 4))
        return leaves

    def _records_on(self, number: int, page: bytes) -> Iterator[RowValues]:
        header = _FILE_HEADER if number == _SCHEMA else 0
        if page[header] != _LEAF:
            return
        for start in _cells(page, header, 8):
            try:
                yield self._record(page, start)
            except _UNREADABLE:
                continue  # this one is lost

    def _unlisted(self, page: bytes) -> Iterator[RowValues]:
        """Yield records that are missing from the page's cell list, in case the list is damaged.

        Since rows are only ever added, each begins where another ends.
        """
        listed = _cells(page, 0, 8)
        (lowest,) = struct.unpack_from(">H", page, 5)
        for start in {lowest, *(_end(page, start) for start in listed)}.difference(listed):
            with contextlib.suppress(*_UNREADABLE):
                yield self._record(page, start)

    def _record(self, page: bytes | bytearray, start: int) -> RowValues:
        length, at = _varint(page, start)
        rowid, at = _varint(page, at)
        payload = self._payload(page, at, length)
        size, at = _varint(payload, 0)
        body = size
        values: RowValues = []
        while at < size:
            kind, at = _varint(payload, at)
            value, body = _value(payload, kind, body)
            values.append(value)
        if values and values[0] is None:  # an INTEGER PRIMARY KEY is stored outside the record
            values[0] = rowid
        return values

    def _payload(self, page: bytes | bytearray, at: int, length: int) -> bytes | bytearray:
        """Return a record's bytes, including those on overflow pages."""
        local = _local(length)
        if local == length:
            return page[at : at + length]
        payload = page[at : at + local]
        if length > PAGE_SIZE * len(
            self._pages
        ):  # and if the chain were a ring, this would never end
            raise ValueError("the record is longer than the file")
        (following,) = struct.unpack_from(">I", page, at + local)
        while len(payload) < length:
            overflow = self._pages.get(following)
            if overflow is None or len(payload) > length:
                raise ValueError("the chain of overflow pages is broken")
            payload += overflow[4 : 4 + length - len(payload)]
            (following,) = struct.unpack_from(">I", overflow)
        return payload


def _local(length: int) -> int:
    """Return how many bytes of a record of this length are on its own page."""
    most = PAGE_SIZE - 35
    if length <= most:
        return length
    least = (PAGE_SIZE - 12) * 32 // 255 - 23
    local = least + (length - least) % (PAGE_SIZE - 4)
    return local if local <= most else least


def _end(page: bytes, start: int) -> int:
    """Return the offset where a record ends on its page, according to its length field."""
    try:
        length, at = _varint(page, start)
        _, at = _varint(page, at)
    except IndexError:
        return PAGE_SIZE
    local = _local(length)
    return at + local + (4 if local < length else 0)


def _cells(page: bytes, header: int, size: int) -> list[int]:
    """Return the offsets of a page's cells; `size` is the size of the page header."""
    (count,) = struct.unpack_from(">H", page, header + 3)
    most = (PAGE_SIZE - header - size) // 2
    return list(struct.unpack_from(f">{min(count, most)}H", page, header + size))


def _committed(found: list[WalFrame | None]) -> list[tuple[int, bytes]]:
    """Return the page images that belong to finished transactions."""
    while found and not (found[-1] and found[-1].commits):
        found = found[:-1]
    return [(frame.page, frame.image) for frame in found if frame is not None]


def _varint(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """Decode a SQLite varint; return it and the offset of its end."""
    value = 0
    for end in range(at, at + 8):
        value = value << 7 | data[end] & 0x7F
        if data[end] < 0x80:
            return value, end + 1
    return value << 8 | data[at + 8], at + 9


def _value(payload: bytes | bytearray, kind: int, at: int) -> tuple[Value, int]:
    """Decode a value by its serial type; return it and the offset of its end."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind >= 12:
        if kind % 2 == 0:
            raise ValueError("the log has no blobs")
        end = at + (kind - 13) // 2
        return _text(_exactly(payload, at, end)), end
    end = at + {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8}[kind]
    raw = _exactly(payload, at, end)
    if kind == 7:
        return float(struct.unpack(">d", raw)[0]), end
    return int.from_bytes(raw, signed=True), end


def _text(raw: bytes | bytearray) -> str:
    """Decode text even if a byte is wrong: the row is verified later."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _exactly(payload: bytes | bytearray, start: int, end: int) -> bytes | bytearray:
    raw = payload[start:end]
    if len(raw) != end - start:
        raise ValueError("the record is cut off")
    return raw
