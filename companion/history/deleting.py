"""Deletes games: hidden and exported at once, purged much later.

The clock of a machine without a battery can jump by years. So a game is purged only after many
starts of the program too, each a chance to restore it.
"""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from companion.exports.files import ExportError, write_atomically
from companion.exports.formats.game_json import to_filed_game, write_games
from companion.game.board.board import Board
from companion.history.errors import HistoryError
from companion.history.summaries import removal_of
from companion.journal import Journal, LogUnavailableError
from companion.journal.sealed_rows import HiddenGame
from companion.permissions import create_private_folder

log = logging.getLogger(__name__)

KEEP_DAYS: Final = 30
KEEP_STARTS: Final = 20
PLAUSIBLE: Final = "2020"  # an earlier time means that the clock is wrong
FOLDER: Final = "deleted"  # next to the file of games


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A deleted game that can still be restored."""

    uuid: str
    started: str
    names: tuple[str, ...]  # by seat
    since: str
    days_left: int  # it is purged when both have run out
    starts_left: int
    copy: Path


def delete(journal: Journal, board: Board, game: str, now: str) -> Path:
    """Hide a game everywhere and export it; return the path of the export.

    Raises:
        HistoryError: `on_table`, `unknown_game`; `no_copy` with the `problem` and the `file`.
        LogUnavailableError: If the disk can't be written to.
    """
    if game == journal.on_table():
        raise HistoryError("on_table")
    found = journal.select("SELECT number FROM games WHERE uuid = ?", [game])
    stored = journal.load_readonly(game, board) if found else None
    if stored is None or game in {hidden.game for hidden in journal.hidden()}:
        raise HistoryError("unknown_game")
    folder = _folder(journal)
    name = f"{_file_name(game)}.json"
    try:
        create_private_folder(folder)
        data = write_games([to_filed_game(stored)]).encode()
        copy = write_atomically(folder, name, data, for_others=False)
    except ExportError as error:
        raise HistoryError("no_copy", file=str(error.file), problem=error.problem) from error
    except OSError as error:
        raise HistoryError(
            "no_copy", file=str(folder), problem=error.strerror or str(error)
        ) from error
    journal.write([HiddenGame(game, now, 0, name), *removal_of(number for (number,) in found)])
    return copy


def take_back(journal: Journal, game: str) -> None:
    """Restore a deleted game.

    Raises:
        HistoryError: `unknown_game` if it isn't deleted or was purged.
        LogUnavailableError: If the disk can't be written to.
    """
    for hidden in journal.hidden():
        if hidden.game == game:
            journal.write([replace(hidden, since=None, starts=0)])
            return
    raise HistoryError("unknown_game")


def deleted_games(journal: Journal, now: str) -> tuple[DeletedGame, ...]:
    """Return the games that can be restored, last deleted first."""
    hidden = {one.game: one for one in journal.hidden()}
    if not hidden:
        return ()
    seats = journal.select(
        "SELECT uuid, games.started, name FROM hidden JOIN games ON uuid = hidden.game"
        " JOIN seats ON seats.game = number JOIN players ON id = player"
        " WHERE since IS NOT NULL ORDER BY number, seat"
    )
    names: dict[tuple[str, str], list[str]] = {}
    for uuid, started, name in seats:
        names.setdefault((uuid, started), []).append(name)
    folder = _folder(journal)
    found = [
        _deleted(hidden[uuid], started, tuple(players), folder, now)
        for (uuid, started), players in names.items()
    ]
    return tuple(sorted(found, key=lambda one: one.since, reverse=True))


def _deleted(
    hidden: HiddenGame, started: str, names: tuple[str, ...], folder: Path, now: str
) -> DeletedGame:
    assert hidden.since is not None
    return DeletedGame(
        uuid=hidden.game,
        started=started,
        names=names,
        since=hidden.since,
        days_left=max(0, KEEP_DAYS - _days(hidden.since, now)),
        starts_left=max(0, KEEP_STARTS - hidden.starts),
        copy=folder / hidden.copy,
    )


def count_start(journal: Journal, now: str) -> Sequence[str]:
    """Count a start of the program for each deleted game; purge and return those that are due.

    If the disk can't be written to, this start isn't counted.
    """
    gone = []
    try:
        counted = [_one_more_start(hidden, now) for hidden in journal.hidden()]
        if counted:
            journal.write(counted)
        for hidden in counted:
            if _is_due(hidden, now) and hidden.game != journal.on_table():
                journal.purge(hidden.game)
                gone.append(hidden.game)
    except LogUnavailableError as error:
        log.warning("deleted games stay for now: %s", error)
    return gone


def _one_more_start(hidden: HiddenGame, now: str) -> HiddenGame:
    """Count a start; if the clock was wrong when the game was deleted, the days begin now."""
    assert hidden.since is not None
    begins = hidden.since < PLAUSIBLE <= now
    return replace(hidden, starts=hidden.starts + 1, since=now if begins else hidden.since)


def _is_due(hidden: HiddenGame, now: str) -> bool:
    assert hidden.since is not None
    return hidden.starts >= KEEP_STARTS and _days(hidden.since, now) >= KEEP_DAYS


def _days(since: str, now: str) -> int:
    """Return whole days by the clock; 0 if it went backwards or `since` is implausible."""
    if since < PLAUSIBLE:
        return 0
    passed: timedelta = datetime.fromisoformat(now) - datetime.fromisoformat(since)
    return max(0, passed.days)


def _folder(journal: Journal) -> Path:
    if journal.path is None:
        raise LogUnavailableError("there is no file")
    return journal.path.parent / FOLDER


def _file_name(game: str) -> str:
    """Return the game's id, or a hash of it if it isn't a UUID and could lead out of the folder."""
    try:
        return str(UUID(game))
    except ValueError:
        return hashlib.sha256(game.encode()).hexdigest()
