"""Demo mode: a recorded game plays itself on the real screen, slowly enough to follow."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, SmoothEllipse
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.game.commands import NewGame
from companion.game.requests.requests import parse
from companion.game.rules.terrain import Payment

if TYPE_CHECKING:
    from kiosk.app import KioskApp

log = logging.getLogger(__name__)

PRESS_SECONDS: Final = 0.35  # seconds that a tap lasts
TAP_INTERVAL: Final = 0.65
TURN_INTERVAL: Final = 1.8
Request = Mapping[str, Any]
Point = tuple[float, float]


class Finger(MotionEvent):
    """A simulated touch."""

    def __init__(self, point: Point) -> None:
        x, y = point
        place = {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}
        super().__init__("demo", 0, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def recorded_game() -> list[dict[str, Any]]:
    """Return the requests of the demo game."""
    text = (resources.files("kiosk") / "demo.json").read_text("utf-8")
    requests: list[dict[str, Any]] = json.loads(text)
    return requests


def play_itself(app: "KioskApp") -> None:
    """Start the demo once the app runs."""
    app.demo = Demo(app)  # Kivy's clock holds only weak references
    Clock.schedule_once(app.demo.begin, TURN_INTERVAL)


class Demo:
    """Taps through the recorded game; stops if a control is not on the screen."""

    def __init__(self, app: "KioskApp") -> None:
        self._app = app
        self._turns = iter(recorded_game())
        self._taps: Iterator[Point] = iter(())
        self._mark: list[Any] = []

    def begin(self, *args: object) -> None:
        """Start the recorded game; the rest is played by taps."""
        command = parse(next(self._turns))
        assert isinstance(command, NewGame)
        self._app.desk.submit(command, self._app.desk.moment())
        self._app.home()
        Clock.schedule_once(self._next_tap, TURN_INTERVAL)

    def _next_tap(self, *args: object) -> None:
        try:
            point = next(self._taps, None)
        except LookupError:
            log.warning("the demonstration cannot go on", exc_info=True)
            return
        if point is not None:
            self._press(point)
        elif (request := next(self._turns, None)) is not None:
            self._taps = Hands(self._app).plays(request)
            Clock.schedule_once(self._next_tap, TURN_INTERVAL)

    def _press(self, point: Point) -> None:
        root = self._app.root
        if root.front is not None and root.guard.stops(root.front, *point):  # too new to be tapped
            Clock.schedule_once(lambda *args: self._press(point), PRESS_SECONDS)
            return
        touch = Finger(point)
        self._show(point)
        EventLoop.post_dispatch_input("begin", touch)
        Clock.schedule_once(lambda *args: self._lift(touch), PRESS_SECONDS)

    def _lift(self, touch: Finger) -> None:
        for part in self._mark:
            Window.canvas.after.remove(part)
        EventLoop.post_dispatch_input("end", touch)
        Clock.schedule_once(self._next_tap, TAP_INTERVAL)

    def _show(self, point: Point) -> None:
        """Draw a circle where the simulated finger is."""
        radius = 26 * self._app.unit
        corner = (point[0] - radius, point[1] - radius)
        ink = Color(*self._app.theme.text[:3], 0.55)
        self._mark = [ink, SmoothEllipse(pos=corner, size=(2 * radius, 2 * radius))]
        for part in self._mark:
            Window.canvas.after.add(part)


# --- where to tap ---


class NotOnScreenError(LookupError):
    """A control that is to be tapped is not on the screen."""


class Hands:
    """Finds the points to tap for a turn.

    plays() yields points in window coordinates. Each must be tapped and the screen drawn before the
    next one is requested.
    """

    def __init__(self, app: "KioskApp") -> None:
        self._app = app

    def plays(self, request: Request) -> Iterator[Point]:
        """Yield the taps that enter this request, starting on the table screen."""
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
            yield self.on(word=self._app._("Only one card"))

    def _claim(self, request: Request) -> Iterator[Point]:
        route = self._app.desk.board.routes[request["route"]]
        yield self.on(icon="claim")
        yield from self._pick_city(route.a, route.b)
        yield self._route_row(route.id)
        if self._app.root.sheet is None:  # tracks too close to tell apart: only their rows are left
            yield self._route_row(route.id)
        double = request.get("double")
        payment = Payment(double["terrain"], double["locomotives"]) if double else None
        yield middle(self.find(lambda part: _way(part, payment)))

    def _pick_city(self, *ends: str) -> Iterator[Point]:
        """Tap the end that one tap can pick, or the first end twice, as the map zooms in."""
        board = self._map()
        clear = [end for end in ends if board.is_clear(end)]
        city = (clear or ends)[0]
        yield board.seen_at(city)
        if self._app.screen.city != city:
            yield board.seen_at(city)

    def _map(self) -> Any:
        return self.find(lambda part: hasattr(part, "seen_at"))

    def _route_row(self, route: str) -> Point:
        """Return where to tap for a route or its twin: its row, or its track if that is hidden."""
        twin = self._app.desk.board.twins.get(route)
        items = (part for part in self.parts() if hasattr(part, "row") and hasattr(part, "pressed"))
        rows = {item.row.route: item for item in items}
        alike = [rows[track] for track in (route, twin) if track in rows]
        if not alike:
            raise NotOnScreenError(route)
        item = next((row for row in alike if row.row.refusal is None), alike[0])
        x, y = middle(item)
        box = item.parent.parent  # the column is inside a scroller
        seen: Point = self._map().track_seen_at(item.row.route)
        return (x, y) if box.collide_point(x, y) else seen

    def _tickets(self, request: Request) -> Iterator[Point]:
        yield self.on(icon="ticket", word=self._app.pgettext("button", "Tickets"))
        yield self.on(word=str(request["kept"]))

    def _pass(self, request: Request) -> Iterator[Point]:
        """Tap the next player's panel; in the menu, passing needs a long press."""
        state = self._app.referee.game.state
        following = (state.to_move + 1) % len(state.seats)
        yield middle(self._app.screen.panels[following])
        yield self.on(word=self._app.words.passed([state.seats[state.to_move].name]))

    def _undo(self, request: Request) -> Iterator[Point]:
        yield self.on(icon="undo")

    def _redo(self, request: Request) -> Iterator[Point]:
        yield self.on(word=self._app.pgettext("button", "Redo"))

    def _reveal(self, request: Request) -> Iterator[Point]:
        if self._app.desk.shows_last_claim:
            yield self.on(word=self._app._("Show tickets"))
        screen, seat = self._app.screen, self._app.referee.game.state.seat_of(request["player"])
        if screen.seat != seat:  # by seat, because long names are abbreviated on tabs
            yield middle(next(tab for tab in screen.tabs if tab.view.seat == seat))
        for ticket in request["tickets"]:
            if not self._has(place=ticket["from"]):
                yield self.on(word=self._app.pgettext("button: places by name", "A–Z"))
            yield self.on(place=ticket["from"])
            yield self.on(place=ticket["to"])
            yield from self._value(ticket["points"])
        if self._app.referee.game.state.phase == "over":
            # Translators: button after the last tickets
            yield self.on(word=self._app._("See result"))

    def _value(self, points: int) -> Iterator[Point]:
        """Enter a ticket's value, if the screen asks for it."""
        screen = self._app.screen
        if screen.now.asks == "points":
            while screen.now.value != points:
                yield self.on(icon="plus" if screen.now.value < points else "minus")
            yield self.on(word=self._app.pgettext("button", "Add"))

    # --- finding widgets ---

    def parts(self) -> Iterator[Widget]:
        """Yield all widgets of the top layer."""
        front = self._app.root.front
        if front is not None:
            yield from front.walk(restrict=True)

    def find(self, fits: Callable[[Any], bool]) -> Any:
        """Return the first widget that `fits` accepts.

        Raises:
            NotOnScreenError: if there is none.
        """
        for part in self.parts():
            if fits(part):
                return part
        raise NotOnScreenError(f"on {self._app.screen_name}")

    def on(self, **marks: str) -> Point:
        """Return the middle of the enabled control with these properties."""
        try:
            return middle(self.find(lambda part: _is_marked(part, marks)))
        except NotOnScreenError as missing:
            raise NotOnScreenError(f"{marks} {missing}") from missing

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
    """Return the middle of a widget in window coordinates."""
    x, y = part.to_window(*part.center)
    return float(x), float(y)
