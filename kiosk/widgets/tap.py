"""A touch on a widget: one finger at a time, with what it saw when it came down."""

from typing import Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from kiosk.running import running_app

DRAGGED: Final = "dragged"  # noted with a touch that moves something: it presses nothing


class Touchable(Widget):
    """What a finger may mean when it comes down."""


class Tappable(Touchable):
    """Fires on_tap(moment) when a finger is lifted where it came down, on_hold(moment) when held.

    A second touch while the first is down is no second tap: panels that are read through two
    drivers deliver every touch twice.
    """

    pressed = BooleanProperty(False)
    hold_for = NumericProperty(0)  # seconds; 0: it cannot be held

    __events__ = ("on_tap", "on_hold")

    def __init__(self, **given: Any) -> None:
        self._touch: MotionEvent | None = None
        self._moment: Moment | None = None
        self._timer: ClockEvent | None = None
        super().__init__(**given)

    def on_tap(self, moment: object) -> None:
        """A finger was lifted where it came down."""

    def on_hold(self, moment: object) -> None:
        """A finger has stayed for `hold_for` seconds."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a press."""
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        if super().on_touch_down(touch):
            return True
        if self._touch is None and not self.disabled:
            self._touch = touch
            self._moment = running_app().desk.moment()
            self.pressed = True
            touch.grab(self)
            if self.hold_for:
                self._timer = Clock.schedule_once(self._stayed, self.hold_for)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Let go of a touch that turned out to move something."""
        if touch is self._touch and touch.grab_current is self:
            if DRAGGED in touch.ud or not self.collide_point(*touch.pos):
                self._let_go()
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End the press: a tap where the finger is still inside."""
        if touch is self._touch and touch.grab_current is self:
            inside = self.collide_point(*touch.pos) and DRAGGED not in touch.ud
            moment = self._moment
            self._let_go()
            # Another finger may have gone on to another screen meanwhile.
            if inside and self.get_root_window() is not None:
                self.dispatch("on_tap", moment)
            return True
        return bool(super().on_touch_up(touch))

    def _stayed(self, *args: object) -> None:
        # Where the app stood still meanwhile, the finger may be up long since: fingers are heard
        # after timers in each frame, so that is known in the next.
        self._timer = Clock.schedule_once(self._held, 0)

    def _held(self, *args: object) -> None:
        moment = self._moment
        self._let_go()
        if self.get_root_window() is not None:
            self.dispatch("on_hold", moment)

    def _let_go(self) -> None:
        if self._touch is not None:
            self._touch.ungrab(self)
        if self._timer is not None:
            self._timer.cancel()
        self._touch = self._timer = None
        self.pressed = False
