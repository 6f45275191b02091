"""Base class of charts: repaints on changes, and lets a finger select items."""

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color as Ink
from kivy.graphics import InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.game.chart_data import grid_step
from kiosk.appearance.shapes import disc, stroked
from kiosk.appearance.smooth_shapes import mesh
from kiosk.final.charts import paint
from kiosk.final.charts.paint import PaintBox, PaintPoint
from kiosk.running import running_app

if TYPE_CHECKING:
    from kiosk.app import KioskApp

SMALL = 13  # text size on axes in units


class Plot(Widget):
    """A chart with selectable `items`; a `brief` one ignores touches."""

    items = ListProperty()
    picked = ObjectProperty(None, allownone=True)
    brief = BooleanProperty(False)

    __events__ = ("on_pick",)

    def __init__(self, **given: Any) -> None:
        self._paper, self._marked = InstructionGroup(), InstructionGroup()
        self._is_seen = False  # touches can come before the first frame
        self._repaint = Clock.create_trigger(self._paint, -1)
        self._remark = Clock.create_trigger(self._mark, -1)
        super().__init__(**given)
        self.canvas.add(self._paper)
        self.canvas.add(self._marked)
        for name in ("items", "pos", "size"):
            self.fbind(name, self._repaint)
        self.fbind("picked", self._remark)
        self._repaint()

    @property
    def app(self) -> "KioskApp":
        return running_app()

    def on_pick(self, item: object) -> None:
        """Fired when an item is selected by touch."""

    # --- painting ---

    def _paint(self, *args: object) -> None:
        self._paper.clear()
        if min(self.size) > 1:
            self.paint(self._paper)
            self._is_seen = True
        self._mark()

    def paint(self, paper: InstructionGroup) -> None:
        """Draw everything except the selection."""
        raise NotImplementedError

    def _mark(self, *args: object) -> None:
        self._marked.clear()
        if self.picked is not None and self.picked in self.items and min(self.size) > 1:
            self.mark(self._marked, self.picked)

    def mark(self, paper: InstructionGroup, item: Any) -> None:
        """Draw a ring around the selected item."""
        x, y = self.where(item)
        unit = self.app.unit
        paper.add(Ink(*self.app.theme.accent))
        paper.add(mesh(stroked(disc(0, 0, 11 * unit), 2 * unit), x, y))

    def where(self, item: Any) -> PaintPoint:
        """Return the middle of an item."""
        raise NotImplementedError

    # --- touches ---

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Select the nearest item, also while the finger moves."""
        if self.brief or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._pick(touch.pos)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self._pick(touch.pos)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _pick(self, place: PaintPoint) -> None:
        if self.items and self._is_seen:
            item = min(self.items, key=lambda item: self.distance(item, place))
            if item != self.picked:
                self.picked = item
                self.dispatch("on_pick", item)

    def distance(self, item: Any, place: PaintPoint) -> float:
        """Return an item's distance from a finger."""
        return math.dist(self.where(item), place)


def to_box(box: PaintBox, place: PaintPoint) -> float:
    """Return a point's distance from a rectangle; 0 inside."""
    left, bottom, width, height = box
    across = max(left - place[0], 0, place[0] - left - width)
    along = max(bottom - place[1], 0, place[1] - bottom - height)
    return math.hypot(across, along)


def turns_axis(
    paper: InstructionGroup,
    app: "KioskApp",
    places: Sequence[tuple[int, float]],
    bottom: float,
    end: str,
) -> None:
    """Draw turn numbers below a chart, and `end` at its right end."""
    unit, ink = app.unit, app.theme.quiet
    last = None
    if end:
        texture = paint.label(end, SMALL * unit, ink)
        last = places[-1][1] - texture.width
        paint.write(paper, texture, places[-1][1], bottom - 3 * unit, (1, 1))
    for number, x in places[:-1] if end else places:
        texture = paint.label(str(number), SMALL * unit, ink)
        if last is None or x + texture.width < last:
            paint.write(paper, texture, x, bottom - 3 * unit, (0.5, 1))


def ticks(turns: int, most: int) -> Iterable[int]:
    """Return the turns to number."""
    step = grid_step(0, max(1, turns), most, least=1)
    return range(0, turns + 1, step)
