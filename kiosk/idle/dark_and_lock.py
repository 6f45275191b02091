"""What lies over everything: the dark of an idle screen, and the lock."""

from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from kiosk import kv
from kiosk.touch.fingers import SWALLOWED

kv.load(__file__)


class DarkCover(FloatLayout):
    """An idle screen; the touch that wakes it presses nothing."""

    __events__ = ("on_wake",)

    def on_wake(self) -> None:
        """Someone is back."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Wake up, and take the touch out of play."""
        touch.ud[SWALLOWED] = True
        self.dispatch("on_wake")
        return True


class LockCover(FloatLayout):
    """The table can be read, and only the lock be touched: hold it to unlock."""

    veil = NumericProperty(0)  # how much of the screen's bottom is veiled

    __events__ = ("on_unlock",)

    def on_unlock(self) -> None:
        """It was held."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing underneath is reached."""
        super().on_touch_down(touch)
        return True
