"""A game as the log has it: in rows while it is kept, in entries for whoever folds it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.game.board.board import Board
from companion.game.events import GameStarted
from companion.game.game import Game
from companion.game.log.checks import check_entries
from companion.game.log.entries import Entry, read_did
from companion.journal.chain import EntryRow, entry_of
from companion.journal.errors import LogDamagedError, as_game_damaged
from companion.journal.reader import GameLine, Reader
from companion.journal.store import begin_of


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game read back: its board, its players' present names, its entries."""

    uuid: str
    board: Board
    names: tuple[str, ...]
    entries: tuple[Entry, ...]

    def folded(self) -> Game:
        """The game as it stands.

        Raises:
            GameDamagedError: its entries make no game.
        """
        with as_game_damaged(self.uuid):
            *_, game = self.grown()
            return game

    def shown(self) -> Game:
        """The game as it stands, with nothing in it that no log can hold: for looking back.

        Raises:
            GameDamagedError: its entries make no game, or not all of them can be shown.
        """
        with as_game_damaged(self.uuid):
            check_entries(self.board, self.names, self.entries)
        return self.folded()

    def grown(self) -> Iterator[Game]:
        """The game after each of its entries."""
        game = Game(self.uuid, self.board, self.names, self.entries[0])
        yield game
        for entry in self.entries[1:]:
            game.fold(entry)
            yield game


@dataclass(slots=True)
class GameRows:
    """A game touched in this session."""

    board: Board
    names: dict[str, str]  # by player id, in seat order
    started: GameStarted
    rows: list[EntryRow] = field(default_factory=list)
    former: dict[str, str] = field(default_factory=dict)  # names given up since it was loaded

    @property
    def head(self) -> str:
        """The hash that the next entry follows."""
        return self.rows[-1].hash if self.rows else ""

    @property
    def ids(self) -> dict[str, str]:
        """Who is meant by a name, the former ones too."""
        return {**self.former, **{name: player for player, name in self.names.items()}}

    @property
    def line(self) -> GameLine:
        """The game in a list."""
        last, started = self.rows[-1], self.rows[0].at
        names = tuple(self.names.values())
        return GameLine(self.started.game, names, last.phase, last.seq, started)

    @property
    def stored(self) -> StoredGame:
        """The game as whoever folds it wants it.

        Raises:
            GameDamagedError: one of its rows is no entry.
        """
        with as_game_damaged(self.started.game):
            entries = tuple(entry_of(row, self.names.__getitem__) for row in self.rows)
        return StoredGame(self.started.game, self.board, tuple(self.names.values()), entries)

    def rename(self, player: str, name: str) -> None:
        """Call one of its players otherwise, if he is one."""
        if player in self.names:
            self.former[self.names[player]] = player
            self.names[player] = name


def read_record(
    reader: Reader, game: str, board: Board, *, beside: bool = False
) -> GameRows | None:
    """A game on disk; `board` spares reading the same one again.

    Raises:
        LogDamagedError: it is not as it was written; or, `beside`, what other tables have of it.
    """
    rows = reader.rows(game)
    if not rows:
        return None
    started: GameStarted = read_did(json.loads(rows[0].did))["started"]
    if beside:
        _check_beside(reader, game, rows, started)
    if started.board != board.fingerprint:
        board = reader.board(started.board)
    players = [starter.player for starter in started.starters]
    names = dict(zip(players, reader.names(players), strict=True))
    return GameRows(board, names, started, rows)


def _check_beside(reader: Reader, game: str, rows: list[EntryRow], started: GameStarted) -> None:
    """See that the tables of games and seats have of a game what its log has."""
    begin = begin_of(started, rows[0].at, "")
    told = (begin.started, begin.board, json.loads(begin.rules), rows[-1].phase, begin.seats)
    if started.game != game or reader.beside(game) != told:
        raise LogDamagedError(f"what lies beside game {game} is not as its log has it")
