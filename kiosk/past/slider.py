"""A slider: a knob on a line, moved by dragging, or put where a finger comes down."""

from collections.abc import Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from kiosk.look import shapes
from kiosk.look.smooth import mesh
from kiosk.running import running_app
from kiosk.widgets.tap import DRAGGED

_KNOB: Final = 17  # units, its radius
_LINE: Final = 6  # units, as thick


class Rail(Widget):
    """Goes over whole numbers from 0 to `most`; `value` follows the finger."""

    value = NumericProperty(0)
    most = NumericProperty(0)

    def __init__(self, **given: Any) -> None:
        self._touch: MotionEvent | None = None
        self._drawn = InstructionGroup()
        super().__init__(**given)
        self.canvas.add(self._drawn)
        redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=redraw, size=redraw, value=redraw, most=redraw)
        redraw()

    @property
    def _line(self) -> tuple[float, float]:
        """Where it begins, and how long it is: the knob stays inside."""
        knob = _KNOB * running_app().u
        return self.x + knob, max(1.0, self.width - 2 * knob)

    def seen_at(self, value: float) -> tuple[float, float]:
        """Where the knob is in the window at this value."""
        start, length = self._line
        x = start + length * value / max(1, self.most)
        seen: tuple[float, float] = self.to_window(x, self.center_y)
        return seen

    # --- fingers ---

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """One finger at a time takes the knob."""
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        if self._touch is None:
            self._touch = touch
            touch.ud[DRAGGED] = True
            touch.grab(self)
            self._follow(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """The knob follows, also when the finger strays from the line."""
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """It stays where it was left."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._touch = None
        return True

    def _follow(self, touch: MotionEvent) -> None:
        start, length = self._line
        share = min(max(0.0, (touch.x - start) / length), 1.0)
        self.value = round(share * self.most)

    # --- what is seen ---

    def _draw(self, *args: object) -> None:
        self._drawn.clear()
        app, (start, length) = running_app(), self._line
        thick, knob = _LINE * app.u, _KNOB * app.u
        done = length * self.value / max(1, self.most)
        y = self.center_y - thick / 2
        self._bar(app.theme.line, start, y, length, thick)
        if done > thick:
            self._bar(app.theme.accent, start, y, done, thick)
        self._drawn.add(Color(*app.theme.accent))
        disc = shapes.filled(shapes.disc(0, 0, knob))
        self._drawn.add(mesh(disc, start + done, self.center_y))

    def _bar(self, ink: Sequence[float], x: float, y: float, width: float, thick: float) -> None:
        self._drawn.add(Color(*ink))
        self._drawn.add(mesh(shapes.filled(shapes.box(0, 0, width, thick, thick / 2)), x, y))
