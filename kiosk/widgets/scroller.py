"""Long lists: a column that follows the finger, and the way from page to page under it."""

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

_SLOP: Final = 10  # units that a finger may move and still tap
_SWIPE: Final = 24  # units: moved so far, in any direction, it taps nothing, scrolled or not
_WHEEL: Final = 60  # units a step of a mouse's wheel
_TRIES: Final = 3  # to do without the bar


class Scroller(StencilView):
    """Holds one `column`, as high as its content; drag it, or turn a wheel.

    `down` is how far it is scrolled, in pixels; 0 is the top. add_widget puts into the column.
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
        """Into the column."""
        if widget is self.column:
            super().add_widget(widget)
        else:
            self.column.add_widget(widget, *args, **given)

    def clear(self) -> None:
        """Empty the column, and go back to its top."""
        self.column.clear_widgets()
        self._tries = 0
        self.down = 0

    @property
    def most(self) -> float:
        """How far it can be scrolled."""
        return max(0.0, float(self.column.height) - float(self.height))

    def _resized(self, *args: object) -> None:
        self._tries = 0
        self._place()

    def _needs_bar(self) -> bool:
        """What fits only without the bar would else come and go with it, frame after frame."""
        if self.most and not self._barred:
            self._tries += 1
        self._barred = bool(self.most) or (self._barred and self._tries >= _TRIES)
        return self._barred

    def _place(self, *args: object) -> None:
        unit = running_app().unit
        self.column.height = self.column.minimum_height
        self.column.width = self.width - (8 * unit if self._needs_bar() else 0)
        self.down = min(max(0, self.down), self.most)
        # `top` and `right` are worked out by Kivy after this was told of another size.
        right, ceiling = self.x + self.width, self.y + self.height
        self.column.pos = (self.x, ceiling - self.column.height + self.down)
        self._ink.a = 1 if self.most else 0
        if self.most:
            share = self.height / self.column.height
            top = ceiling - self.down * share
            self._bar.pos = (right - 4 * unit, top - self.height * share)
            self._bar.size = (4 * unit, self.height * share)

    def reveal(self, widget: Widget) -> None:
        """Scroll until a widget of the column is in sight."""
        above = self.column.top - widget.top
        if not self.down <= above <= self.down + self.height - widget.height:
            self.down = min(max(0, above - self.height / 4), self.most)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Pass it on to the column; it may still turn out to scroll."""
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
        """Follow the finger once it has moved far enough."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._follow(touch)
        return True

    def _follow(self, touch: MotionEvent) -> None:
        """A list that opens may have nothing to scroll yet: a swipe over it is one all the same."""
        unit, (start, down) = running_app().unit, self._from
        scrolls = self.most and abs(touch.y - start) > _SLOP * unit
        if scrolls or math.dist(touch.pos, touch.opos) > _SWIPE * unit:
            touch.ud[DRAGGED] = True
        if DRAGGED in touch.ud:
            self.down = min(max(0, down + touch.y - start), self.most)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """The finger is gone; on a slow screen it may have moved without being seen."""
        if touch.grab_current is self:
            self._follow(touch)
            touch.ungrab(self)
            self._touch = None
            return True
        return bool(super().on_touch_up(touch))


class Pager(Box):
    """Fires on_turn(step): -1 for the page of newer things, 1 for that of older ones."""

    note = StringProperty("")
    newer = BooleanProperty(False)
    older = BooleanProperty(False)

    __events__ = ("on_turn",)

    def on_turn(self, step: int) -> None:
        """Another page is wanted."""


kv.load(__file__)
