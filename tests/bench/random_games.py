"""Sensible random games of the referee, the same for the same seed: what the benchmark measures."""

from __future__ import annotations

import random
from itertools import count

from companion.game.board.board import Board
from companion.game.commands import (
    ClaimRoute,
    Command,
    DrawCards,
    DrawTickets,
    Newcomer,
    NewGame,
    Reveal,
    TicketFace,
)
from companion.game.game import Game
from companion.game.rulebook import COLORS, TERRAINS, TRAIN
from companion.game.state import Seat
from companion.referee import Referee

FEW_LOCOMOTIVES = 2  # as many as someone gives to double a claim


def whole_game(board: Board, seed: int, players: int) -> Game:
    """A game from the first card to the last ticket."""
    table = Table(Referee(board=board), seed, players)
    while table.referee.game.state.phase != "over":
        table.play()
    return table.referee.game


def long_game(board: Board, entries: int) -> Game:
    """A game of five that goes on and on: its trains never run out."""
    table = Table(Referee(board=board), seed=entries, players=5, eager=0.25, spare=9)
    table.play_to(entries)
    return table.referee.game


class Table:
    """A referee with players who build on their own routes, double where they can, and draw."""

    def __init__(
        self, referee: Referee, seed: int, players: int, *, eager: float = 0.5, spare: int = 0
    ) -> None:
        self.referee = referee
        self._rng = random.Random(seed)
        self._eager = eager
        self._spare = spare
        self._players = players
        self._first_guest = seed * len(COLORS)
        if not referee.has_game:
            self.begin()

    def begin(self) -> None:
        """Start a game; its players are the seed's own, so that a roster has many."""
        guests = (f"Guest {number}" for number in count(self._first_guest))
        newcomers = tuple(
            Newcomer(next(guests), color, str(self._rng.choice(TERRAINS)), self._rng.randint(2, 4))
            for color in COLORS[: self._players]
        )
        self.referee.submit(NewGame(newcomers))

    def play_to(self, entries: int) -> None:
        """Play until the log has so many entries."""
        while self.referee.seq < entries:
            self.play()

    def play(self) -> None:
        """One change."""
        self.referee.submit(self._next())

    def claim(self, spare: int) -> ClaimRoute | None:
        """A legal claim that leaves so many trains, on from the player's own routes if it can."""
        state = self.referee.game.state
        seat = state.seats[state.to_move]
        found = None
        for route in self._rng.sample(sorted(self.referee.board.routes), 40):
            value = self.referee.worth(route)
            if value.refusal is None and seat.trains - value.route.length >= spare:
                ways = [way for way in value.standing.ways() if way.locomotives <= FEW_LOCOMOTIVES]
                found = ClaimRoute(route, ways[0] if ways else None)
                if value.route.ends & self._reached(seat):
                    break
        return found

    def _reached(self, seat: Seat) -> set[str]:
        routes = self.referee.board.routes
        return {end for route in seat.routes for end in routes[route].ends}

    def _next(self) -> Command:
        state = self.referee.game.state
        if state.ended:
            return self._reveal(next(seat for seat in state.seats if seat.revealed is None))
        if self._rng.random() < self._eager and (claim := self.claim(self._spare)):
            return claim
        if self._rng.random() < 0.05 and state.tickets_left:
            return DrawTickets(1)
        return self._draw()

    def _draw(self) -> DrawCards:
        state = self.referee.game.state
        left = [str(terrain) for terrain in TERRAINS if state.unseen(terrain)]
        return DrawCards(tuple(self._rng.sample([TRAIN, TRAIN, *left], 2)))

    def _reveal(self, seat: Seat) -> Reveal:
        places = sorted(self.referee.board.places)
        faces = [
            TicketFace(*self._rng.sample(places, 2), points=self._rng.randint(4, 21))
            for _ in range(seat.tickets)
        ]
        return Reveal(seat.name, tuple(faces))
