"""Which places a player's routes join, and along which path (R12-R14, R16).

The board defines places, such as a country with two ends.
"""

import heapq
from collections.abc import Iterable, Mapping

from companion.game.board.board import Board


class Network:
    """Connected groups of route ends, each a bit mask."""

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
        """Whether two ticket places are connected."""
        one, other = self._places[start], self._places[end]
        for group in self._groups:  # noqa: SIM110 - any() takes twice as long
            if group & one and group & other:
                return True
        return False


Path = tuple[str, ...]  # routes, from one place to the other


def lit_path(board: Board, routes: Iterable[str], start: str, end: str) -> Path | None:
    """Return the path with fewest spaces, then fewest routes; None if there is none.

    It connects route ends, as ticket checks do: in a dead end every route has a separate end, so
    no path leads through one (R13).
    """
    return _cheapest(board, {route: board.routes[route].length for route in routes}, start, end)


def missing_routes(
    board: Board, own: Iterable[str], free: Iterable[str], start: str, end: str
) -> Path | None:
    """Return the free routes that join two places with fewest trains, given the own ones.

    None if no path is left.
    """
    costs = {route: board.routes[route].length for route in free} | dict.fromkeys(own, 0)
    path = _cheapest(board, costs, start, end)
    return None if path is None else tuple(route for route in path if costs[route])


def _cheapest(board: Board, costs: Mapping[str, int], start: str, end: str) -> Path | None:
    """Return the cheapest path over these routes, then the one with fewest routes."""
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
    """Return the spaces between two places over the whole board; None if not connected."""
    path = lit_path(board, board.routes, start, end)
    return None if path is None else sum(board.routes[route].length for route in path)


def _leads(board: Board, routes: Iterable[str]) -> dict[int, list[tuple[str, int]]]:
    """Return the routes from each route end, with the end they lead to."""
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
