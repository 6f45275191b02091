"""Taps and long presses: one finger at a time, with the moment when it came down."""

from typing import Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from kiosk.running import running_app

DRAGGED: Final = "dragged"  # marks a touch that drags something and so is no tap


class Touchable(Widget):
    """A widget that reacts to touches."""


class Tappable(Touchable):
    """Fires on_tap(moment) when a finger is lifted inside, on_hold(moment) when it is held.

    A second touch during the first is ignored: panels read through two drivers deliver every touch
    twice.
    """

    pressed = BooleanProperty(False)
    hold_for = NumericProperty(0)  # seconds; 0 disables holding

    __events__ = ("on_tap", "on_hold")

    def __init__(self, **given: Any) -> None:
        self._touch: MotionEvent | None = None
        self._moment: Moment | None = None
        self._timer: ClockEvent | None = None
        super().__init__(**given)

    def on_tap(self, moment: object) -> None:
        """Fired when a finger is lifted inside."""

    def on_hold(self, moment: object) -> None:
        """Fired after `hold_for` seconds."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
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
        """Cancel the press if the touch has left the widget or drags something."""
        if touch is self._touch and touch.grab_current is self:
            if DRAGGED in touch.ud or not self.collide_point(*touch.pos):
                self._let_go()
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Fire on_tap if the finger is still inside."""
        if touch is self._touch and touch.grab_current is self:
            inside = self.collide_point(*touch.pos) and DRAGGED not in touch.ud
            moment = self._moment
            self._let_go()
            # Another finger could have changed the screen.
            if inside and self.get_root_window() is not None:
                self.dispatch("on_tap", moment)
            return True
        return bool(super().on_touch_up(touch))

    def _stayed(self, *args: object) -> None:
        # If the app was blocked, the finger could already be up: timers run before touches in each
        # frame, so wait for the next one.
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
