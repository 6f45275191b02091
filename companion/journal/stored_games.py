"""A game from the log: as rows while it is stored, as entries to rebuild it."""

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
    """A game read back, with its players' current names."""

    uuid: str
    board: Board
    names: tuple[str, ...]
    entries: tuple[Entry, ...]

    def folded(self) -> Game:
        """Return the game after its last entry.

        Raises:
            GameDamagedError: If the entries don't make a valid game.
        """
        with as_game_damaged(self.uuid):
            *_, game = self.grown()
            return game

    def shown(self) -> Game:
        """Like folded(), but first check that the entries only hold values that the log allows.

        Raises:
            GameDamagedError: If the entries don't make a valid game, or some can't be shown.
        """
        with as_game_damaged(self.uuid):
            check_entries(self.board, self.names, self.entries)
        return self.folded()

    def grown(self) -> Iterator[Game]:
        """Yield the game after each of its entries."""
        game = Game(self.uuid, self.board, self.names, self.entries[0])
        yield game
        for entry in self.entries[1:]:
            game.fold(entry)
            yield game


@dataclass(slots=True)
class GameRows:
    """A game that was loaded or started in this session."""

    board: Board
    names: dict[str, str]  # by player id, in seat order
    started: GameStarted
    rows: list[EntryRow] = field(default_factory=list)
    former: dict[str, str] = field(default_factory=dict)  # earlier names, since it was loaded

    @property
    def head(self) -> str:
        """The hash of the last entry, or ""."""
        return self.rows[-1].hash if self.rows else ""

    @property
    def ids(self) -> dict[str, str]:
        """Player ids by name, including former names."""
        return {**self.former, **{name: player for player, name in self.names.items()}}

    @property
    def line(self) -> GameLine:
        """The game for the list of games."""
        last, started = self.rows[-1], self.rows[0].at
        names = tuple(self.names.values())
        return GameLine(self.started.game, names, last.phase, last.seq, started)

    @property
    def stored(self) -> StoredGame:
        """The game with its rows decoded.

        Raises:
            GameDamagedError: If a row can't be decoded.
        """
        with as_game_damaged(self.started.game):
            entries = tuple(entry_of(row, self.names.__getitem__) for row in self.rows)
        return StoredGame(self.started.game, self.board, tuple(self.names.values()), entries)

    def rename(self, player: str, name: str) -> None:
        """Rename a player, if they are part of this game."""
        if player in self.names:
            self.former[self.names[player]] = player
            self.names[player] = name


def read_record(
    reader: Reader, game: str, board: Board, *, beside: bool = False
) -> GameRows | None:
    """Read a game from disk, or return None if it doesn't exist.

    If `board` is the game's board, it isn't read again. With `beside`, also check the game's rows
    in the other tables.

    Raises:
        LogDamagedError: If the game is not as it was written.
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
    """Check that the tables of games and seats agree with the game's log."""
    begin = begin_of(started, rows[0].at, "")
    told = (begin.started, begin.board, json.loads(begin.rules), rows[-1].phase, begin.seats)
    if started.game != game or reader.beside(game) != told:
        raise LogDamagedError(f"what lies beside game {game} is not as its log has it")
