"""Who had most of each terrain, by turn: a lane for every player, filled while it was so."""

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.properties import ListProperty, NumericProperty

from kiosk.charting import Span
from kiosk.map.painting import vanishes
from kiosk.widgets.charts import paint
from kiosk.widgets.charts.paint import Box, Place
from kiosk.widgets.charts.plot import SMALL, Plot, ticks, to_box, turns_axis
from kiosk.widgets.icons import draw

_LEFT, _LANE, _RIGHT, _BOTTOM = 66, 22, 6, 20  # units
_GAP: Final = 9  # units between two terrains
_ALONE, _SHARED = 0.76, 0.26  # of a lane's height, which counts no more than
_HIGHEST: Final = 30  # units


class TerrainChart(Plot):
    """Draws spans, its items, for players of these `colors`, over so many `turns`."""

    colors = ListProperty()
    terrains = ListProperty()  # with their words
    turns = NumericProperty(1)

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        for name in ("colors", "terrains", "turns"):
            self.fbind(name, self._repaint)

    def paint(self, paper: InstructionGroup) -> None:
        """Lanes, bands, symbols, and the turns."""
        if not self.colors:
            return
        unit, theme = self.app.u, self.app.theme
        self._lanes(paper)
        for seat, color in enumerate(self.colors):
            boxes = [self._box(span) for span in self.items if span.seat == seat]
            ink = theme.players[color]
            if vanishes(ink, theme.ground):
                edge = 1.5 * unit
                around = [(x - edge, y - edge, w + 2 * edge, h + 2 * edge) for x, y, w, h in boxes]
                paint.fill(paper, theme.outline, around)
            paint.fill(paper, ink, boxes)
            places = [
                (self._x(0) - _LANE / 2 * unit, self._middle(row, seat))
                for row in range(len(self.terrains))
            ]
            paint.marks(paper, theme, color, places, min(13 * unit, 0.7 * self._lane))
        at = [(turn, self._x(turn)) for turn in ticks(self.turns, 8)]
        places = [*at, (0, self.right)]
        turns_axis(paper, self.app, places, self.y + _BOTTOM * unit, self.app._("turn"))

    def mark(self, paper: InstructionGroup, item: Span) -> None:
        """A frame around a span."""
        unit = self.app.u
        x, y, width, height = self._box(item)
        room = 4 * unit
        box = (x - room, y - room, width + 2 * room, height + 2 * room)
        paint.fill(paper, self.app.theme.accent, paint.frames([box], 2 * unit))

    # --- where things are ---

    def _lanes(self, paper: InstructionGroup) -> None:
        unit, theme = self.app.u, self.app.theme
        width = self._x(self.turns) - self.x
        grounds = [(self.x, self._row(row), width, self._high) for row in self._rows]
        paint.fill(paper, theme.panel, grounds)
        for row, (terrain, word) in enumerate(self.terrains):
            middle = self._row(row) + self._high / 2
            size = 26 * unit
            corner = (self.x + (_LEFT * unit - size) / 2, middle - 6 * unit)
            paper.add(draw(terrain, (*corner, size), theme.terrain[terrain], theme.panel))
            texture = paint.label(word, SMALL * unit, theme.text)
            if texture.width > _LEFT * unit:
                texture = paint.label(word, SMALL * unit * _LEFT * unit / texture.width, theme.text)
            paint.write(paper, texture, self.x + _LEFT * unit / 2, middle - 8 * unit, (0.5, 1))

    @property
    def _rows(self) -> range:
        return range(len(self.terrains))

    @property
    def _high(self) -> float:
        """Of a terrain's lanes together."""
        unit, rows = self.app.u, len(self.terrains)
        return float(self.height - _BOTTOM * unit - (rows - 1) * _GAP * unit) / rows

    @property
    def _lane(self) -> float:
        return self._high / len(self.colors)

    def _row(self, row: int) -> float:
        """The bottom of a terrain."""
        return float(self.top - (row + 1) * self._high - row * _GAP * self.app.u)

    def _middle(self, row: int, seat: int) -> float:
        return self._row(row) + self._high - (seat + 0.5) * self._lane

    def _x(self, turn: float) -> float:
        unit = self.app.u
        left = self.x + (_LEFT + _LANE) * unit
        return float(left + (self.right - _RIGHT * unit - left) * turn / max(1, self.turns))

    def _box(self, span: Span) -> Box:
        row = [terrain for terrain, _ in self.terrains].index(span.terrain)
        height = min(self._lane, _HIGHEST * self.app.u) * (_SHARED if span.shared else _ALONE)
        left, least = self._x(span.first), 2 * self.app.u
        width = max(least, self._x(span.last) - left)
        return left, self._middle(row, span.seat) - height / 2, width, height

    def where(self, item: Span) -> Place:
        """The middle of a span."""
        x, y, width, height = self._box(item)
        return x + width / 2, y + height / 2

    def distance(self, item: Span, place: Place) -> float:
        """To the nearest part of a span."""
        return to_box(self._box(item), place)
