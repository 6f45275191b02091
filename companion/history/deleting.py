"""Deleting a game: hidden at once, copied to a file, gone for good much later.

The clock of a machine without a battery may jump by years, so that days alone are not enough: the
program must have been started often as well, each time a chance to take it back.
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
PLAUSIBLE: Final = "2020"  # no clock that is right shows an earlier moment
FOLDER: Final = "deleted"  # beside the file of games


@dataclass(frozen=True, slots=True)
class DeletedGame:
    """A game that can still be taken back."""

    uuid: str
    started: str
    names: tuple[str, ...]  # by seat
    since: str
    days_left: int  # both must have run out before it is gone
    starts_left: int
    copy: Path


def delete(journal: Journal, board: Board, game: str, now: str) -> Path:
    """Hide a game everywhere and write a copy of it; where the copy is.

    Raises:
        HistoryError: `on_table`, `unknown_game`; `no_copy` with the `problem` and the `file`.
        LogUnavailableError: the disk does not take it.
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
    """Let a deleted game count again.

    Raises:
        HistoryError: `unknown_game`: it was not deleted, or is gone for good.
        LogUnavailableError: the disk does not take it.
    """
    for hidden in journal.hidden():
        if hidden.game == game:
            journal.write([replace(hidden, since=None, starts=0)])
            return
    raise HistoryError("unknown_game")


def deleted_games(journal: Journal, now: str) -> tuple[DeletedGame, ...]:
    """What can be taken back, the last deleted first."""
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
    """The program was started: deleted games are one nearer their end; those now gone for good.

    The game goes on if the disk does not take it: then this start does not count.
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
    """With this start counted; the days begin when the clock is one that can be right."""
    assert hidden.since is not None
    begins = hidden.since < PLAUSIBLE <= now
    return replace(hidden, starts=hidden.starts + 1, since=now if begins else hidden.since)


def _is_due(hidden: HiddenGame, now: str) -> bool:
    assert hidden.since is not None
    return hidden.starts >= KEEP_STARTS and _days(hidden.since, now) >= KEEP_DAYS


def _days(since: str, now: str) -> int:
    """Whole days by the clock; none where it went backwards, or cannot have been right."""
    if since < PLAUSIBLE:
        return 0
    passed: timedelta = datetime.fromisoformat(now) - datetime.fromisoformat(since)
    return max(0, passed.days)


def _folder(journal: Journal) -> Path:
    if journal.path is None:
        raise LogUnavailableError("there is no file")
    return journal.path.parent / FOLDER


def _file_name(game: str) -> str:
    """Its id, unless it could lead out of the folder."""
    try:
        return str(UUID(game))
    except ValueError:
        return hashlib.sha256(game.encode()).hexdigest()
