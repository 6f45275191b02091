"""The door to past games, for the kiosk and the terminal: over a journal that is open to write."""

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

CATCH_UP_SECONDS: Final = 0.2  # seconds spent on games that are not summarised yet


class History:
    """What was played, by whom, with what success; and what people do with it afterwards.

    Without a file everything is empty. All of it belongs to the thread that owns the game.
    """

    def __init__(
        self, journal: Journal, board: Board | None = None, clock: Clock | None = None
    ) -> None:
        self._journal = journal
        self._board = board or standard_board()
        self._clock = clock or SystemClock()
        self._cache = Cache(journal, self._board)
        self._people: People | None = None
        self._people_of = -1  # after so many recoveries
        self.backups = None if journal.path is None else Backups(journal.path)

    # --- questions ---

    def games(
        self, *, player: str | None = None, after: PageMark | None = None, most: int = 10
    ) -> GamesPage:
        """A page of the list, newest first; `after` is what the page before had as `older`."""
        page = page_of_games(self._journal, self._fresh(), player, after, most)
        damaged = self._cache.damaged
        games = tuple(replace(game, damaged=game.uuid in damaged) for game in page.games)
        return replace(page, games=games) if damaged else page

    def count(self, *, player: str | None = None) -> int:
        """How many games there are."""
        return count_games(self._journal, self._fresh(), player)

    def player(self, player: str) -> PlayerPage:
        """All about a player, by any id they ever had."""
        return statistics.player_page(self._journal, self._fresh(), player)

    def players(self) -> tuple[PlayerRow, ...]:
        """Everyone, by games played."""
        return statistics.player_rows(self._journal, self._fresh())

    def records(self) -> Records:
        """The group's records."""
        return records.group_records(self._journal, self._fresh())

    def person(self, name: str) -> Person | None:
        """The player so called."""
        return self._fresh().named(name)

    def latest_names(self) -> tuple[str, ...]:
        """Who may sit down again: everyone, the latest first."""
        return people.latest_names(self._journal, self._fresh())

    # --- the summaries ---

    @property
    def pending(self) -> int:
        """Games that are not in the statistics yet: an old file has many."""
        return self._cache.pending

    def catch_up(self, seconds: float | None = None) -> int:
        """Summarise for about so long, in a quiet moment; how many games are left."""
        return self._cache.catch_up(seconds)

    def rebuild(self) -> int:
        """Make all summaries anew from the log; how many there are.

        Raises:
            LogUnavailableError: the disk does not take it.
        """
        return self._cache.rebuild()

    # --- players ---

    def rename(self, player: str, name: str) -> None:
        """Call a player otherwise, in all games.

        Raises:
            HistoryError: nobody can be called so, or somebody is.
            LogUnavailableError: the disk does not take it.
        """
        people.rename(self._journal, self._fresh(), player, name)
        self._people = None

    def merge(self, player: str, into: str) -> None:
        """Let a player count as another from now on.

        Raises:
            HistoryError: they are the same, unknown, or have played together.
            LogUnavailableError: the disk does not take it.
        """
        people.merge(self._journal, self._fresh(), player, into)
        self._people = None

    def unmerge(self, player: str) -> None:
        """Let a player count for themself again.

        Raises:
            HistoryError: they count as nobody else.
            LogUnavailableError: the disk does not take it.
        """
        people.unmerge(self._journal, player)
        self._people = None

    def merged(self) -> tuple[MergedPlayer, ...]:
        """Everyone who counts as another."""
        return people.merged(self._journal, self._fresh())

    # --- games ---

    def delete(self, game: str) -> Path:
        """Hide a game everywhere and write a copy of it; where the copy is.

        Raises:
            HistoryError: it is on the table, unknown, or cannot be copied.
            LogUnavailableError: the disk does not take it.
        """
        self._fresh()
        return deleting.delete(self._journal, self._board, game, self._clock.now())

    def take_back(self, game: str) -> None:
        """Let a deleted game count again.

        Raises:
            HistoryError: it was not deleted, or is gone for good.
            LogUnavailableError: the disk does not take it.
        """
        deleting.take_back(self._journal, game)
        self._cache.forget()

    def deleted(self) -> tuple[DeletedGame, ...]:
        """What can be taken back, the last deleted first."""
        return deleting.deleted_games(self._journal, self._clock.now())

    def count_start(self) -> Sequence[str]:
        """To be called once when the program starts; the games that are now gone for good."""
        return deleting.count_start(self._journal, self._clock.now())

    def import_games(self, text: str) -> ImportResult:
        """Take the games of a file's text in, all of them or none.

        Raises:
            InvalidGamesFileError: with what is wrong.
            LogUnavailableError: the disk does not take it.
        """
        imported = importing.import_games(self._journal, self._fresh(), text)
        self._people = None
        self._cache.forget()
        return imported

    def _fresh(self) -> People:
        """The roster, with all games summarised that can be in a moment."""
        if self._cache.pending:
            self._people = None  # with a game may come new players
            self._cache.catch_up(CATCH_UP_SECONDS)
        if self._people is None or self._people_of != len(self._journal.reports):
            self._people_of = len(self._journal.reports)
            self._people = people.read_people(self._journal)
        return self._people
