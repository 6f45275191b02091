"""A scrolling column for long lists, and a pager below it."""

import math
from typing import Any, Final

from kivy.graphics import Color, RoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from kiosk import kv
from kiosk.appearance.hiding import Box
from kiosk.running import running_app
from kiosk.widgets.tap import DRAGGED

_SLOP: Final = 10  # units that a finger can move and still tap
_SWIPE: Final = 24  # units: beyond this, in any direction, it is no tap
_WHEEL: Final = 60  # units per step of a mouse wheel
_TRIES: Final = 3  # attempts without a scroll bar


class Scroller(StencilView):
    """A scrolling `column`, as high as its content; can be dragged or scrolled with a mouse wheel.

    `down` is the scroll position in pixels from the top. add_widget adds to the column.
    """

    down = NumericProperty(0)

    def __init__(self, **given: Any) -> None:
        self.column = BoxLayout(orientation="vertical", size_hint=(None, None))
        self._from: tuple[float, float] = (0, 0)
        self._touch: MotionEvent | None = None
        self._barred, self._tries = False, 0
        super().__init__(**given)
        super().add_widget(self.column)
        unit = running_app().unit
        self.column.spacing = 6 * unit
        self.column.bind(minimum_height=self._place)
        self.bind(pos=self._place, size=self._resized, down=self._place)
        with self.canvas.after:
            self._ink = Color(*running_app().theme.line)
            self._bar = RoundedRectangle(radius=[2 * unit])
        self._place()

    def add_widget(self, widget: Widget, *args: Any, **given: Any) -> None:
        """Add a widget to the column."""
        if widget is self.column:
            super().add_widget(widget)
        else:
            self.column.add_widget(widget, *args, **given)

    def clear(self) -> None:
        """Empty the column and scroll to the top."""
        self.column.clear_widgets()
        self._tries = 0
        self.down = 0

    @property
    def most(self) -> float:
        """The maximum of `down`."""
        return max(0.0, float(self.column.height) - float(self.height))

    def _resized(self, *args: object) -> None:
        self._tries = 0
        self._place()

    def _needs_bar(self) -> bool:
        """Whether to show the bar; after a few attempts it stays, to prevent flickering."""
        if self.most and not self._barred:
            self._tries += 1
        self._barred = bool(self.most) or (self._barred and self._tries >= _TRIES)
        return self._barred

    def _place(self, *args: object) -> None:
        unit = running_app().unit
        self.column.height = self.column.minimum_height
        self.column.width = self.width - (8 * unit if self._needs_bar() else 0)
        self.down = min(max(0, self.down), self.most)
        # Kivy updates `top` and `right` only after this callback.
        right, ceiling = self.x + self.width, self.y + self.height
        self.column.pos = (self.x, ceiling - self.column.height + self.down)
        self._ink.a = 1 if self.most else 0
        if self.most:
            share = self.height / self.column.height
            top = ceiling - self.down * share
            self._bar.pos = (right - 4 * unit, top - self.height * share)
            self._bar.size = (4 * unit, self.height * share)

    def reveal(self, widget: Widget) -> None:
        """Scroll until a widget of the column is visible."""
        above = self.column.top - widget.top
        if not self.down <= above <= self.down + self.height - widget.height:
            self.down = min(max(0, above - self.height / 4), self.most)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass the touch to the column, and grab it in case it scrolls."""
        if not self.collide_point(*touch.pos):
            return False
        unit = running_app().unit
        if touch.is_mouse_scrolling:
            step = _WHEEL * unit * (1 if touch.button == "scrollup" else -1)
            self.down = min(max(0, self.down + step), self.most)
            return True
        if self._touch is None:
            self._touch, self._from = touch, (touch.y, self.down)
            touch.grab(self)
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Scroll once the finger has moved far enough."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._follow(touch)
        return True

    def _follow(self, touch: MotionEvent) -> None:
        """Scroll; a swipe is no tap, even over a list that is still too short to scroll."""
        unit, (start, down) = running_app().unit, self._from
        scrolls = self.most and abs(touch.y - start) > _SLOP * unit
        if scrolls or math.dist(touch.pos, touch.opos) > _SWIPE * unit:
            touch.ud[DRAGGED] = True
        if DRAGGED in touch.ud:
            self.down = min(max(0, down + touch.y - start), self.most)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Scroll once more, as slow screens can miss moves, and release the touch."""
        if touch.grab_current is self:
            self._follow(touch)
            touch.ungrab(self)
            self._touch = None
            return True
        return bool(super().on_touch_up(touch))


class Pager(Box):
    """Fires on_turn(step): -1 for newer items, 1 for older ones."""

    note = StringProperty("")
    newer = BooleanProperty(False)
    older = BooleanProperty(False)

    __events__ = ("on_turn",)

    def on_turn(self, step: int) -> None:
        """Fired for another page."""


kv.load(__file__)
