"""A grid of tiles with as many columns as fit."""

from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.gridlayout import GridLayout

from kiosk.running import running_app


def columns(count: int, room: float, least: float, gap: float) -> int:
    """Return how many columns of at least `least` fit, with rows of about equal length."""
    fitting = max(1, int((room + gap) / (least + gap)))
    rows = -(-count // fitting)
    return -(-count // rows) if rows else 1


class Tiles(GridLayout):
    """A grid with as many columns as fit; if `row` is set, it adapts its height to its rows."""

    least = NumericProperty(100)  # minimum column width in units
    row = NumericProperty(0)  # row height in units

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
