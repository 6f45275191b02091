"""The way out of a screen or sheet, and the menu, which comes to lie where that was."""

from typing import Any

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from kiosk import kv
from kiosk.running import running_app
from kiosk.touch.recent_close import RecentClose
from kiosk.widgets.basics import Tile


class CloseTile(Tile):
    """Closes what it stands on: where and when is noted for what lies there next."""

    def on_tap(self, moment: object) -> None:
        """Note it, whatever the tap then does."""
        running_app().last_close = RecentClose(
            self.to_window(*self.pos), self.size, Clock.get_time()
        )


class MenuKey(Tile):
    """Opens the menu; not with one tap too many on what was closed there."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a tap too many, and go on waiting for an end to them."""
        app: Any = running_app()
        closed, now = app.last_close, Clock.get_time()
        if closed is not None and closed.is_meant_at(*touch.pos, now):
            app.last_close = RecentClose(closed.corner, closed.size, now)
            return bool(self.collide_point(*touch.pos))
        return super().on_touch_down(touch)


kv.load(__file__)
