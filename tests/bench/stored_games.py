"""Games as the log's file holds them, and files of very many of them, made quickly."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from companion.game.board.board import Board
from companion.game.game import Game
from companion.journal.chain import EntryRow, link, row_of
from companion.journal.store import Append, Enrol, PutOnTable, Store, Write, begin_of
from tests.bench.random_games import whole_game

TEMPLATES = 24  # games that differ; all others are copies of them
GAMES_AT_ONCE = 200  # in one transaction


class StoredGame:
    """A game as the log's file holds it."""

    def __init__(self, game: Game) -> None:
        self._first = game.entries[0]
        assert self._first.started is not None
        self._started = self._first.started
        self._board = json.dumps(game.board.as_data())
        players = [starter.player for starter in self._started.starters]
        names = [seat.name for seat in game.state.seats]
        self._ids = dict(zip(names, players, strict=True))
        self.rows: list[EntryRow] = []
        for entry in game.entries:
            self.rows.append(row_of(entry, self._ids, self.rows[-1].hash if self.rows else ""))

    def roster(self) -> Iterator[Write]:
        """Its players."""
        for name, player in self._ids.items():
            yield Enrol(player, name)

    def writes(self, entries: int | None = None) -> Iterator[Write]:
        """The game with its players, on the table, up to this entry."""
        yield from self.roster()
        yield begin_of(self._started, self._first.at, self._board)
        yield PutOnTable(self._started.game)
        for row in self.rows[:entries]:
            yield Append(self._started.game, row)

    def copy(self) -> Iterator[Write]:
        """The whole game once more, with an id of its own and chained anew; its players stay."""
        started = replace(self._started, game=str(uuid.uuid4()))
        yield begin_of(started, self._first.at, self._board)
        row = row_of(replace(self._first, started=started), self._ids, "")
        yield Append(started.game, row)
        for later in self.rows[1:]:
            row = later._replace(hash=link(row.hash, later))
            yield Append(started.game, row)


def write_game(path: Path, game: StoredGame, entries: int | None = None) -> None:
    """Make a file of one game, up to this entry."""
    store = Store(path)
    store.write(list(game.writes(entries)))
    store.close()


def write_games(path: Path, board: Board, games: int) -> None:
    """Make a file of this many games; the one on the table is the same whatever their number."""
    templates = [
        StoredGame(whole_game(board, seed, players=2 + seed % 4)) for seed in range(TEMPLATES)
    ]
    store = Store(path)
    store.write([write for template in templates for write in template.roster()])
    for start in range(1, games, GAMES_AT_ONCE):
        numbers = range(start, min(start + GAMES_AT_ONCE, games))
        store.write([write for n in numbers for write in templates[n % TEMPLATES].copy()])
    store.write(list(templates[-1].writes()))
    store.close()
