"""Hands that play a recorded game on the real screen: where to tap, one tap after the other."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.game.terrain import Payment

if TYPE_CHECKING:
    from kiosk.app import KioskApp

Request = Mapping[str, Any]
Point = tuple[float, float]


class NotThere(LookupError):
    """What a hand wants to touch is not on the screen."""


class Hands:
    """Knows where everything is that a turn takes.

    plays() gives one point of the window after the other; each must be tapped, and the screen
    be drawn, before the next is asked for.
    """

    def __init__(self, app: "KioskApp") -> None:
        self._app = app

    def plays(self, request: Request) -> Iterator[Point]:
        """The taps that make this request from the table screen."""
        yield from {
            "draw": self._draw,
            "claim": self._claim,
            "tickets": self._tickets,
            "pass": self._pass,
            "undo": self._undo,
            "redo": self._redo,
            "reveal": self._reveal,
        }[request["do"]](request)

    # --- turns ---

    def _draw(self, request: Request) -> Iterator[Point]:
        for card in request["cards"]:
            yield self.on(card=card)
        if request.get("short") and self._app.desk.half.first is not None:
            yield self.on(word=self._app._("No second card"))

    def _claim(self, request: Request) -> Iterator[Point]:
        route = self._app.desk.board.routes[request["route"]]
        yield self.on(icon="claim")
        yield from self._pick_city(route.a, route.b)
        yield self._route_row(route.id)
        if self._app.root.sheet is None:  # two tracks too close to tell: now their rows are left
            yield self._route_row(route.id)
        double = request.get("double")
        payment = Payment(double["terrain"], double["locomotives"]) if double else None
        yield middle(self.find(lambda part: _way(part, payment)))

    def _pick_city(self, *ends: str) -> Iterator[Point]:
        """The end that one tap picks; else the first, with a second tap after the map zoomed."""
        board = self._map()
        clear = [end for end in ends if board.is_clear(end)]
        city = (clear or ends)[0]
        yield board.seen_at(city)
        if self._app.screen.city != city:
            yield board.seen_at(city)

    def _map(self) -> Any:
        return self.find(lambda part: hasattr(part, "seen_at"))

    def _route_row(self, route: str) -> Point:
        """The row of a route or of its like; where that is out of sight, the route on the map."""
        twin = self._app.desk.board.twins.get(route)
        items = (part for part in self.parts() if hasattr(part, "row") and hasattr(part, "pressed"))
        rows = {item.row.route: item for item in items}
        alike = [rows[track] for track in (route, twin) if track in rows]
        if not alike:
            raise NotThere(route)
        item = next((row for row in alike if row.row.refusal is None), alike[0])
        x, y = middle(item)
        box = item.parent.parent  # the column is in a scroller
        seen: Point = self._map().track_seen_at(item.row.route)
        return (x, y) if box.collide_point(x, y) else seen

    def _tickets(self, request: Request) -> Iterator[Point]:
        yield self.on(icon="ticket", word=self._app._("Tickets"))
        yield self.on(word=str(request["kept"]))

    def _pass(self, request: Request) -> Iterator[Point]:
        yield self.on(icon="menu")
        yield self.on(icon="next")

    def _undo(self, request: Request) -> Iterator[Point]:
        yield self.on(icon="undo")

    def _redo(self, request: Request) -> Iterator[Point]:
        yield self.on(word=self._app._("Redo"))

    def _reveal(self, request: Request) -> Iterator[Point]:
        screen, seat = self._app.screen, self._app.referee.game.state.seat_of(request["player"])
        if screen.seat != seat:  # by seat: a long name is shortened on its tab
            yield middle(next(tab for tab in screen.tabs if tab.view.seat == seat))
        for ticket in request["tickets"]:
            if not self._has(place=ticket["from"]):
                yield self.on(word=self._app._("A–Z"))
            yield self.on(place=ticket["from"])
            yield self.on(place=ticket["to"])
            yield from self._value(ticket["points"])
        if self._app.referee.game.state.phase == "over":
            yield self.on(word=self._app._("The result"))

    def _value(self, points: int) -> Iterator[Point]:
        """What is on a ticket, where it is asked for."""
        screen = self._app.screen
        if screen.now.asks == "points":
            while screen.now.value != points:
                yield self.on(icon="plus" if screen.now.value < points else "minus")
            yield self.on(word=self._app._("Add"))

    # --- where things are ---

    def parts(self) -> Iterator[Widget]:
        """Everything on the topmost layer."""
        front = self._app.root.front
        if front is not None:
            yield from front.walk(restrict=True)

    def find(self, fits: Callable[[Any], bool]) -> Any:
        """The first part that fits.

        Raises:
            NotThere: there is none.
        """
        for part in self.parts():
            if fits(part):
                return part
        raise NotThere(f"on {self._app.shown}")

    def on(self, **marks: str) -> Point:
        """The middle of the part with these properties."""
        try:
            return middle(self.find(lambda part: _is_marked(part, marks)))
        except NotThere as missing:
            raise NotThere(f"{marks} {missing}") from missing

    def _has(self, **marks: str) -> bool:
        return any(_is_marked(part, marks) for part in self.parts())


def _is_marked(part: Any, marks: Mapping[str, str]) -> bool:
    if part.disabled or not hasattr(part, "pressed"):
        return False
    return all(getattr(part, name, None) == value for name, value in marks.items())


def _way(part: Any, payment: Payment | None) -> bool:
    way = getattr(part, "way", None)
    return way is not None and way.payment == payment and not way.is_refused


def middle(part: Any) -> Point:
    """The middle of a part, in the window."""
    x, y = part.to_window(*part.center)
    return float(x), float(y)
