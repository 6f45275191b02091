"""Converts entries to rows of the log; each row is chained by hash to the previous one."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.game.board.board import Route
from companion.game.board.corrections import BoardCorrection
from companion.game.log.entries import Entry, decode, did_of, encode, read_did
from companion.game.requests.requests import with_players_called


class EntryRow(NamedTuple):
    """An entry as stored in the log; players are identified by id, not by name."""

    seq: int
    turn: int
    seat: int | None
    verb: str
    request: str
    rule: str | None
    phase: str
    did: str
    at: str
    played_ms: int
    hash: str = ""


def row_of(entry: Entry, id_of: Mapping[str, str], previous: str) -> EntryRow:
    """Return the row that stores `entry`; `previous` is the hash of the row before it."""
    row = EntryRow(
        seq=entry.seq,
        turn=entry.turn,
        seat=entry.seat,
        verb=entry.verb,
        request=_dump(with_players_called(entry.request, id_of.__getitem__)),
        rule=entry.rule,
        phase=entry.phase,
        did=_dump(did_of(entry)),
        at=entry.at,
        played_ms=entry.played_ms,
    )
    return row._replace(hash=link(previous, row))


def entry_of(row: EntryRow, name_of: Callable[[str], str]) -> Entry:
    """Return the entry that a row stores.

    Raises:
        ValueError: If this program can't have written the row.
    """
    return Entry(
        seq=row.seq,
        turn=row.turn,
        seat=row.seat,
        request=with_players_called(json.loads(row.request), name_of),
        rule=row.rule,
        phase=row.phase,
        at=row.at,
        played_ms=row.played_ms,
        **read_did(json.loads(row.did)),
    )


def link(previous: str, row: EntryRow) -> str:
    """Return the hash that chains a row to the previous one; `previous` is "" for the first row."""
    return hashlib.sha256(content(previous, row).encode()).hexdigest()


def content(previous: str, row: EntryRow) -> str:
    """Return the text that a row's hash is computed from."""
    columns = (
        previous,
        row.seq,
        row.turn,
        row.seat,
        row.verb,
        row.request,
        row.rule,
        row.phase,
        row.did,
        row.at,
        row.played_ms,
    )
    return _dump(columns)


def unbroken(rows: list[EntryRow]) -> list[EntryRow]:
    """Return the rows from entry 1 up to the first gap or wrong hash."""
    previous = ""
    for number, row in enumerate(rows):
        if row.seq != number + 1 or row.hash != link(previous, row):
            return rows[:number]
        previous = row.hash
    return rows


def seal(player: str, name: str) -> str:
    """Return the checksum of a name in the roster."""
    return hashlib.sha256(_dump((player, name)).encode()).hexdigest()


def correction_row(found: BoardCorrection) -> tuple[str, int, str, str, str]:
    """Return the row that stores a board correction."""
    data = _dump(encode(found))
    return *found.key, data, _correction_seal(data)


def read_correction(data: str, mark: str) -> BoardCorrection | None:
    """Return the board correction that a row stores, or None if its seal is wrong."""
    if mark != _correction_seal(data):
        return None
    found: BoardCorrection = decode(BoardCorrection, json.loads(data))
    return found


def _correction_seal(data: str) -> str:
    return seal("board correction", data)  # never equal to a player's seal


def read_outcome(route: str, data: str, mark: str) -> BoardCorrection | None:
    """Return a correction as stored before version 5, or None if its seal is wrong.

    It holds the whole route. Its age is 0: every later correction is newer.
    """
    if mark != seal("correction", f"{route} {data}"):
        return None
    found: Route = decode(Route, json.loads(data))
    return BoardCorrection(
        game="",
        entry=0,
        route=found.id,
        ends=(found.a, found.b),
        age=0,
        in_force=True,
        color=found.color,
        length=found.length,
        ferry_locomotives=found.ferry_locomotives,
        looked_at=found.unverified is None,
    )


_dump: Final = json.JSONEncoder(separators=(",", ":")).encode
