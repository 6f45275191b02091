"""Recovers a damaged log: copies it as it is, then rebuilds it with everything salvaged."""

import contextlib
import filecmp
import json
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from companion.atomic_files import sync, sync_folder
from companion.game.board.board import standard_board
from companion.game.events import GameStarted
from companion.game.log.entries import read_did
from companion.journal.chain import EntryRow
from companion.journal.disk.files import copies, copy_log, open_file, remove_log
from companion.journal.errors import (
    LogDamagedError,
    RecoveredGame,
    RecoveryReport,
    translate_sqlite_errors,
)
from companion.journal.reader import board_of
from companion.journal.rescue.salvage import SalvageResult, salvage
from companion.journal.store import (
    Append,
    Correct,
    Enrol,
    NoteTicket,
    PutOnTable,
    Write,
    begin_of,
    write_all,
)


def recover(path: Path, damage: LogDamagedError) -> RecoveryReport:
    """Rebuild a damaged file with everything that can be salvaged; keep a copy of the original.

    Raises:
        LogUnavailableError: If the disk can't be written to; nothing was changed.
    """
    with translate_sqlite_errors():
        copy = _copy_aside(path)
        found = salvage(copy)
        boards = _boards(found)
        starts = {number: _start_of(rows[0]) for number, rows in found.rows.items()}
        starts = {number: start for number, start in starts.items() if start.board in boards}
        names, nameless = _names(found, starts)
        fresh = path.with_name(f"{path.name}.recovering")
        try:
            remove_log(fresh)
            _write_anew(fresh, list(_writes(found, starts, names, boards)))
        except BaseException:
            remove_log(fresh)
            raise
        _replace(fresh, path)
    games = tuple(
        RecoveredGame(
            uuid=start.game,
            players=tuple(names[starter.player] for starter in start.starters),
            entries=len(found.rows[number]),
            expected=found.lengths[number],
        )
        for number, start in sorted(starts.items())
    )
    unreadable = len(found.lengths.keys() - starts.keys())
    return RecoveryReport(str(damage), copy.name, games, unreadable, nameless)


def _start_of(first: EntryRow) -> GameStarted:
    started: GameStarted | None = read_did(json.loads(first.did))["started"]
    if started is None:
        raise ValueError("a game without its start")
    return started


def _boards(found: SalvageResult) -> dict[str, str]:
    """Return the boards with a correct fingerprint; the standard board is always among them."""
    printed = standard_board()
    boards = {printed.fingerprint: json.dumps(printed.as_data())}
    for fingerprint, data in found.boards.items():
        with contextlib.suppress(ValueError, RecursionError):
            if fingerprint not in boards and board_of(data).fingerprint == fingerprint:
                boards[fingerprint] = data
    return boards


def _names(found: SalvageResult, starts: dict[int, GameStarted]) -> tuple[dict[str, str], int]:
    """Return names by player, and how many were lost and replaced by a number."""
    names = dict(found.names)
    players = {starter.player for start in starts.values() for starter in start.starters}
    lost = sorted(players - names.keys())
    taken = set(names.values())
    free = (name for name in (f"? {number}" for number in count(1)) if name not in taken)
    names.update(zip(lost, free, strict=False))
    return names, len(lost)


def _writes(
    found: SalvageResult,
    starts: dict[int, GameStarted],
    names: dict[str, str],
    boards: dict[str, str],
) -> Iterator[Write]:
    for player, name in names.items():
        yield Enrol(player, name)
    for number, start in sorted(starts.items()):
        rows = found.rows[number]
        yield begin_of(start, rows[0].at, boards[start.board])
        for row in rows:
            yield Append(start.game, row)
    yield from map(Correct, found.corrections.values())
    yield from map(NoteTicket, found.tickets.values())
    for merge in found.merges.values():
        if {merge.player, merge.into} <= names.keys():
            yield merge
    kept = [start.game for _, start in sorted(starts.items())]
    for hidden in found.hidden.values():
        if hidden.game in kept:
            yield hidden
    deleted = {hidden.game for hidden in found.hidden.values() if hidden.since is not None}
    kept.sort(
        key=lambda game: game not in deleted
    )  # a deleted game becomes the current one only if there is no other
    if kept:
        yield PutOnTable(found.on_table if found.on_table in kept else kept[-1])


def _copy_aside(path: Path) -> Path:
    """Return a copy of the damaged file; reuse the last one if it is identical."""
    earlier = copies(path)
    if earlier and (not path.exists() or _alike(path, earlier[-1])):
        return earlier[-1]
    copy = path.with_name(f"{path.name}.damaged-{len(earlier) + 1}")
    partial = path.with_name(f"{path.name}.copying")
    try:
        copy_log(path, partial)
        for end in ("-wal", ""):  # files with their final name are complete and synced
            with contextlib.suppress(FileNotFoundError):
                sync(Path(f"{partial}{end}"))
                os.replace(f"{partial}{end}", f"{copy}{end}")
    finally:
        remove_log(partial)
    sync_folder(path.parent)
    return copy


def _alike(path: Path, copy: Path) -> bool:
    """Whether both files and their write-ahead logs are equal."""
    return all(
        filecmp.cmp(f"{path}{end}", f"{copy}{end}", shallow=False)
        if os.path.exists(f"{path}{end}") and os.path.exists(f"{copy}{end}")
        else os.path.exists(f"{path}{end}") == os.path.exists(f"{copy}{end}")
        for end in ("-wal", "")
    )


def _write_anew(path: Path, writes: list[Write]) -> None:
    db = open_file(path)
    try:
        with db.atomic():
            write_all(db, writes, {})
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.conn.close()


def _replace(fresh: Path, path: Path) -> None:
    """Put the new file in place of the old one, with no file there in between.

    If the next opening finds a damaged copy but no file, it knows that this was interrupted. If the
    write-ahead log were removed first, the old file could pass as complete.
    """
    path.unlink(missing_ok=True)
    sync_folder(path.parent)
    remove_log(path)
    os.replace(fresh, path)
    sync_folder(path.parent)
