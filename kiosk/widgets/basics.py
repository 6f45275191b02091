"""Panels, buttons and headings in the kiosk's style."""

from functools import lru_cache
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)

from kiosk import kv
from kiosk.appearance import icons, shapes, text
from kiosk.appearance.hiding import Box
from kiosk.appearance.smooth_shapes import mesh
from kiosk.running import running_app
from kiosk.widgets.tap import Tappable

EDGE: Final = 1.5  # pixels
LOOKS = ("raised", "accent", "picked", "panel", "line", "bad", "ruled", "bare")


class Surface(Box):
    """A rounded area; `look` selects its style."""

    look = OptionProperty("panel", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((1, 1, 1, 1))
    radius = NumericProperty(12)

    def __init__(self, **given: Any) -> None:
        self._ground = InstructionGroup()
        super().__init__(**given)
        self.canvas.before.add(self._ground)
        repaint = Clock.create_trigger(self._paint, -1)  # once per frame
        for name in ("fill", "edge", "radius", "pos", "size"):
            self.fbind(name, repaint)
        repaint()

    def _paint(self, *args: object) -> None:
        self._ground.clear()
        width, height = self.size
        if min(width, height) <= EDGE:
            return
        radius = self.radius * running_app().unit
        if self.fill[3]:
            self._ground.add(Color(*self.fill))
            self._ground.add(mesh(_area(width, height, radius), *self.pos))
        if self.edge[3]:
            self._ground.add(Color(*self.edge))
            self._ground.add(mesh(_rim(width, height, radius), *self.pos))


@lru_cache(maxsize=128)
def _area(width: float, height: float, radius: float) -> shapes.Triangles:
    return shapes.filled(shapes.box(0, 0, width, height, radius))


@lru_cache(maxsize=128)
def _rim(width: float, height: float, radius: float) -> shapes.Triangles:
    return shapes.stroked(shapes.box(1, 1, width - 2, height - 2, radius), EDGE)


class Pad(Tappable, Surface):
    dimmed = BooleanProperty(False)  # unavailable; a tap shows why

    def __init__(self, **given: Any) -> None:
        self._shine = InstructionGroup()  # shown while pressed
        super().__init__(**given)
        self.canvas.after.add(self._shine)
        self.fbind("pressed", self._show_press)

    def _show_press(self, *args: object) -> None:
        self._shine.clear()
        if self.pressed:
            self._shine.add(Color(*self.ink[:3], 0.18))
            radius = self.radius * running_app().unit
            self._shine.add(mesh(_area(*self.size, radius), *self.pos))


class Tile(Pad):
    """A button with an icon, a label and a smaller note; `flat` puts the icon next to them."""

    icon = StringProperty("")
    word = StringProperty("")
    note = StringProperty("")
    size_units = NumericProperty(15)
    icon_units = NumericProperty(30)
    tint = ColorProperty((0, 0, 0, 0))  # of the icon; the ink's if not set
    flat = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self._parts: dict[str, Any] = {}  # visible parts
        self._made: dict[str, Any] = {}  # all parts, for reuse: removed ones often come back
        super().__init__(**given)
        for name in ("icon", "word", "note", "size_units", "icon_units", "flat"):
            self.fbind(name, self._furnish)
        for name in ("ink", "tint", "fill"):
            self.fbind(name, self._color)
        self._furnish()

    def _furnish(self, *args: object) -> None:
        """Add the parts that have content and remove the others."""
        for name, kind in (("icon", icons.Icon), ("word", text.Text), ("note", text.Text)):
            wanted = bool(getattr(self, name))
            if wanted and name not in self._parts:
                if name not in self._made:
                    self._made[name] = kind(size_hint=(None, None))
                self._parts[name] = self._made[name]
                self.add_widget(self._parts[name])
            elif not wanted and name in self._parts:
                self.remove_widget(self._parts.pop(name))
        beside_icon = self.flat and "icon" in self._parts
        for name, size in (("word", 1.0), ("note", 0.8)):
            if (part := self._parts.get(name)) is not None:
                part.content, part.size_units = getattr(self, name), self.size_units * size
                part.bold, part.fit = name == "word", "wrap"
                part.halign = "left" if beside_icon else "center"
        if "icon" in self._parts:
            self._parts["icon"].name = self.icon
        self._color()
        self._trigger_layout()

    def do_layout(self, *args: object) -> None:
        """Centre icon, label and note in a column, or with the icon at the left if flat."""
        unit = running_app().unit
        icon, word, note = (self._parts.get(name) for name in ("icon", "word", "note"))
        gap, side, edge = 2 * unit, (10 if self.flat else 4) * unit, 5 * unit
        left, right = self.x + side, self.right - side
        high = self.height - 2 * edge
        drawn = min(self.icon_units * unit, high) if icon is not None else 0
        if icon is not None and self.flat:
            icon.size, icon.pos = (drawn, drawn), (left, self.center_y - drawn / 2)
            left += drawn + 4 * gap
            drawn = 0
        # A label alone can fill the tile; below an icon, it gets the lines it needs.
        long = (
            text.width_of(self.word, float(int(self.size_units * unit)), bold=True) > right - left
        )
        line = (2.6 if long else 1.4) * self.size_units * running_app().text_unit
        below = self._note_height(right - left, high, high - drawn - line) if note else 0
        room = high - below - drawn - gap * (bool(drawn) + bool(below))
        middle = min(room, line if drawn or below else room) if word is not None else 0
        top = self.center_y + (drawn + middle + below + gap * (bool(drawn) + bool(below))) / 2
        if icon is not None and drawn:
            icon.size, icon.pos = (drawn, drawn), (self.center_x - drawn / 2, top - drawn)
            top -= drawn + gap
        for part, height in ((word, middle), (note, below)):
            if part is not None:
                part.size, part.pos = (right - left, height), (left, top - height)
                top -= height + gap

    def _note_height(self, width: float, high: float, left: float) -> float:
        """Return the height of one line, or of two if there is space and one would be too small."""
        full = 0.8 * self.size_units * running_app().text_unit
        sizes = (float(int(full * share)) for share in (0.85, self._parts["note"].least))
        small, cut = (text.width_of(self.note, size, bold=False) > width for size in sizes)
        if cut or (small and left > 2.4 * full):
            return float(min(2.4 * full, high / 2))
        return float(min(1.4 * full, high / 3))

    def _color(self, *args: object) -> None:
        for name, part in self._parts.items():
            if name == "icon":
                part.tint = self.tint if self.tint[3] else self.ink
                part.ground = self.fill
            else:
                part.color = self.ink


class Heading(Box):
    """A screen's heading with a close button."""

    title = StringProperty("")
    note = StringProperty("")
    color = StringProperty("")  # colour of the player it is about
    icon = StringProperty("")  # replaces the player's shape
    tint = ColorProperty((1, 1, 1, 1))  # of the icon

    __events__ = ("on_close",)

    def on_close(self, *args: object) -> None:
        """Fired when the close button is tapped."""


kv.load(__file__)
