"""Groups that have played: short games of the same people, with all that goes wrong in them."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.game.commands import (
    Adjust,
    Command,
    Finish,
    Newcomer,
    NewGame,
    Redo,
    Resume,
    Reveal,
    TicketFace,
    Undo,
    Void,
)
from companion.game.refusal import Refusal
from companion.game.rulebook import COLORS, TERRAINS
from companion.game.state import Seat
from companion.history import History
from companion.journal import Journal
from companion.referee import Referee
from tests.bench.random_games import Table

NAMES = ("Anna", "Ben", "Cleo", "Dörte", "Eve", "Finn", "Gül")


class Calendar:
    """A clock to be set: minutes pass with every entry, days when someone says so."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 19, tzinfo=UTC)
        self._ticks = 0.0

    def now(self) -> str:
        return self.time.isoformat(timespec="seconds")

    def ticks(self) -> float:
        self._ticks += 60
        self.time += timedelta(minutes=1)
        return self._ticks

    def pass_days(self, days: float) -> None:
        self.time += timedelta(days=days)


class Group:
    """People who play, in a file; opened again as often as one likes."""

    def __init__(self, file: Path, seed: int = 0) -> None:
        self.file = file
        self.dice = random.Random(seed)
        self.calendar = Calendar()
        self.open()

    def open(self) -> None:
        self.journal = Journal.open(self.file)
        self.referee = Referee(self.journal, clock=self.calendar)
        self.history = History(self.journal, clock=self.calendar)

    def close(self) -> None:
        self.journal.close()

    def restart(self) -> Sequence[str]:
        """The program ends and starts again; which games are gone for good by that."""
        self.close()
        self.open()
        return self.history.count_start()

    # --- playing ---

    def sit_down(self, names: Sequence[str]) -> str:
        players = tuple(
            Newcomer(name, color, str(self.dice.choice(TERRAINS)), self.dice.randint(2, 4))
            for name, color in zip(names, COLORS, strict=False)
        )
        self.referee.submit(NewGame(players, first=self.dice.choice(names)))
        return self.referee.game.uuid

    def play(self, names: Sequence[str] = ("Anna", "Ben"), turns: int = 12) -> str:
        """A short game to its end."""
        game = self.sit_down(names)
        self._take_turns(turns)
        self.end()
        return game

    def random_game(self, *, turns: int = 25) -> str:
        """Of anybody, with amendments, now and then left unfinished."""
        names = self.dice.sample(NAMES, self.dice.randint(2, 5))
        game = self.sit_down(names)
        self._take_turns(self.dice.randint(1, turns))
        self._meddle()
        if self.dice.random() < 0.8:
            self.end()
            self._meddle()
        return game

    def end(self) -> None:
        if not self.referee.game.state.ended:
            self.referee.submit(Finish())
        for seat in self.referee.game.state.seats:
            if seat.revealed is None:
                self.referee.submit(Reveal(seat.name, self._hand(seat)))

    def resume(self, game: str) -> None:
        self.referee.submit(Resume(game))

    def _take_turns(self, turns: int) -> None:
        table = Table(self.referee, self.dice.randrange(10**9), len(self.referee.game.state.seats))
        for _ in range(turns):
            if not self.referee.game.state.ended:
                table.play()

    def _hand(self, seat: Seat) -> tuple[TicketFace, ...]:
        """Most of them along the player's own routes, so that they are completed."""
        board = self.referee.board
        found = []
        for _ in range(seat.tickets):
            own = [board.routes[route] for route in seat.routes if self.dice.random() < 0.7]
            ends = [(board.locations[r.a].place, board.locations[r.b].place) for r in own]
            pairs = [pair for pair in ends if None not in pair and pair[0] != pair[1]]
            pair = self.dice.choice(pairs or [tuple(self.dice.sample(sorted(board.places), 2))])
            found.append(TicketFace(*pair, points=self.dice.randint(1, 21)))
        return tuple(found)

    def _meddle(self) -> None:
        """Undo, redo, void, rule: whatever the rules let pass."""
        seats = self.referee.game.state.seats
        for _ in range(self.dice.randint(0, 4)):
            player = self.dice.choice(seats).name
            ruling = Adjust("recount", player, score=self.dice.randint(0, 90))
            void = Void(self.dice.randint(2, max(2, self.referee.seq)))
            self._try(self.dice.choice([Undo(), Undo(), Redo(), void, ruling]))

    def _try(self, command: Command) -> None:
        with contextlib.suppress(Refusal):
            self.referee.submit(command)


def person(group: Group, name: str) -> str:
    found = group.history.person(name)
    assert found is not None, name
    return found.id
