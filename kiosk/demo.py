"""A recorded game plays itself on the real screen, slowly enough to follow."""

import json
import logging
from collections.abc import Callable, Iterator
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, SmoothEllipse
from kivy.input.motionevent import MotionEvent

from companion.game.commands import NewGame
from companion.game.requests import parse
from kiosk.hands import Hands, Point

if TYPE_CHECKING:
    from kiosk.app import KioskApp

log = logging.getLogger(__name__)

PRESS: Final = 0.35  # seconds that a finger stays down
BETWEEN_TAPS: Final = 0.65
BETWEEN_TURNS: Final = 1.8


class Finger(MotionEvent):
    """A touch that nobody makes."""

    def __init__(self, point: Point) -> None:
        x, y = point
        place = {"x": x / (Window.width - 1), "y": y / (Window.height - 1)}
        super().__init__("demo", 0, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        """Where it is."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def recorded_game() -> list[dict[str, Any]]:
    """The requests of the game that is shown."""
    text = (resources.files("kiosk") / "demo.json").read_text("utf-8")
    requests: list[dict[str, Any]] = json.loads(text)
    return requests


def play_itself(app: "KioskApp", pace: float = 1.0) -> None:
    """Begin as soon as the app runs; `pace` 2 is twice as fast."""
    app.demo = Demo(app, pace)  # Kivy's clock alone would not keep it
    Clock.schedule_once(app.demo.begin, BETWEEN_TURNS / pace)


class Demo:
    """Taps through a game; where a hand finds nothing to touch, it lets go."""

    def __init__(self, app: "KioskApp", pace: float) -> None:
        self._app, self._pace = app, pace
        self._turns = iter(recorded_game())
        self._taps: Iterator[Point] = iter(())
        self._mark: list[Any] = []

    def begin(self, *args: object) -> None:
        """Set up the game; the rest is done by hand."""
        command = parse(next(self._turns))
        assert isinstance(command, NewGame)
        self._app.desk.submit(command, self._app.desk.moment())
        self._app.home()
        self._after(BETWEEN_TURNS, self._next_tap)

    def _after(self, seconds: float, act: Callable[..., None]) -> None:
        Clock.schedule_once(act, seconds / self._pace)

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
            self._after(BETWEEN_TURNS, self._next_tap)

    def _press(self, point: Point) -> None:
        touch = Finger(point)
        self._show(point)
        EventLoop.post_dispatch_input("begin", touch)
        self._after(PRESS, lambda *args: self._lift(touch))

    def _lift(self, touch: Finger) -> None:
        for part in self._mark:
            Window.canvas.after.remove(part)
        EventLoop.post_dispatch_input("end", touch)
        self._after(BETWEEN_TAPS, self._next_tap)

    def _show(self, point: Point) -> None:
        """Where the finger is, for who watches."""
        radius = 26 * self._app.u
        corner = (point[0] - radius, point[1] - radius)
        ink = Color(*self._app.theme.text[:3], 0.55)
        self._mark = [ink, SmoothEllipse(pos=corner, size=(2 * radius, 2 * radius))]
        for part in self._mark:
            Window.canvas.after.add(part)
