"""Tickets by connection: which places a player's own routes join (R12-R14, R16)."""

from collections.abc import Iterable

from companion.board import Board, Route


class Network:
    """The places joined by a set of routes, as groups found once and asked often."""

    def __init__(self, board: Board, routes: Iterable[str]) -> None:
        self._board = board
        self._parent: dict[str, str] = {}
        self._stubs: dict[str, set[str]] = {}
        for route_id in routes:
            route = board.routes[route_id]
            self._join(self._end(route, route.a), self._end(route, route.b))

    def joins(self, start: str, end: str) -> bool:
        """Whether these two places of a ticket are joined."""
        return not self._groups(start).isdisjoint(self._groups(end))

    def _end(self, route: Route, location: str) -> str:
        """Where a route ends: in a dead end that is a stub of its own (R13)."""
        if not self._board.locations[location].dead_end:
            return location
        stub = "|".join((location, *sorted(route.ends)))  # both tracks of a double share it
        self._stubs.setdefault(location, set()).add(stub)
        return stub

    def _join(self, one: str, other: str) -> None:
        self._parent[self._root(one)] = self._root(other)

    def _root(self, end: str) -> str:
        parent = self._parent.setdefault(end, end)
        while parent != end:
            grandparent = self._parent[parent]
            self._parent[end] = grandparent
            end, parent = parent, grandparent
        return end

    def _groups(self, place: str) -> set[str]:
        groups = set()
        for location in self._board.places[place]:
            for end in self._stubs.get(location, (location,)):
                if end in self._parent:
                    groups.add(self._root(end))
        return groups
