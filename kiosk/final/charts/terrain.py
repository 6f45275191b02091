"""Who had the most of each terrain by turn: a band, divided into stripes during ties."""

from collections.abc import Iterable
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.properties import BooleanProperty, ListProperty, NumericProperty

from companion.game import chart_data
from companion.game.chart_data import MajoritySpan, Stripe
from kiosk.appearance.contrast import vanishes
from kiosk.appearance.icons import draw
from kiosk.appearance.theme import Theme
from kiosk.final.charts import paint
from kiosk.final.charts.paint import PaintBox, PaintPoint
from kiosk.final.charts.plot import SMALL, Plot, ticks, to_box, turns_axis

_LEFT, _RIGHT, _BOTTOM = 66, 58, 20  # units
_GAP: Final = 9  # units between terrains
_EDGE: Final = 5  # units above and below a band
_MARK, _LEAST_MARK = 17, 8  # units: a player's shape, and its minimum
_COUNT: Final = 15  # units: size of the final numbers


def fill_band(
    paper: InstructionGroup, theme: Theme, unit: float, color: str, boxes: Iterable[PaintBox]
) -> None:
    """Draw stripes in a player's colour with gaps; outlined if contrast is low."""
    apart = unit
    inner = [(x + apart, y + apart, w - 2 * apart, h - 2 * apart) for x, y, w, h in boxes]
    paint.fill(paper, theme.players[color], inner)
    if vanishes(theme.players[color], theme.panel):
        paint.fill(paper, theme.outline, paint.frames(inner, 1.5 * unit))


