"""Scores by turn: a line for every player, with the player's shape at its end."""

from typing import Any, Final

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothLine
from kivy.properties import ListProperty
from kivy.uix.widget import Widget

from kiosk.results import Curve, grid_step, number
from kiosk.theme import SHAPES
from kiosk.widgets.icons import draw

_MARK: Final = 15  # units
_TICKETS: Final = 0.12  # of the turns: how far the last step goes, to the score with tickets


class ScoreChart(Widget):
    """Draws `curves`; the highest and the lowest score set its scale."""

    curves = ListProperty()

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        self.bind(curves=self._draw, pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.canvas.clear()
        if not self.curves or self.width <= 1 or self.height <= 1:
            return
        self._app = App.get_running_app()
        scores = [score for curve in self.curves for score in curve.scores]
        step = grid_step(min(0, *scores), max(0, *scores))
        self._low = min(0, *scores) // step * step
        self._high = max(step, -(-max(0, *scores) // step) * step)
        with self.canvas:
            for level in range(self._low, self._high + 1, step):
                self._level(level)
            for curve in self.curves:
                self._curve(curve)
        self._marks()

    def _at(self, along: float, score: float) -> tuple[float, float]:
        """Where a score is drawn; `along` goes from 0 to 1."""
        unit = self._app.u
        left, room = self.x + 34 * unit, self.width - (34 + _MARK) * unit
        height = self.height - _MARK * unit
        share = (score - self._low) / (self._high - self._low)
        return left + room * along, self.y + _MARK * unit / 2 + height * share

    def _level(self, level: int) -> None:
        """A line of the grid, with its number."""
        theme, unit = self._app.theme, self._app.u
        (left, y), (right, _) = self._at(0, level), self._at(1, level)
        Color(*theme.line)
        dashes = {} if level == 0 else {"dash_length": 3 * unit, "dash_offset": 4 * unit}
        Line(points=(left, y, right, y), width=1, **dashes)
        label = CoreLabel(text=number(level), font_size=12 * unit, color=theme.quiet)
        label.refresh()
        width, height = label.texture.size
        Color(1, 1, 1, 1)
        Rectangle(
            texture=label.texture,
            pos=(left - width - 6 * unit, y - height / 2),
            size=(width, height),
        )

    def _curve(self, curve: Curve) -> None:
        theme, unit = self._app.theme, self._app.u
        points = self._points(curve)
        if curve.color == "black":  # it would vanish on the ground
            Color(*theme.outline)
            SmoothLine(points=points, width=1.9 * unit, joint="round", cap="round")
        Color(*theme.players[curve.color])
        SmoothLine(points=points, width=1.3 * unit, joint="round", cap="round")

    def _points(self, curve: Curve) -> list[float]:
        turns = max(1, len(curve.scores) - 2)
        along = [turn / turns / (1 + _TICKETS) for turn in range(len(curve.scores) - 1)] + [1]
        return [
            value
            for share, score in zip(along, curve.scores, strict=True)
            for value in self._at(share, score)
        ]

    def _marks(self) -> None:
        theme, size = self._app.theme, _MARK * self._app.u
        for curve in self.curves:
            x, y = self._points(curve)[-2:]
            corner = (x - size / 2, y - size / 2)
            if curve.color == "black":
                rim = size / 6
                box = (corner[0] - rim, corner[1] - rim, size + 2 * rim)
                self.canvas.add(draw(SHAPES[curve.color], box, theme.outline, theme.outline))
            box = (*corner, size)
            self.canvas.add(
                draw(SHAPES[curve.color], box, theme.players[curve.color], theme.ground)
            )
