"""Tiles side by side, in as many columns as there is room for."""

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout

from kiosk.running import running_app


def columns(count: int, room: float, least: float, gap: float) -> int:
    """So many columns that none is narrower than it may be, and the rows are about as long."""
    fitting = max(1, int((room + gap) / (least + gap)))
    rows = -(-count // fitting)
    return -(-count // rows) if rows else 1


class Tiles(GridLayout):
    """As many columns as there is room for; with `row`, the height of one, as high as its rows."""

    least = NumericProperty(100)  # units: no column is narrower
    row = NumericProperty(0)  # units

    def __init__(self, **given: Any) -> None:
        super().__init__(**{"cols": 1, **given})
        for name in ("width", "children", "spacing", "least", "row"):
            self.fbind(name, self._lay_out)
        self._lay_out()

    def _lay_out(self, *args: object) -> None:
        unit, count = running_app().unit, len(self.children)
        across, between = self.spacing
        self.cols = columns(count, self.width, self.least * unit, across)
        if self.row:
            rows = -(-count // self.cols)
            self.size_hint_y = None
            self.height = max(0, rows * (self.row * unit + between) - between)
