"""A way to score a claim, as a button: its points, its cards as drawn, and its words."""

import math
from typing import Any, Final

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.ruling import Way
from companion.game.rulebook import LOCOMOTIVE
from kiosk import kv
from kiosk.look.icons import Icon
from kiosk.look.text import Text, width_of
from kiosk.running import running_app
from kiosk.widgets.basics import Pad
from kiosk.widgets.hold_tile import Overrulable

_GAP: Final = 4  # units, as all that follow
_SIDE: Final = 7
_CARD: Final = 28
_POINTS_WIDE: Final = 96  # where they stand beside the words
_CARDS_WIDE: Final = 104
_LINE: Final = 1.25  # the height of a line, of its size
_SHRINKS: Final = 0.85  # of its size, before a text takes another line


class Cards(BoxLayout):
    """An icon for every card."""

    names = ListProperty()
    tint = ColorProperty((1, 1, 1, 1))
    ground = ColorProperty((0, 0, 0, 1))

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("names", "tint", "ground"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.clear_widgets()
        for name in self.names:
            icon = Icon(name=name, size_hint=(1, 1))
            icon.tint, icon.ground = self.tint, self.ground
            self.add_widget(icon)


class WayTile(Overrulable, Pad):
    """One way to score it; a refused one, tapped, says why, and held, counts all the same."""

    way = ObjectProperty(None, rebind=True)
    flat = BooleanProperty(False)  # a row: points and cards beside the words
    faint = ColorProperty((1, 1, 1, 1))  # the ink, paler where it is refused

    def cards(self, way: Way) -> list[str]:
        """What is played."""
        if way.payment is None:
            return []
        return [way.terrain] * way.payment.terrain + [LOCOMOTIVE] * way.payment.locomotives

    def do_layout(self, *args: object) -> None:
        """One group in the middle, or a row."""
        if self.flat:
            self._in_a_row()
        else:
            self._under_each_other()

    def _in_a_row(self) -> None:
        unit, ids = running_app().u, self.ids
        at, room = self.x + _SIDE * unit, self.height - 2 * _GAP * unit
        ids.points.size, ids.points.pos = (_POINTS_WIDE * unit, room), (at, self.y + _GAP * unit)
        at += _POINTS_WIDE * unit
        self._lay_cards((at, _CARDS_WIDE * unit), self.center_y, _CARD * unit)
        at += (_CARDS_WIDE + _SIDE) * unit
        self._stack((ids.cost, ids.note), at, self.right - at - _SIDE * unit)

    def _under_each_other(self) -> None:
        unit, ids = running_app().u, self.ids
        left, width = self.x + _SIDE * unit, self.width - 2 * _SIDE * unit
        self._stack((ids.points, ids.cards, ids.cost, ids.note), left, width)

    def _lay_cards(self, across: tuple[float, float], middle: float, high: float) -> None:
        """In the middle between left and left plus width, and of this height."""
        left, width = across
        cards = self.ids.cards
        wide = min(_CARD * 1.1 * running_app().u * len(cards.names), width)
        cards.size = (wide, high)
        cards.pos = (left + (width - wide) / 2, middle - high / 2)

    def _stack(self, parts: tuple[Widget, ...], left: float, width: float) -> None:
        """Each as high as it needs, together in the middle; lower where there is less room."""
        unit = running_app().u
        heights = [self._height(part, width) for part in parts]
        gap = _GAP * unit
        gaps = gap * (sum(height > 0 for height in heights) - 1)
        room = self.height - 2 * gap - gaps
        part_of = min(1.0, room / max(1.0, sum(heights)))
        top = self.center_y + (sum(heights) * part_of + gaps) / 2
        for part, height in zip(parts, heights, strict=True):
            high = height * part_of
            if part is self.ids.cards:
                self._lay_cards((left, width), top - high / 2, high)
            else:
                part.size, part.pos = (width, high), (left, top - high)
            top -= high + (gap if high else 0)

    def _height(self, part: Widget, width: float) -> float:
        unit = running_app().u
        if not isinstance(part, Text):
            return float(_CARD * unit if part.names else 0)
        if not part.said:
            return 0.0
        size = part.units * unit
        wide = _SHRINKS * width_of(part.said, float(int(size)), bold=part.bold)
        lines = math.ceil(wide / width)
        return float((lines if part.fit == "wrap" else 1) * _LINE * size)


kv.load(__file__)
