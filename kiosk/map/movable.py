"""Something under the fingers that can be moved, pinched and tapped."""

import math
from typing import Any, Final

from kivy.input.motionevent import MotionEvent
from kivy.uix.stencilview import StencilView

from companion.desk.entering import Moment
from kiosk.map.geometry import Point
from kiosk.running import running_app
from kiosk.widgets.tap import DRAGGED

_SLOP: Final = 10  # units that a finger may move and still tap
_SAME: Final = 14  # units: a second finger nearer than this is the first one, reported twice
_WHEEL: Final = 1.25  # a step of a mouse's wheel


class Movable(StencilView):
    """Tells one finger that moves, two that pinch, and one that taps.

    What they do is up to move(), zoom(), tap() and double_tap(). A touch that moves or pinches
    presses nothing.
    """

    def __init__(self, **given: Any) -> None:
        self._fingers: dict[int, MotionEvent] = {}
        self._moment: Moment | None = None  # what the first finger saw when it came down
        super().__init__(**given)

    def move(self, dx: float, dy: float) -> None:
        """Follow a finger."""
        raise NotImplementedError

    def zoom(self, factor: float, at: Point) -> None:
        """Closer or farther, around a point."""
        raise NotImplementedError

    def tap(self, at: Point, moment: object) -> None:
        """A tap at a point."""
        raise NotImplementedError

    def double_tap(self, at: Point) -> None:
        """The second tap of two; the first has been taken for what it was."""
        raise NotImplementedError

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down; what it means shows when it moves or is lifted."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self.zoom(1 / _WHEEL if touch.button == "scrollup" else _WHEEL, touch.pos)
        elif len(self._fingers) < 2 and not self._is_there(touch):
            if not self._fingers:
                self._moment = running_app().desk.moment()
            self._fingers[touch.uid] = touch
            touch.grab(self)
        return True

    def _is_there(self, touch: MotionEvent) -> bool:
        """Whether this is a finger that is down already."""
        near = _SAME * running_app().u
        return any(math.dist(touch.pos, other.pos) < near for other in self._fingers.values())

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """One finger moves it, two pinch it."""
        if touch.grab_current is not self:
            return False
        if len(self._fingers) == 2:
            self._pinch(touch)
        else:
            self._drag(touch)
        return True

    def _drag(self, touch: MotionEvent) -> None:
        if math.dist(touch.pos, touch.opos) > _SLOP * running_app().u:
            touch.ud[DRAGGED] = True
        if DRAGGED in touch.ud:
            last = touch.ud.get(self, touch.opos)
            touch.ud[self] = touch.pos
            self.move(touch.x - last[0], touch.y - last[1])

    def _pinch(self, touch: MotionEvent) -> None:
        (other,) = (finger for finger in self._fingers.values() if finger is not touch)
        for finger in (touch, other):
            finger.ud[DRAGGED] = True
            finger.ud[self] = finger.pos
        before, now = math.dist(touch.ppos, other.pos), math.dist(touch.pos, other.pos)
        if min(before, now) > 1:
            self.move((touch.x - touch.px) / 2, (touch.y - touch.py) / 2)
            self.zoom(now / before, ((touch.x + other.x) / 2, (touch.y + other.y) / 2))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A finger is lifted: a tap, where it moved nothing."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if DRAGGED not in touch.ud and not self._fingers:
            if touch.is_double_tap:
                self.double_tap(touch.pos)
            else:
                self.tap(touch.pos, self._moment)
        return True
