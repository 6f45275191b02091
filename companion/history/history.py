"""Entry point to past games for the kiosk and the terminal, over a journal opened for writing."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.clock import Clock, SystemClock
from companion.game.board.board import Board, standard_board
from companion.history import deleting, importing, people, records, statistics
from companion.history.backups import Backups
from companion.history.cache import Cache
from companion.history.deleting import DeletedGame
from companion.history.importing import ImportResult
from companion.history.past_games import GamesPage, PageMark, count_games, page_of_games
from companion.history.people import MergedPlayer, People, Person
from companion.history.records import Records
from companion.history.statistics import PlayerPage, PlayerRow
from companion.journal import Journal

CATCH_UP_SECONDS: Final = 0.2  # seconds to spend on games without a summary before a query


class History:
    """Past games and their statistics, and operations on them.

    Without a file everything is empty. Use only in the thread that owns the game.
    """

    def __init__(
        self, journal: Journal, board: Board | None = None, clock: Clock | None = None
    ) -> None:
        self._journal = journal
        self._board = board or standard_board()
        self._clock = clock or SystemClock()
        self._cache = Cache(journal, self._board)
        self._people: People | None = None
        self._people_of = -1  # number of recoveries when it was read
        self.backups = None if journal.path is None else Backups(journal.path)

    # --- queries ---

    def games(
        self, *, player: str | None = None, after: PageMark | None = None, most: int = 10
    ) -> GamesPage:
        """Return a page of games, newest first; `after` is the `older` of the previous page."""
        page = page_of_games(self._journal, self._fresh(), player, after, most)
        damaged = self._cache.damaged
        games = tuple(replace(game, damaged=game.uuid in damaged) for game in page.games)
        return replace(page, games=games) if damaged else page

    def count(self, *, player: str | None = None) -> int:
        """Return the number of games, of one player or of all."""
        return count_games(self._journal, self._fresh(), player)

    def player(self, player: str) -> PlayerPage:
        """Return the statistics of a player, by any id they ever had."""
        return statistics.player_page(self._journal, self._fresh(), player)

    def players(self) -> tuple[PlayerRow, ...]:
        """Return all players, by games played."""
        return statistics.player_rows(self._journal, self._fresh())

    def records(self) -> Records:
        return records.group_records(self._journal, self._fresh())

    def person(self, name: str) -> Person | None:
        """Return the player with this name."""
        return self._fresh().named(name)

    def latest_names(self) -> tuple[str, ...]:
        """Return the names of all players, most recent first, as suggestions for a new game."""
        return people.latest_names(self._journal, self._fresh())

    # --- the summaries ---

    @property
    def pending(self) -> int:
        """Number of games that are not in the statistics yet; high for an old file."""
        return self._cache.pending

    def catch_up(self, seconds: float | None = None) -> int:
        """Summarise games for about `seconds`, when idle; return how many are left."""
        return self._cache.catch_up(seconds)

    def rebuild(self) -> int:
        """Rebuild all summaries from the log; return their number.

        Raises:
            LogUnavailableError: If the disk can't be written to.
        """
        return self._cache.rebuild()

    # --- players ---

    def rename(self, player: str, name: str) -> None:
        """Rename a player in all games.

        Raises:
            HistoryError: If the name is invalid or taken.
            LogUnavailableError: If the disk can't be written to.
        """
        people.rename(self._journal, self._fresh(), player, name)
        self._people = None

    def merge(self, player: str, into: str) -> None:
        """Count a player as another from now on.

        Raises:
            HistoryError: If they are the same, unknown, or have played together.
            LogUnavailableError: If the disk can't be written to.
        """
        people.merge(self._journal, self._fresh(), player, into)
        self._people = None

    def unmerge(self, player: str) -> None:
        """Count a merged player separately again.

        Raises:
            HistoryError: If they aren't merged.
            LogUnavailableError: If the disk can't be written to.
        """
        people.unmerge(self._journal, player)
        self._people = None

    def merged(self) -> tuple[MergedPlayer, ...]:
        """Return all players who count as another."""
        return people.merged(self._journal, self._fresh())

    # --- games ---

    def delete(self, game: str) -> Path:
        """Hide a game everywhere and export it; return the path of the export.

        Raises:
            HistoryError: If it is the current game, unknown, or can't be exported.
            LogUnavailableError: If the disk can't be written to.
        """
        self._fresh()
        return deleting.delete(self._journal, self._board, game, self._clock.now())

    def take_back(self, game: str) -> None:
        """Restore a deleted game.

        Raises:
            HistoryError: If it isn't deleted or was purged.
            LogUnavailableError: If the disk can't be written to.
        """
        deleting.take_back(self._journal, game)
        self._cache.forget()

    def deleted(self) -> tuple[DeletedGame, ...]:
        """Return the games that can be restored, last deleted first."""
        return deleting.deleted_games(self._journal, self._clock.now())

    def count_start(self) -> Sequence[str]:
        """Purge deleted games that are due and return their ids; call once at program start."""
        return deleting.count_start(self._journal, self._clock.now())

    def import_games(self, text: str) -> ImportResult:
        """Import the games of a file's text, all or none.

        Raises:
            InvalidGamesFileError: If the text is invalid; the message says why.
            LogUnavailableError: If the disk can't be written to.
        """
        imported = importing.import_games(self._journal, self._fresh(), text)
        self._people = None
        self._cache.forget()
        return imported

    def _fresh(self) -> People:
        """Return the roster, after summarising as many games as a moment allows."""
        if self._cache.pending:
            self._people = None  # a game can bring new players
            self._cache.catch_up(CATCH_UP_SECONDS)
        if self._people is None or self._people_of != len(self._journal.reports):
            self._people_of = len(self._journal.reports)
            self._people = people.read_people(self._journal)
        return self._people
