"""A route as it is printed on the table's board, beside what we have of it. Pure."""

from dataclasses import dataclass, replace
from typing import Final

from companion.game.board.board import Board, Route
from companion.game.commands import CorrectRoute
from companion.words import Words

_PRINTED: Final = ("color", "length", "ferry_locomotives")


@dataclass(frozen=True, slots=True)
class PrintedRoute:
    """What can be read off the board."""

    color: str
    length: int
    ferry_locomotives: int

    @classmethod
    def of(cls, route: Route) -> "PrintedRoute":
        """A route as we have it."""
        return cls(*(getattr(route, name) for name in _PRINTED))

    def with_length(self, length: int) -> "PrintedRoute":
        """Of another length; a ferry has no more locomotives than spaces."""
        return replace(self, length=length, ferry_locomotives=min(self.ferry_locomotives, length))

    def change(self, route: Route) -> CorrectRoute | None:
        """What is otherwise than we have it; None where nothing is."""
        ours = PrintedRoute.of(route)
        if self == ours:
            return None
        found = {name: getattr(self, name) for name in _PRINTED}
        return CorrectRoute(
            route.id, **{name: v for name, v in found.items() if v != getattr(ours, name)}
        )


def question(words: Words, route: Route) -> str:
    """What to look at on the board; nothing where nobody doubts it."""
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
    """What of a route nobody has looked at; its length, where that is not said in so many words."""
    if route.unverified is None:
        return None
    return route.unverified if route.unverified in _PRINTED else "length"


def confirmation(route: Route) -> CorrectRoute:
    """Somebody has looked, and it is as we have it."""
    name = doubtful(route) or "length"
    return CorrectRoute(route.id, **{name: getattr(route, name)})


def printed_so(words: Words, route: Route) -> str:
    """What is printed of a route, in words."""
    facts = {"color": words.names.color(route.color), "spaces": words.spaces(route.length)}
    if not route.ferry_locomotives:
        return "{color}, {spaces}".format(**facts)
    return "{color}, {spaces}, {ferry}".format(ferry=words.ferry(route.ferry_locomotives), **facts)


@dataclass(frozen=True, slots=True)
class CorrectedRoute:
    """A route that the table has put right."""

    route: str
    title: str
    note: str


def corrected_routes(words: Words, board: Board, published: Board) -> list[CorrectedRoute]:
    """The routes of a board that are not as we published it; of two tracks alike, one."""
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
    """How many routes were corrected, and how it is done."""
    if not count:
        return words.gettext('None corrected. When claiming a route, tap "Different on our board?"')
    text = words.ngettext(
        "{n} route corrected; tap to change it", "{n} routes corrected; tap one to change it", count
    )
    return text.format(n=count)