class TerrainChart(Plot):
    """Draws its items, spans, for players of these `colors`."""

    colors = ListProperty()
    terrains = ListProperty()  # with their names
    counts = ListProperty()  # by terrain, then by seat: cards at the end
    turns = NumericProperty(1)

    def __init__(self, **given: Any) -> None:
        self._stripes: dict[MajoritySpan, tuple[Stripe, ...]] = {}
        super().__init__(**given)
        for name in ("colors", "terrains", "counts", "turns"):
            self.fbind(name, self._repaint)

    def on_items(self, *args: object) -> None:
        """Divide each terrain's band into stripes."""
        self._stripes = {}
        for terrain in {span.terrain for span in self.items}:
            own = [span for span in self.items if span.terrain == terrain]
            self._stripes |= chart_data.stripes(own)

    def paint(self, paper: InstructionGroup) -> None:
        """Draw bands, shapes, final numbers and turns."""
        if not self.colors:
            return
        unit, theme = self.app.unit, self.app.theme
        self._grounds(paper)
        for seat, color in enumerate(self.colors):
            spans = [span for span in self.items if span.seat == seat]
            boxes = [box for span in spans for box in self._boxes(span)]
            fill_band(paper, theme, unit, color, boxes)
            ink = theme.outline if vanishes(theme.players[color], theme.panel) else theme.panel
            for place, side in filter(None, map(self._mark_on, boxes)):
                paint.stamp(paper, ink, color, [place], side)
        self._ends(paper)
        at = [(turn, self._x(turn)) for turn in ticks(self.turns, 8)]
        places, bottom = [*at, (0, self._x(self.turns))], self.y + _BOTTOM * unit
        turns_axis(paper, self.app, places, bottom, self.app.pgettext("axis of a chart", "turn"))
        texture = paint.label(
            self.app.pgettext("axis of a chart", "cards"), SMALL * unit, theme.quiet
        )
        paint.write(paper, texture, self.right - 10 * unit, bottom - 3 * unit, (1, 1))

    def mark(self, paper: InstructionGroup, item: MajoritySpan) -> None:
        """Draw a frame around a span."""
        unit = self.app.unit
        room = 2 * unit
        boxes = [
            (x - room, y - room, width + 2 * room, height + 2 * room)
            for x, y, width, height in self._boxes(item)
        ]
        paint.fill(paper, self.app.theme.accent, paint.frames(boxes, 2.5 * unit))

    def _mark_on(self, box: PaintBox) -> tuple[PaintPoint, float] | None:
        """Return position and size of a player's shape on a stripe; None if it does not fit."""
        x, y, width, height = box
        unit = self.app.unit
        side = min(_MARK * unit, 0.7 * height, 0.7 * width)
        if side < _LEAST_MARK * unit:
            return None
        return (x + min(0.5 * width, 1.1 * side), y + height / 2), side

    def _grounds(self, paper: InstructionGroup) -> None:
        unit, theme = self.app.unit, self.app.theme
        grounds = [(self.x, self._row(row), self.width, self._high) for row in self._rows]
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

    def _ends(self, paper: InstructionGroup) -> None:
        """Draw each player's final number of cards; the highest in bold."""
        unit, theme = self.app.unit, self.app.theme
        lane = self._high / max(1, len(self.colors))
        size = min(_COUNT * unit, 0.8 * lane)
        for row, counts in enumerate(self.counts):
            for seat, (color, count) in enumerate(zip(self.colors, counts, strict=True)):
                most = count == max(counts) > 0
                middle = self._row(row) + self._high - (seat + 0.5) * lane
                left = self.right - _RIGHT * unit
                mark = min(13 * unit, 0.62 * lane)
                paint.marks(paper, theme, color, [(left + 16 * unit, middle)], mark)
                ink = theme.text if most else theme.quiet
                texture = paint.label(str(count), size, ink, most)
                paint.write(paper, texture, self.right - 10 * unit, middle, (1, 0.5))

    # --- coordinates ---

    @property
    def _rows(self) -> range:
        return range(len(self.terrains))

    @property
    def _high(self) -> float:
        """Height of a terrain's row."""
        unit, rows = self.app.unit, len(self.terrains)
        return float(self.height - _BOTTOM * unit - (rows - 1) * _GAP * unit) / rows

    def _row(self, row: int) -> float:
        """Return the bottom of a terrain's row."""
        return float(self.top - (row + 1) * self._high - row * _GAP * self.app.unit)

    def _x(self, turn: float) -> float:
        unit = self.app.unit
        left = self.x + _LEFT * unit
        return float(left + (self.right - _RIGHT * unit - left) * turn / max(1, self.turns))

    def _boxes(self, span: MajoritySpan) -> list[PaintBox]:
        """Return a span's stripes."""
        unit = self.app.unit
        row = [terrain for terrain, _ in self.terrains].index(span.terrain)
        bottom, band = self._row(row) + _EDGE * unit, self._high - 2 * _EDGE * unit
        boxes = []
        for stripe in self._stripes[span]:
            left, high = self._x(stripe.first), band / stripe.of
            width = max(4 * unit, self._x(stripe.last) - left)
            boxes.append((left, bottom + band - (stripe.place + 1) * high, width, high))
        return boxes

    def where(self, item: MajoritySpan) -> PaintPoint:
        """Return the middle of a span's longest stripe."""
        x, y, width, height = max(self._boxes(item), key=lambda box: box[2])
        return x + width / 2, y + height / 2

    def distance(self, item: MajoritySpan, place: PaintPoint) -> float:
        """Return the distance from a span's nearest stripe."""
        return min(to_box(box, place) for box in self._boxes(item))


class BandSample(Plot):
    """A sample band for the legend: of one player, or of two who are `level`."""

    level = BooleanProperty(False)
    colors = ListProperty()

    def __init__(self, **given: Any) -> None:
        super().__init__(brief=True, **given)
        for name in ("level", "colors"):
            self.fbind(name, self._repaint)

    def paint(self, paper: InstructionGroup) -> None:
        shown = self.colors[: 2 if self.level else 1]
        for at, color in enumerate(shown):
            high = self.height / len(shown)
            box = (self.x, self.top - (at + 1) * high, self.width, high)
            fill_band(paper, self.app.theme, self.app.unit, color, [box])
