"""Keeps game summaries up to date: finds stale ones by hash and rebuilds them in short steps."""

import logging
import time
from collections.abc import Iterator
from typing import Final

from companion.game.board.board import Board
from companion.history.summaries import Summary, summarise, writes_of
from companion.journal import GameDamagedError, Journal, LogUnavailableError
from companion.journal.store import Execute

log = logging.getLogger(__name__)

BATCH_SIZE: Final = 50  # games in one transaction

_STALE: Final = """
    SELECT games.uuid FROM games LEFT JOIN results ON results.game = number
    WHERE results.hash IS NOT games.hash
    AND uuid NOT IN (SELECT game FROM hidden WHERE since IS NOT NULL)
    ORDER BY games.started, number"""

_SHOWN: Final = """
    SELECT number, hash FROM games
    WHERE uuid = ? AND uuid NOT IN (SELECT game FROM hidden WHERE since IS NOT NULL)"""


class Cache:
    """The summaries of a journal's games."""

    def __init__(self, journal: Journal, board: Board) -> None:
        self._journal = journal
        self._board = board
        self._stale: dict[str, None] | None = None  # the newest game last
        self._recoveries = 0
        self.damaged: set[str] = set()  # games that can't be shown, among those read so far

    @property
    def pending(self) -> int:
        """Number of games that are not in the statistics yet."""
        return len(self._find_stale())

    def forget(self) -> None:
        """Search the file for stale summaries again next time."""
        self._stale = None

    def catch_up(self, seconds: float | None = None) -> int:
        """Rebuild stale summaries, newest first, for about `seconds`; return how many are left.

        At least one game is summarised, so that slow machines make progress. If the file can't be
        written to, the next query tries again.
        """
        stale = self._find_stale()
        if not stale:
            return 0
        until = None if seconds is None else time.monotonic() + seconds
        try:
            while stale:
                done = list(self._summarised(until))
                self._journal.write(list(writes_of(done)))
                if until is not None and time.monotonic() >= until:
                    break
        except LogUnavailableError as error:
            log.warning("games are left out of the statistics: %s", str(error))
            self.forget()
        return self.pending

    def rebuild(self) -> int:
        """Rebuild everything derived from the log, including all summaries; return their number.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        self._journal.mend()
        self._journal.write(
            [Execute("DELETE FROM scores", [()]), Execute("DELETE FROM results", [()])]
        )
        self.forget()
        self.catch_up()
        return sum(count for (count,) in self._journal.select("SELECT COUNT(*) FROM results"))

    def _find_stale(self) -> dict[str, None]:
        if self._recoveries != len(
            self._journal.reports
        ):  # the file was rebuilt without the summaries
            self._recoveries = len(self._journal.reports)
            self.forget()
        changed = self._journal.changed()
        if self._stale is None:
            self._stale = {uuid: None for (uuid,) in self._journal.select(_STALE)}
        for game in changed:
            self._stale.pop(game, None)
            self._stale[game] = None
        return self._stale

    def _summarised(self, until: float | None) -> Iterator[tuple[int, Summary]]:
        """Yield the next summaries with the games' numbers."""
        assert self._stale is not None
        for _ in range(min(BATCH_SIZE, len(self._stale))):
            game, _ = self._stale.popitem()
            found = self._journal.select(_SHOWN, [game])  # it may have been deleted in the meantime
            try:
                stored = self._journal.load_readonly(game, self._board) if found else None
                if stored is not None:
                    self._board = stored.board  # most likely the next game's board too
                    ((number, head),) = found
                    yield number, summarise(stored, head)
            except GameDamagedError as error:
                log.warning("left out of the statistics: %s", error)
                self.damaged.add(game)
            if until is not None and time.monotonic() >= until:
                return
