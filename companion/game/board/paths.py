"""Which places a player's routes join, and by which way (R12-R14, R16).

What a place is, such as a country with two, is said by the board.
"""

import heapq
from collections.abc import Iterable, Mapping

from companion.game.board.board import Board


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


Path = tuple[str, ...]  # routes, from one place to the other


def lit_path(board: Board, routes: Iterable[str], start: str, end: str) -> Path | None:
    """The path of fewest spaces, then of fewest routes; None where these routes do not join them.

    It goes from end to end of routes, as tickets are checked: in a dead end every route has an
    end of its own, so that no path leads through one (R13).
    """
    return _cheapest(board, {route: board.routes[route].length for route in routes}, start, end)


def missing_routes(
    board: Board, own: Iterable[str], free: Iterable[str], start: str, end: str
) -> Path | None:
    """The free routes that join two places with fewest trains beside one's own.

    None where no way is left.
    """
    costs = {route: board.routes[route].length for route in free} | dict.fromkeys(own, 0)
    path = _cheapest(board, costs, start, end)
    return None if path is None else tuple(route for route in path if costs[route])


def _cheapest(board: Board, costs: Mapping[str, int], start: str, end: str) -> Path | None:
    """The path over these routes that costs least, then has fewest routes."""
    leads = _leads(board, costs)
    goal = board.place_ends[end]
    waiting: list[tuple[int, int, Path, int]] = [
        (0, 0, (), bit) for bit in _bits(board.place_ends[start])
    ]
    settled = 0
    while waiting:
        cost, count, path, here = heapq.heappop(waiting)
        if here & goal:
            return path
        if here & settled:
            continue
        settled |= here
        for route, there in leads.get(here, ()):
            if not there & settled:
                heapq.heappush(waiting, (cost + costs[route], count + 1, (*path, route), there))
    return None


def distance(board: Board, start: str, end: str) -> int | None:
    """The spaces between two places over the whole board; None where nothing joins them."""
    path = lit_path(board, board.routes, start, end)
    return None if path is None else sum(board.routes[route].length for route in path)


def _leads(board: Board, routes: Iterable[str]) -> dict[int, list[tuple[str, int]]]:
    """By each end of a route the others that a route leads to."""
    leads: dict[int, list[tuple[str, int]]] = {}
    for route in routes:
        ends = _bits(board.route_ends[route])
        for one, other in ((ends[0], ends[-1]), (ends[-1], ends[0])):
            leads.setdefault(one, []).append((route, other))
    return leads


def _bits(ends: int) -> list[int]:
    found = []
    while ends:
        found.append(ends & -ends)
        ends &= ends - 1
    return found
