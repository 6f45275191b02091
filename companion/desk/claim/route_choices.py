"""The lists of the Claim screen: routes with their present value, and places by name. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.desk.finder import Tracks
from companion.desk.turn_context import TurnContext
from companion.game.board.board import Board, Route
from companion.game.refusal import Refusal
from companion.game.rules.claims import Worth, one_of_alike
from companion.words import Words

COLORS: Final = (
    "yellow",
    "orange",
    "red",
    "purple",
    "blue",
    "green",
    "white",
    "grey",
    "black",
)
LENGTHS: Final = (1, 2, 3, 4, 5, 6)
CLOSED: Final = ("double_closed", "double_own")  # refusals of a second track (R8)


@dataclass(frozen=True, slots=True)
class RouteRow:
    """A route in a list: its data, points, and what doubling needs."""

    route: str
    title: str
    color: str
    length: int
    ferry: int
    points: int
    doubled: int  # points if doubled; 0: can't be doubled
    locomotives: int  # the fewest that doubling needs
    reason: str  # why it can't be claimed, in short
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A place in the list of names."""

    location: str
    name: str


def routes_of(turn_context: TurnContext, words: Words, city: str) -> list[RouteRow]:
    """Return the routes of a city, claimable ones first, then by name."""
    routes = turn_context.board.routes.values()
    return _rows(turn_context, words, (route for route in routes if city in route.ends), city)


def matching(
    turn_context: TurnContext, words: Words, city: str | None, color: str | None, length: int | None
) -> list[RouteRow]:
    """Return the routes that match a call such as "three black from Cape Town"; None: any."""
    routes = (
        route
        for route in turn_context.board.routes.values()
        if (city is None or city in route.ends)
        and (color is None or route.color == color)
        and (length is None or route.length == length)
    )
    return _rows(turn_context, words, routes, city)


def chosen(
    turn_context: TurnContext, words: Words, city: str | None, routes: Iterable[str]
) -> list[RouteRow]:
    """Return the claimable tracks under a finger, or all of them if none is claimable.

    If one track of a double is taken and the other closed, return the closed one, whichever was
    touched: its refusal is the one to show (R8).
    """
    board, under = turn_context.board, set(routes)
    rows = _rows(turn_context, words, (board.routes[route] for route in under), city)
    free = [row for row in rows if row.refusal is None]
    if free:
        return free
    beside = under | {board.twins[route] for route in under if route in board.twins}
    both = _rows(turn_context, words, (board.routes[route] for route in beside), city)
    return [row for row in both if row.refusal and row.refusal.code in CLOSED] or rows


def worth_of(turn_context: TurnContext, tracks: Tracks) -> Worth:
    """Return the value of a called route; of two tracks that look the same, the claimable one."""
    values = [turn_context.worth(route.id) for route in tracks.routes]
    free = (value for value in values if value.refusal is None)
    closed = (value for value in values if value.refusal and value.refusal.code != "route_taken")
    return next(free, next(closed, values[0]))


def _rows(
    turn_context: TurnContext, words: Words, routes: Iterable[Route], city: str | None
) -> list[RouteRow]:
    values = one_of_alike(turn_context.board, [turn_context.worth(route.id) for route in routes])
    rows = [_row(words, value, city) for value in values]
    return sorted(rows, key=lambda row: (row.refusal is not None, words.names.in_order(row.title)))


def _row(words: Words, value: Worth, city: str | None) -> RouteRow:
    route, names = value.route, words.names
    if city is None:
        title = names.route(route.id, opening=True)
    else:
        title = names.end(route.other_end(city), opening=True)
    ways = value.ways
    return RouteRow(
        route=route.id,
        title=title,
        color=route.color,
        length=route.length,
        ferry=route.ferry_locomotives,
        points=route.points,
        doubled=value.doubled if ways else 0,
        locomotives=ways[0].locomotives if ways else 0,
        reason=_reason(words, value.refusal),
        refusal=value.refusal,
    )


def _reason(words: Words, refusal: Refusal | None) -> str:
    """Return a short reason for a row; a tap shows the full sentence."""
    if refusal is None:
        return ""
    if refusal.code == "route_taken":
        # Translators: said of a route.
        return words.gettext("taken by {player}").format(player=refusal.facts["owner"])
    return {
        # Translators: of a double route, one track of which is taken.
        "double_closed": words.gettext("closed: other track taken"),
        # Translators: of a double route: why you can't claim this track.
        "double_own": words.gettext("you have the other track"),
        "not_enough_trains": words.gettext("not enough trains"),
    }.get(refusal.code, "")


def places(board: Board, words: Words) -> list[PlaceChoice]:
    """Return all places of the board by name, way stations last."""
    tiles = [PlaceChoice(place, place_name(words, place)) for place in board.locations]
    return sorted(
        tiles,
        key=lambda tile: (
            board.locations[tile.location].name is None,
            words.names.in_order(tile.name),
        ),
    )


def place_name(words: Words, location: str) -> str:
    """Return a place's name as a heading."""
    return words.names.heading(location)


def called_hint(words: Words, *, asked: bool, found: bool) -> str:
    """Return the hint to show if the list of called routes is empty."""
    if found:
        return ""
    if asked:
        return words.gettext("There's no such route.")
    return words.gettext("Tap a colour, a length, or both.")


def claims_title(words: Words, turn_context: TurnContext) -> str:
    """Return whose claim it is, and of which entry if it is not the current turn."""
    facts = {"player": turn_context.player, "entry": turn_context.entry}
    if turn_context.after is not None:
        # Translators: heading while a turn that nobody entered is added; the route comes next.
        return words.gettext("Missed turn: {player} claims").format(**facts)
    if turn_context.entry is not None:
        return words.gettext("Entry {entry}: {player} claims").format(**facts)
    # Translators: heading: the route is chosen below.
    return words.gettext("{player} claims").format(**facts)
