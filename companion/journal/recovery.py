"""A damaged log: copied aside as it is, and written anew with all that could be salvaged."""

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from companion.board import standard_board
from companion.entries import read_did
from companion.events import GameStarted
from companion.journal.chain import Row
from companion.journal.errors import Kept, LogDamaged, Report, sorted_out
from companion.journal.salvage import Salvaged, salvage
from companion.journal.store import (
    Append,
    Begin,
    Enrol,
    PutOnTable,
    Write,
    copy_log,
    open_file,
    rules_text,
    write_all,
)


def recover(path: Path, damage: LogDamaged) -> Report:
    """Save what can be saved. The damaged file stays beside it, under a name of its own.

    Raises:
        LogUnavailable: the disk does not take it; nothing was changed.
    """
    with sorted_out():
        found = salvage(path)
        starts = {number: _start_of(rows[0]) for number, rows in found.rows.items()}
        names, nameless = _names(found, starts)
        copy = _copy_aside(path)
        fresh = path.with_name(f"{path.name}.recovering")
        _remove(fresh)
        _write_anew(fresh, list(_writes(found, starts, names)))
        _remove(path)
        os.replace(fresh, path)
        _sync_folder(path)
    games = tuple(
        Kept(
            uuid=start.game,
            players=tuple(names[starter.player] for starter in start.starters),
            entries=len(found.rows[number]),
            expected=found.lengths[number],
        )
        for number, start in sorted(starts.items())
    )
    unreadable = len(found.lengths.keys() - starts.keys())
    return Report(str(damage), copy.name, games, unreadable, nameless)


def _start_of(first: Row) -> GameStarted:
    started: GameStarted | None = read_did(json.loads(first.did))["started"]
    if started is None:
        raise ValueError("a game without its start")
    return started


def _names(found: Salvaged, starts: dict[int, GameStarted]) -> tuple[dict[str, str], int]:
    """Names by player; one whose name is lost is called by a number."""
    names = dict(found.names)
    players = {starter.player for start in starts.values() for starter in start.starters}
    lost = sorted(players - names.keys())
    names.update({player: f"? {number}" for number, player in enumerate(lost, 1)})
    return names, len(lost)


def _writes(
    found: Salvaged, starts: dict[int, GameStarted], names: dict[str, str]
) -> Iterator[Write]:
    standard = standard_board()
    boards = {**found.boards, standard.fingerprint: json.dumps(standard.as_data())}
    for player, name in names.items():
        yield Enrol(player, name)
    for number, start in sorted(starts.items()):
        rows = found.rows[number]
        yield Begin(
            uuid=start.game,
            started=rows[0].at,
            board=start.board,
            board_data=boards.get(start.board, "null"),
            rules=rules_text(start.tickets_drawn),
            seats=tuple((starter.player, starter.color) for starter in start.starters),
        )
        for row in rows:
            yield Append(start.game, row)
    kept = [start.game for _, start in sorted(starts.items())]
    if kept:
        yield PutOnTable(found.on_table if found.on_table in kept else kept[-1])


def _copy_aside(path: Path) -> Path:
    number = 1
    while (copy := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    copy_log(path, copy)
    for end in ("", "-wal"):
        with contextlib.suppress(FileNotFoundError), open(f"{copy}{end}", "rb") as file:
            os.fsync(file.fileno())
    _sync_folder(path)
    return copy


def _write_anew(path: Path, writes: list[Write]) -> None:
    db = open_file(path)
    try:
        with db.atomic():
            write_all(db, writes, {})
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.conn.close()


def _remove(path: Path) -> None:
    # The file goes last: a write-ahead log without its file would be laid over the next one.
    for end in ("-wal", "-shm", ""):
        Path(f"{path}{end}").unlink(missing_ok=True)


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
