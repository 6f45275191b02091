"""Tickets by connection: which places a player's own routes join (R12-R14, R16)."""

from collections.abc import Iterable

from companion.game.board import Board


class Network:
    """What a set of routes joins: groups of ends, each a number with a bit for every end in it."""

    def __init__(self, board: Board, routes: Iterable[str]) -> None:
        self._places = board.place_ends
        self._groups: list[int] = []
        for route in routes:
            joined = board.route_ends[route]
            apart = []
            for group in self._groups:
                if group & joined:
                    joined |= group
                else:
                    apart.append(group)
            self._groups = [*apart, joined]

    def joins(self, start: str, end: str) -> bool:
        """Whether these two places of a ticket are joined."""
        one, other = self._places[start], self._places[end]
        for group in self._groups:  # noqa: SIM110 - any() takes twice as long
            if group & one and group & other:
                return True
        return False
