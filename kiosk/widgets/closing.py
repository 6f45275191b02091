"""The way out of a screen or sheet, and the menu, which comes to lie where that was."""

from dataclasses import dataclass
from typing import Any, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.basics import Tile

AGAIN_INTERVAL: Final = 1.0  # seconds: a tap so soon after another at its place repeats that


@dataclass(frozen=True, slots=True)
class Closed:
    """Where something was closed, and when."""

    corner: tuple[float, float]
    size: tuple[float, float]
    at: float

    def is_meant_at(self, x: float, y: float, now: float) -> bool:
        """Whether a finger that comes down there still means to close it."""
        (left, bottom), (width, height) = self.corner, self.size
        inside = left <= x <= left + width and bottom <= y <= bottom + height
        return inside and now - self.at < AGAIN_INTERVAL


class CloseTile(Tile):
    """Closes what it stands on: where and when is noted for what lies there next."""

    def on_tap(self, moment: object) -> None:
        """Note it, whatever the tap then does."""
        running_app().closed = Closed(self.to_window(*self.pos), self.size, Clock.get_time())


class MenuKey(Tile):
    """Opens the menu; not with one tap too many on what was closed there."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a tap too many, and go on waiting for an end to them."""
        app: Any = running_app()
        closed, now = app.closed, Clock.get_time()
        if closed is not None and closed.is_meant_at(*touch.pos, now):
            app.closed = Closed(closed.corner, closed.size, now)
            return bool(self.collide_point(*touch.pos))
        return super().on_touch_down(touch)


kv.load(__file__)
