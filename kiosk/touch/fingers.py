"""Tracks the fingers on the panel: ignores palms, and fingers whose release was missed."""

from typing import Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from kiosk.widgets.tap import DRAGGED

SWALLOWED: Final = "swallowed"  # marks a touch that does nothing, such as one that wakes the screen
PALM: Final = 3  # simultaneous touches: nobody taps with so many fingers
LOST_FINGER_TIMEOUT: Final = (
    8.0  # seconds without an event: the panel was unplugged, or missed the release
)
_HEARD: Final = "heard"  # key for the time of a touch's last event


class Fingers:
    """The fingers that are down; if they are a palm, all are ignored until all are up."""

    def __init__(self) -> None:
        self._down: list[MotionEvent] = []
        self._is_palm = False

    def came_down(self, touch: MotionEvent) -> None:
        """Add a touch; marks it as SWALLOWED if it is part of a palm."""
        self._forget_lost()
        self.moved(touch)
        self._down.append(touch)
        self._is_palm = self._is_palm or self._places >= PALM
        if self._is_palm:
            for finger in self._down:
                dismiss(finger)

    def moved(self, touch: MotionEvent) -> None:
        """Record that the touch is still there."""
        touch.ud[_HEARD] = Clock.get_time()

    def lifted(self, touch: MotionEvent) -> None:
        if touch in self._down:
            self._down.remove(touch)
        self._is_palm = self._is_palm and bool(self._down)

    @property
    def _places(self) -> int:
        """Number of distinct touches; some panels deliver every touch twice."""
        return len({tuple(map(round, finger.opos)) for finger in self._down})

    def _forget_lost(self) -> None:
        now = Clock.get_time()
        for finger in [one for one in self._down if now - one.ud[_HEARD] > LOST_FINGER_TIMEOUT]:
            dismiss(finger)
            self.lifted(finger)


def dismiss(touch: MotionEvent) -> None:
    """Mark a touch as ignored, and release it from widgets that grabbed it."""
    touch.ud[SWALLOWED] = touch.ud[DRAGGED] = True
    for reference in list(touch.grab_list):
        holder = reference()
        if holder is not None:
            touch.grab_current = holder
            holder.dispatch("on_touch_up", touch)
    touch.grab_current = None
