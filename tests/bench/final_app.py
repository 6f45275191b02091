"""The end of a game and a bare chart, each measured from inside; they draw the same scores.

python -m tests.bench.final_app bare|kiosk DATABASE COUNT [hasty]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.game.commands import Reveal, Undo
from companion.game.game import Game
from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from kiosk.machine import environment

environment.prepare()
environment.configure((800, 480), fullscreen=False)
environment.open_window()

from kivy.app import App  # noqa: E402
from kivy.graphics import Color, Line, SmoothLine  # noqa: E402
from kivy.uix.floatlayout import FloatLayout  # noqa: E402
from kivy.uix.label import Label  # noqa: E402

from companion.game.chart_data import curves, grid_step  # noqa: E402
from kiosk import screens  # noqa: E402
from tests.bench.gauge import Gauge, measure  # noqa: E402

WARM_UP = 3  # not counted
LEFT, BOTTOM, WIDE, HIGH = 40, 30, 740, 430
COLORS = ((0.3, 0.55, 1), (1, 0.36, 0.36), (0.24, 0.84, 0.55), (1, 0.85, 0.3), (0.7, 0.7, 0.7))


class BareChart(FloatLayout):
    """Lines, a grid, and labels, as anybody would draw them."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        drawn = curves(game)
        scores = [score for curve in drawn for score in curve.scores]
        low, high = min(0, *scores), max(scores)
        turns, step = len(drawn[0].scores) - 1, grid_step(low, high)

        def at(turn: float, score: float) -> tuple[float, float]:
            return LEFT + WIDE * turn / turns, BOTTOM + HIGH * (score - low) / (high - low)

        with self.canvas:
            Color(0.3, 0.3, 0.3)
            for level in range(low // step * step, high + 1, step):
                Line(points=(*at(0, level), *at(turns, level)))
                self._write(str(level), LEFT - 20, at(0, level)[1])
            for curve, color in zip(drawn, COLORS, strict=False):
                Color(*color)
                points = [part for pair in enumerate(curve.scores) for part in at(*pair)]
                SmoothLine(points=points, width=1.4)
        for turn in range(0, turns, grid_step(0, turns, 8)):
            self._write(str(turn), at(turn, 0)[0], BOTTOM - 15)
        for seat, player in enumerate(game.state.seats):
            self._write(player.name, 100 + 140 * seat, 470)

    def _write(self, text: str, x: float, y: float) -> None:
        self.add_widget(Label(text=text, size_hint=(None, None), size=(80, 20), center=(x, y)))


class BareApp(App):
    """An empty window, until the chart comes."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def build(self) -> FloatLayout:
        """Make it."""
        return FloatLayout()


def first_frame(gauge: Gauge, show: Callable[[], object]) -> float:
    """Seconds until what is shown has been drawn once."""
    begun = time.monotonic()
    show()
    while gauge.frames[-1] < begun:
        gauge.turn()
    return gauge.frames[-1] - begun


def bare(gauge: Gauge, count: int) -> dict[str, Any]:
    """The chart, again and again."""
    app = App.get_running_app()
    times = []
    for _ in range(WARM_UP + count):
        app.root.clear_widgets()
        gauge.settle()
        times.append(first_frame(gauge, lambda: app.root.add_widget(BareChart(app.game))))
    return {"times": times[WARM_UP:]}


def kiosk(gauge: Gauge, count: int) -> dict[str, Any]:
    """The last tickets are shown, and the end comes up."""
    gauge.settle()
    app = App.get_running_app()
    times = []
    for _ in range(WARM_UP + count):
        app.go(screens.reveal)
        app.referee.submit(last_reveal(app.referee.game))
        gauge.settle()
        times.append(first_frame(gauge, app.home))
        assert app.screen.board is not None, "the scores are not built up"
        type(app.screen).unveiled = None
        app.referee.submit(Undo())
    return {"times": times[WARM_UP:]}


def last_reveal(game: Game) -> Reveal:
    """The tickets that were shown last, as they were taken back."""
    entry = next(entry for entry in reversed(game.entries) if entry.verb == "reveal")
    reveal = parse(entry.request)
    assert isinstance(reveal, Reveal)
    return reveal


def main(what: str, database: str, count: str, manner: str = "") -> None:
    """Measure one thing."""
    is_hasty = manner == "hasty"
    if what == "bare":
        journal = Journal.open(Path(database))
        referee = Referee(journal)
        game = referee.game
        measure(BareApp(game).run, lambda gauge: bare(gauge, int(count)), is_hasty=is_hasty)
    else:
        from kiosk.__main__ import main as start_kiosk

        options = ["--db", database, "--size", "800x480"]
        run = lambda: start_kiosk(options)  # noqa: E731
        measure(run, lambda gauge: kiosk(gauge, int(count)), is_hasty=is_hasty)


if __name__ == "__main__":
    main(*sys.argv[1:])
