"""Entries as rows of the log, each chained by hash to the one before it."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.game.board.board import Route
from companion.game.board.corrections import BoardCorrection
from companion.game.log.entries import Entry, decode, did_of, encode, read_did
from companion.game.requests.requests import with_players_called


class EntryRow(NamedTuple):
    """An entry as it lies in the log: players by id, never by name."""

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
    """The row that stores an entry after the one with this hash."""
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
    """The entry that a row stores.

    Raises:
        ValueError: it is not what this program writes.
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
    """The hash that chains a row to the one before it ('' before the first)."""
    return hashlib.sha256(content(previous, row).encode()).hexdigest()


def content(previous: str, row: EntryRow) -> str:
    """What the hash of a row is of."""
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
    """The rows from entry 1 up to the first gap or forged row."""
    previous = ""
    for number, row in enumerate(rows):
        if row.seq != number + 1 or row.hash != link(previous, row):
            return rows[:number]
        previous = row.hash
    return rows


def seal(player: str, name: str) -> str:
    """What shows that a name in the roster is as it was written."""
    return hashlib.sha256(_dump((player, name)).encode()).hexdigest()


def correction_row(found: BoardCorrection) -> tuple[str, int, str, str, str]:
    """The row that stores what an entry found of a route."""
    data = _dump(encode(found))
    return *found.key, data, _correction_seal(data)


def read_correction(data: str, mark: str) -> BoardCorrection | None:
    """The board correction that a row stores; None where it is not as it was written."""
    if mark != _correction_seal(data):
        return None
    found: BoardCorrection = decode(BoardCorrection, json.loads(data))
    return found


def _correction_seal(data: str) -> str:
    return seal("board correction", data)  # never to be taken for a player's


def read_outcome(route: str, data: str, mark: str) -> BoardCorrection | None:
    """A whole route, as files of before version 5 kept it: older than all that was found since."""
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
