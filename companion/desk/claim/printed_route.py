"""A route as printed on the table's board, compared with our data. Pure."""

from dataclasses import dataclass, replace
from typing import Final

from companion.game.board.board import Board, Route
from companion.game.commands import CorrectRoute
from companion.words import Words

_PRINTED: Final = ("color", "length", "ferry_locomotives")


@dataclass(frozen=True, slots=True)
class PrintedRoute:
    """The values that can be read off the board."""

    color: str
    length: int
    ferry_locomotives: int

    @classmethod
    def of(cls, route: Route) -> "PrintedRoute":
        """Return a route's values in our data."""
        return cls(*(getattr(route, name) for name in _PRINTED))

    def with_length(self, length: int) -> "PrintedRoute":
        """Return a copy with another length, and no more ferry locomotives than spaces."""
        return replace(self, length=length, ferry_locomotives=min(self.ferry_locomotives, length))

    def change(self, route: Route) -> CorrectRoute | None:
        """Return the correction of our data, or None if nothing differs."""
        ours = PrintedRoute.of(route)
        if self == ours:
            return None
        found = {name: getattr(self, name) for name in _PRINTED}
        return CorrectRoute(
            route.id, **{name: v for name, v in found.items() if v != getattr(ours, name)}
        )


def question(words: Words, route: Route) -> str:
    """Return what to check on the board, or '' if the route is verified."""
    if route.unverified is None:
        return ""
    if route.unverified == "ferry_locomotives":
        text = words.gettext("Ferry on your board: {locomotives}?")
        return text.format(locomotives=words.locomotives(route.ferry_locomotives))
    if route.unverified == "color":
        text = words.gettext("Colour on your board: {color}?")
        return text.format(color=words.names.color(route.color))
    return words.gettext("On your board: {spaces}?").format(spaces=words.spaces(route.length))


def doubtful(route: Route) -> str | None:
    """Return the unverified value of a route (default: its length), or None."""
    if route.unverified is None:
        return None
    return route.unverified if route.unverified in _PRINTED else "length"


def confirmation(route: Route) -> CorrectRoute:
    """Return the command that confirms our data of a route."""
    name = doubtful(route) or "length"
    return CorrectRoute(route.id, **{name: getattr(route, name)})


def printed_so(words: Words, route: Route) -> str:
    """Return a route's printed values as text."""
    facts = {"color": words.names.color(route.color), "spaces": words.spaces(route.length)}
    if not route.ferry_locomotives:
        return "{color}, {spaces}".format(**facts)
    return "{color}, {spaces}, {ferry}".format(ferry=words.ferry(route.ferry_locomotives), **facts)


@dataclass(frozen=True, slots=True)
class CorrectedRoute:
    """A route that the table has corrected."""

    route: str
    title: str
    note: str


def corrected_routes(words: Words, board: Board, published: Board) -> list[CorrectedRoute]:
    """Return the routes that differ from our published board, matching tracks once."""
    found: list[CorrectedRoute] = []
    for route in board.routes.values():
        ours = published.routes.get(route.id)
        if ours is None or PrintedRoute.of(ours) == PrintedRoute.of(route):
            continue
        # Translators: a route as it is on this table's board, and as the kiosk had it: "4 spaces; I
        # had 3 spaces".
        text = words.gettext("{now}; I had {before}")
        note = text.format(now=printed_so(words, route), before=printed_so(words, ours))
        line = CorrectedRoute(route.id, words.names.route(route.id), note)
        if all((line.title, line.note) != (other.title, other.note) for other in found):
            found.append(line)
    return found


def corrections_counted(words: Words, count: int) -> str:
    """Return how many routes were corrected, and how to correct one."""
    if not count:
        return words.gettext('None corrected. When claiming a route, tap "Different on our board?"')
    text = words.ngettext(
        "{n} route corrected; tap to change it", "{n} routes corrected; tap one to change it", count
    )
    return text.format(n=count)
