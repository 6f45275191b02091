"""What doubling was worth to a player: a piece for every claim, hollow where it was left."""

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import NumericProperty, StringProperty

from kiosk.final.charting import Claimed
from kiosk.final.charts import paint
from kiosk.final.charts.paint import Box, Place
from kiosk.final.charts.plot import SMALL, Plot, to_box
from kiosk.map.painting import vanishes

_HIGH = 24  # units
_GAP = 2


class DoublingBar(Plot):
    """Draws claims, its items: those doubled, then the chances not taken; `most` is its scale."""

    color = StringProperty("blue")
    most = NumericProperty(1)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("color", "most"):
            self.fbind(name, self._repaint)

    def paint(self, paper: InstructionGroup) -> None:
        """The pieces, with their points."""
        unit, theme = self.app.u, self.app.theme
        ink = theme.players[self.color]
        if vanishes(ink, theme.ground):
            ink = theme.outline
        boxes = self._boxes()
        solid = [box for box, claim in zip(boxes, self.items, strict=True) if claim.doubling]
        hollow = [box for box, claim in zip(boxes, self.items, strict=True) if claim.missed]
        paint.fill(paper, theme.line, [(self.x, self.y, 1, self.height)])
        paint.fill(paper, ink, solid)
        paint.fill(paper, ink, paint.frames(hollow, 1.5 * unit))
        for box, claim in zip(boxes, self.items, strict=True):
            on = theme.ground if claim.doubling else theme.text
            texture = paint.label(str(claim.doubling or claim.missed), SMALL * unit, on, bold=True)
            if texture.width + 4 * unit < box[2]:
                middle = box[0] + box[2] / 2, box[1] + box[3] / 2
                paint.write(paper, texture, *middle, (0.5, 0.5))

    def mark(self, paper: InstructionGroup, item: Claimed) -> None:
        """A frame around a piece."""
        x, y, width, height = self._box(item)
        room = 3 * self.app.u
        box = (x - room, y - room, width + 2 * room, height + 2 * room)
        paint.fill(paper, self.app.theme.accent, paint.frames([box], 2 * self.app.u))

    def _boxes(self) -> list[Box]:
        unit = self.app.u
        high = min(_HIGH * unit, self.height - 8 * unit)
        share, at = (self.width - 8 * unit) / max(1, self.most), self.x + 4 * unit
        boxes = []
        for claim in self.items:
            width = (claim.doubling + claim.missed) * share
            boxes.append((at, self.center_y - high / 2, width - _GAP * unit, high))
            at += width
        return boxes

    def _box(self, claim: Claimed) -> Box:
        boxes = self._boxes()
        return boxes[list(self.items).index(claim)]

    def where(self, item: Claimed) -> Place:
        """The middle of a piece."""
        x, y, width, height = self._box(item)
        return x + width / 2, y + height / 2

    def distance(self, item: Claimed, place: Place) -> float:
        """To the nearest part of a piece."""
        return to_box(self._box(item), place)
