"""Fingers as a panel reports them: a palm is none, and one that was never lifted is gone."""

from typing import Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent

from kiosk.widgets.tap import DRAGGED

SWALLOWED: Final = "swallowed"  # noted with a touch that presses nothing: it woke the screen, say
PALM: Final = 3  # at once, in different places: nobody taps with so many
LOST_FINGER_TIMEOUT: Final = (
    8.0  # seconds without a word: its panel was pulled out, or has missed its end
)
_HEARD: Final = "heard"  # noted with a touch: when the panel last told of it


class Fingers:
    """Those that are down; once they are a palm, none of them presses anything until all are up."""

    def __init__(self) -> None:
        self._down: list[MotionEvent] = []
        self._is_palm = False

    def came_down(self, touch: MotionEvent) -> None:
        """One more; SWALLOWED is noted with it where it is part of a palm."""
        self._forget_lost()
        self.moved(touch)
        self._down.append(touch)
        self._is_palm = self._is_palm or self._places >= PALM
        if self._is_palm:
            for finger in self._down:
                dismiss(finger)

    def moved(self, touch: MotionEvent) -> None:
        """It is still there."""
        touch.ud[_HEARD] = Clock.get_time()

    def lifted(self, touch: MotionEvent) -> None:
        """It is gone."""
        if touch in self._down:
            self._down.remove(touch)
        self._is_palm = self._is_palm and bool(self._down)

    @property
    def _places(self) -> int:
        """How many there are; one that is delivered twice is one."""
        return len({tuple(map(round, finger.opos)) for finger in self._down})

    def _forget_lost(self) -> None:
        now = Clock.get_time()
        for finger in [one for one in self._down if now - one.ud[_HEARD] > LOST_FINGER_TIMEOUT]:
            dismiss(finger)
            self.lifted(finger)


def dismiss(touch: MotionEvent) -> None:
    """Let a touch press nothing, and have whatever holds it let go."""
    touch.ud[SWALLOWED] = touch.ud[DRAGGED] = True
    for reference in list(touch.grab_list):
        holder = reference()
        if holder is not None:
            touch.grab_current = holder
            holder.dispatch("on_touch_up", touch)
    touch.grab_current = None
