"""Covers for an idle screen and for a locked one."""

from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from kiosk import kv
from kiosk.touch.fingers import SWALLOWED

kv.load(__file__)


class DarkCover(FloatLayout):
    """A dark cover; the touch that wakes the screen does nothing else."""

    __events__ = ("on_wake",)

    def on_wake(self) -> None:
        """Fired by a touch."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Wake up, and mark the touch as used."""
        touch.ud[SWALLOWED] = True
        self.dispatch("on_wake")
        return True


class LockCover(FloatLayout):
    """Shows the table but blocks touches; a long press on the lock unlocks it."""

    veil = NumericProperty(0)  # height of the dimmed part at the bottom in pixels

    __events__ = ("on_unlock",)

    def on_unlock(self) -> None:
        """Fired after the long press."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Block touches below."""
        super().on_touch_down(touch)
        return True
