"""Scores by turn: a line for each player, with the player's shape at every increase."""

from typing import Any, Final

from kivy.graphics import Color as Ink
from kivy.graphics import InstructionGroup, Line
from kivy.properties import ListProperty, NumericProperty

from companion.game.chart_data import Curve, Point, grid_step
from kiosk.appearance.icons import draw
from kiosk.final.charts import paint
from kiosk.final.charts.paint import PaintPoint
from kiosk.final.charts.plot import SMALL, Plot, ticks, turns_axis

_LEFT, _RIGHT, _BOTTOM, _TOP = 36, 12, 20, 22  # units around the chart
_MARK, _LAST_MARK = 8.5, 14  # units
_TICKETS: Final = 0.1  # relative width of the last step, to the score with tickets


class ScoreChart(Plot):
    """Draws `curves`, scaled to the lowest and highest score; `turning` is marked with a flag."""

    curves = ListProperty()
    turning = NumericProperty(-1)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("curves", "turning"):
            self.fbind(name, self._repaint)

    def paint(self, paper: InstructionGroup) -> None:
        """Draw grid, lines and shapes."""
        if not self.curves:
            return
        self._scale()
        self._grid(paper)
        unit, theme = self.app.unit, self.app.theme
        for curve in self.curves:
            places = [self._at(turn, score) for turn, score in self._course(curve)]
            paint.course(paper, theme, curve.color, places, 2.6 * unit)
        for curve in self.curves:
            if not self.brief:
                points = [point for point in curve.points[1:] if not point.final]
                places = [self.where(point) for point in points]
                paint.marks(paper, theme, curve.color, places, _MARK * unit)
        for curve in self.curves:
            last = self._at(*self._course(curve)[-1])
            paint.marks(paper, theme, curve.color, [last], _LAST_MARK * unit)

    # --- coordinates ---

    def _scale(self) -> None:
        scores = [score for curve in self.curves for score in curve.scores]
        scores += [point.score for curve in self.curves for point in curve.points]
        low, high = min(0, *scores), max(0, *scores)
        self._step = grid_step(low, high)
        self._low = low // self._step * self._step
        self._high = max(self._step, -(-high // self._step) * self._step)
        one: Curve = self.curves[0]
        self._turns = max(1, len(one.scores) - 1 - one.final)
        self._end = self._turns * (1 + _TICKETS) if one.final else self._turns

    def _course(self, curve: Curve) -> list[tuple[float, int]]:
        """Return turns and scores along a line."""
        course: list[tuple[float, int]] = list(enumerate(curve.scores))
        if curve.final:
            course[-1] = self._end, curve.scores[-1]
        return course

    def _at(self, turn: float, score: float) -> PaintPoint:
        unit = self.app.unit
        wide, high = self.width - (_LEFT + _RIGHT) * unit, self.height - (_TOP + _BOTTOM) * unit
        share = (score - self._low) / (self._high - self._low)
        return (
            self.x + _LEFT * unit + wide * turn / self._end,
            self.y + _BOTTOM * unit + high * share,
        )

    def where(self, item: Point) -> PaintPoint:
        """Return a score's position."""
        return self._at(self._end if item.final else item.turn, item.score)

    # --- the grid ---

    def _grid(self, paper: InstructionGroup) -> None:
        unit, theme, words = self.app.unit, self.app.theme, self.app.words
        levels = range(self._low, self._high + 1, self._step)
        left, right = self._at(0, 0)[0], self._at(self._end, 0)[0]
        rows = [(left, self._at(0, level)[1], right - left, 1) for level in levels]
        paint.fill(paper, (*theme.line[:3], 0.55), rows)
        paint.fill(paper, theme.quiet, [(left, self._at(0, 0)[1], right - left, 1)])
        for level in levels:
            texture = paint.label(str(level), SMALL * unit, theme.quiet)
            paint.write(paper, texture, left - 7 * unit, self._at(0, level)[1], (1, 0.5))
        texture = paint.label(
            words.pgettext("axis of a chart", "points"), SMALL * unit, theme.quiet
        )
        paint.write(paper, texture, self.x, self.top, (0, 1))
        self._turns_along(paper)
        if self.turning >= 0 and not self.brief:
            self._flag(paper)

    def _turns_along(self, paper: InstructionGroup) -> None:
        words = self.app.words
        end = (
            words.pgettext("axis of a chart", "with tickets")
            if self.curves[0].final
            else words.pgettext("axis of a chart", "turn")
        )
        at = [(turn, self._at(turn, 0)[0]) for turn in ticks(self._turns, 4 if self.brief else 8)]
        places = [*at, (0, self._at(self._end, 0)[0] + _RIGHT * self.app.unit)]
        turns_axis(paper, self.app, places, self._at(0, self._low)[1], end)

    def _flag(self, paper: InstructionGroup) -> None:
        """Draw the turning point's flag."""
        unit, theme = self.app.unit, self.app.theme
        x, bottom = self._at(min(self.turning, self._end), self._low)
        top = self.top - 16 * unit
        paper.add(Ink(*theme.accent))
        paper.add(Line(points=(x, bottom, x, top), width=1, dash_length=4, dash_offset=4))
        size = 17 * unit
        paper.add(draw("flag", (x - 4 * unit, self.top - size, size), theme.accent, theme.ground))
