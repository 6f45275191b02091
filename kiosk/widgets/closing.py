"""The close button, and the menu button that appears in the same place."""

from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from kiosk import kv
from kiosk.running import running_app
from kiosk.touch.recent_close import RecentClose
from kiosk.widgets.basics import Tile


class CloseTile(Tile):
    """Closes a screen or sheet; records where and when, for the menu button."""

    def on_tap(self, moment: object) -> None:
        running_app().last_close = RecentClose(
            self.to_window(*self.pos), self.size, Clock.get_time()
        )


class MenuKey(Tile):
    """Opens the menu, but ignores repeated taps on a close button in the same place."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Ignore a repeated tap, and restart its interval."""
        app: Any = running_app()
        closed, now = app.last_close, Clock.get_time()
        if closed is not None and closed.is_meant_at(*touch.pos, now):
            app.last_close = RecentClose(closed.corner, closed.size, now)
            return bool(self.collide_point(*touch.pos))
        return super().on_touch_down(touch)


kv.load(__file__)
