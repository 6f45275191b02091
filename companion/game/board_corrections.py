"""The board on the table is right: routes whose transcription is wrong, put right. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from companion.game.board import Board, Route, board_from_data
from companion.game.commands import CorrectRoute
from companion.game.refusal import Refusal, bad_request

_CORRECTABLE: Final = ("color", "length", "ferry_locomotives", "unverified")


def corrected(board: Board, change: CorrectRoute) -> Board:
    """The board with a route as it is printed; both tracks of a double where they are alike.

    A route that somebody has looked at is not doubtful any longer, whatever he found.

    Raises:
        Refusal: there is no such route, or none can be like this.
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
            raise bad_request("ferry_locomotives", f"is more than its length, {track.length}")
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
    """What of a correction holds for the other track too; its length always does."""
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
    """The routes that are otherwise on another board of the same places."""
    if before is after:
        return ()
    return tuple(route for route in after.routes.values() if route != before.routes[route.id])


def with_corrections(board: Board, kept: Sequence[Route]) -> Board:
    """A board as the table has corrected it; what is of another board is left out.

    Raises:
        BoardError: these corrections are not of this board.
    """
    known = [
        _printed_as(found, board.routes[found.id])
        for found in kept
        if found.id in board.routes and found.ends == board.routes[found.id].ends
    ]
    if not known:
        return board
    files = {"locations": "corrections", "routes": "corrections"}
    return board_from_data(_with(board, known).as_data(), files)


def _printed_as(found: Route, route: Route) -> Route:
    """A route with all that can be corrected of it as somebody found it."""
    return replace(route, **{name: getattr(found, name) for name in _CORRECTABLE})


def carried_over(before: Board, after: Board, lasting: Board) -> tuple[Route, ...]:
    """The routes that a game corrected, for a board that may have been corrected otherwise since.

    Only what the game changed is carried over; a route that this board has not is as the game's.
    """
    found = []
    for route in changed_routes(before, after):
        old = before.routes[route.id]
        changed = [name for name in _CORRECTABLE if getattr(old, name) != getattr(route, name)]
        kept = lasting.routes.get(route.id, route)
        kept = kept if kept.ends == route.ends else route
        found.append(replace(kept, **{name: getattr(route, name) for name in changed}))
    return tuple(found)
