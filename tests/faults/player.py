"""The kiosk as anybody starts it, with a finger that plays on in the game on its table.

python -m tests.faults.player DATABASE [KIOSK'S OPTIONS]. It prints a line of JSON when its first
screen is drawn, when the table is, and for every entry when the table shows it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from kiosk import environment
from kiosk.__main__ import main as start_kiosk

environment.prepare()  # as main() does, but before the gauge brings Kivy in

from kivy.app import App  # noqa: E402
from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402

from kiosk.demo import Hands, Request, middle  # noqa: E402
from tests.bench.gauge import Gauge  # noqa: E402
from tests.faults.game import REQUESTS  # noqa: E402

if TYPE_CHECKING:
    from kiosk.app import KioskApp


class Player:
    """Plays by taps, and tells what the screen shows."""

    def __init__(self, gauge: Gauge) -> None:
        self._gauge = gauge
        self._app: KioskApp = App.get_running_app()
        self._hands = Hands(self._app)

    def play(self) -> None:
        """From the first screen on, until it is left or the game's requests are played."""
        self._gauge.turn(3)
        tell(up=self._app.shown)
        if self._app.sheet is not None:  # something is to be read first
            self._tap("Continue")
        self._tap("Continue")
        self._tell_table()
        while (seq := self._app.referee.seq) < len(REQUESTS) and not EventLoop.quit:
            self._enter(REQUESTS[seq])
            self._tell_table()
        while not EventLoop.quit:
            self._gauge.turn()

    def _enter(self, request: Request) -> None:
        waiting = self._app.desk.half.first
        if waiting is not None:  # its first card was drawn before the plug was pulled
            request = {**request, "cards": request["cards"][1:]}
        for point in self._hands.plays(request):
            self._gauge.tap(point)
            if self._app.desk.half.first != waiting:
                waiting = self._app.desk.half.first
                tell(half=waiting)

    def _tap(self, said: str) -> None:
        words = self._hands.find(lambda part: getattr(part, "said", "") == said)
        self._gauge.tap(middle(words))

    def _tell_table(self) -> None:
        app = self._app
        tell(
            seq=app.referee.seq,
            scores=[panel.view.score for panel in app.screen.panels],
            saved=app.desk.saved,
            half=app.desk.half.first,
        )


def tell(**what: Any) -> None:  # noqa: ANN401
    """A line, at once."""
    print(json.dumps(what), flush=True)


def main() -> int:
    """Run the kiosk with a player in the place of its main loop."""

    def instead() -> None:
        Clock._max_fps = 0
        Player(Gauge()).play()

    EventLoop.mainloop = instead
    database, *options = sys.argv[1:]
    return start_kiosk(["--db", database, "--size", "800x480", "--language", "en", *options])


if __name__ == "__main__":
    sys.exit(main())
