"""Corrections to routes that the board data has wrong. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.game.board.board import Board, Route, board_from_data
from companion.game.commands import CorrectRoute
from companion.game.refusal import Refusal, bad_request

_PRINTED: Final = ("color", "length", "ferry_locomotives")


def corrected(board: Board, change: CorrectRoute) -> Board:
    """Return the board with a route corrected, on both tracks of a double that look the same.

    The route is verified afterwards, even if nothing changed.

    Raises:
        Refusal: If there is no such route, or the values are impossible.
    """
    route = board.routes.get(change.route)
    if route is None:
        raise Refusal("unknown_route", route=change.route)
    found = [_looked_at(route, change)]
    twin = board.routes.get(board.twins.get(route.id, ""))
    if twin is not None:
        found.append(_looked_at(twin, _where_alike(change, route, twin)))
    for track in found:
        if track.ferry_locomotives > track.length:
            raise bad_request(
                "ferry_locomotives", "is more than the route's length ({n})", n=track.length
            )
    return _with(board, found)


def _looked_at(route: Route, change: CorrectRoute) -> Route:
    ferry = change.ferry_locomotives
    return replace(
        route,
        color=change.color or route.color,
        length=change.length or route.length,
        ferry_locomotives=route.ferry_locomotives if ferry is None else ferry,
        unverified=None,
    )


def _where_alike(change: CorrectRoute, route: Route, twin: Route) -> CorrectRoute:
    """Return the part of a correction that applies to the other track; length always does."""
    same_color = twin.color == route.color
    same_ferry = twin.ferry_locomotives == route.ferry_locomotives
    return replace(
        change,
        color=change.color if same_color else None,
        ferry_locomotives=change.ferry_locomotives if same_ferry else None,
    )


def _with(board: Board, routes: Iterable[Route]) -> Board:
    return Board(board.locations, {**board.routes, **{route.id: route for route in routes}})


def changed_routes(before: Board, after: Board) -> tuple[Route, ...]:
    """Return the routes of `after` that differ from `before`, a board of the same places."""
    if before is after:
        return ()
    return tuple(route for route in after.routes.values() if route != before.routes[route.id])


# --- corrections for later games ---


@dataclass(frozen=True, slots=True)
class BoardCorrection:
    """What an entry of a game corrected on one route; None: unchanged."""

    game: str
    entry: int
    route: str
    ends: tuple[str, str]
    age: int  # higher is newer; undo and redo keep it
    in_force: bool
    color: str | None = None
    length: int | None = None
    ferry_locomotives: int | None = None
    looked_at: bool = False  # it was unverified before

    @property
    def key(self) -> tuple[str, int, str]:
        """A unique key: no entry corrects a route twice."""
        return self.game, self.entry, self.route


def corrections_after(
    known: Iterable[BoardCorrection], game: str, entry: int, before: Board, after: Board
) -> tuple[BoardCorrection, ...]:
    """Return the corrections for later games after one was made or redone."""
    return _differences(game, entry, _age(known, game, entry), before, after)


def corrections_after_undo(
    known: Sequence[BoardCorrection], game: str, entry: int, before: Board, after: Board
) -> tuple[BoardCorrection, ...]:
    """Return the corrections for later games after one was undone."""
    own = [found for found in known if (found.game, found.entry) == (game, entry)]
    if not own:  # made by a version that stored only the result
        return _differences(game, entry, _age(known, game, entry), before, after)
    return tuple(replace(found, in_force=False) for found in own)


def _age(known: Iterable[BoardCorrection], game: str, entry: int) -> int:
    newest = 0
    for found in known:
        if (found.game, found.entry) == (game, entry):
            return found.age
        newest = max(newest, found.age)
    return newest + 1


def _differences(
    game: str, entry: int, age: int, before: Board, after: Board
) -> tuple[BoardCorrection, ...]:
    return tuple(
        BoardCorrection(
            game,
            entry,
            route.id,
            (route.a, route.b),
            age,
            in_force=True,
            looked_at=old.unverified is not None and route.unverified is None,
            **{
                name: value
                for name in _PRINTED
                if (value := getattr(route, name)) != getattr(old, name)
            },
        )
        for route in changed_routes(before, after)
        for old in (before.routes[route.id],)
    )


def printed_alike(one: Route, other: Route) -> bool:
    """Whether two routes look the same on the board, verified or not."""
    return replace(one, unverified=None) == replace(other, unverified=None)


def with_corrections(board: Board, found: Iterable[BoardCorrection]) -> Board:
    """Apply the corrections in force, newest last; those of other boards are ignored.

    Raises:
        BoardError: If the result is not a valid board.
    """
    standing = sorted(
        (one for one in found if one.in_force and _is_of(board, one)), key=lambda one: one.age
    )
    if not standing:
        return board
    fitting = _with(board, _resolve(board, standing))
    return board_from_data(fitting.as_data(), {"locations": "corrections", "routes": "corrections"})


def _is_of(board: Board, found: BoardCorrection) -> bool:
    route = board.routes.get(found.route)
    return route is not None and route.ends == frozenset(found.ends)


def _resolve(board: Board, standing: list[BoardCorrection]) -> list[Route]:
    """Return the corrected routes; if two corrections contradict each other, the newer wins."""
    routes = _corrected_routes(board, standing)
    while misfits := [route for route in routes if route.ferry_locomotives > route.length]:
        older, name = min(_sources(standing, misfits[0].id), key=lambda source: source[0].age)
        standing = [_without_older(one, older, name) for one in standing]
        routes = _corrected_routes(board, standing)
    return routes


def _without_older(one: BoardCorrection, older: BoardCorrection, name: str) -> BoardCorrection:
    """Return a correction without the overridden value, on both tracks of a double."""
    if (one.game, one.entry) != (older.game, older.entry):
        return one
    return replace(one, length=None) if name == "length" else replace(one, ferry_locomotives=None)


def _sources(
    standing: Iterable[BoardCorrection], route: str
) -> Iterable[tuple[BoardCorrection, str]]:
    """Return the corrections that set a route's length and ferry, if any."""
    newest: dict[str, BoardCorrection] = {}
    for one in standing:
        for name in ("length", "ferry_locomotives"):
            if one.route == route and getattr(one, name) is not None:
                newest[name] = one
    return [(one, name) for name, one in newest.items()]


def _corrected_routes(board: Board, standing: Iterable[BoardCorrection]) -> list[Route]:
    routes: dict[str, Route] = {}
    for one in standing:
        route = routes.get(one.route, board.routes[one.route])
        values = {name: getattr(one, name) for name in _PRINTED}
        if one.looked_at:
            route = replace(route, unverified=None)
        given = {name: value for name, value in values.items() if value is not None}
        routes[one.route] = replace(route, **given)
    return list(routes.values())
