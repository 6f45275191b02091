"""The kiosk as anybody starts it, with a finger that plays on in the game on its table.

python -m tests.faults.player TOLD_TO HOURS DATABASE. To a file that is open, by its number, it
writes a line of JSON when its first screen is drawn, when the table is, and for every entry when
the table shows it. It plays to the end of the game; or for so many hours, a turn every two
minutes, game after game.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kiosk.__main__ import main as start_kiosk
from kiosk.machine import environment

environment.prepare()  # as main() does, but before the gauge brings Kivy in

from kivy.app import App  # noqa: E402
from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402

from companion.game.requests.requests import parse  # noqa: E402
from kiosk.demo import Hands, NotOnScreenError, Request, middle  # noqa: E402
from tests.bench.gauge import SEEN, Gauge, memory  # noqa: E402
from tests.faults.game import REQUESTS  # noqa: E402

if TYPE_CHECKING:
    from kiosk.app import KioskApp


TURNS = 30  # in an hour


class Left(Exception):
    """The kiosk has been asked to end."""


class LeavingGauge(Gauge):
    """Turns as long as Kivy's own main loop would."""

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            if EventLoop.quit:
                raise Left
            super().turn()


class Player:
    """Plays by taps, and tells what the screen shows."""

    def __init__(self, gauge: Gauge, told_to: int) -> None:
        self._gauge = gauge
        self._told_to = told_to
        self._app: KioskApp = App.get_running_app()
        self._hands = Hands(self._app)
        self._resizes = self._excused = 0
        Window.bind(size=self._count_resize)

    def play(self, hours: int) -> None:
        """From the first screen on, until it is left or all is played."""
        self._gauge.turn(3)
        self._tell(up=self._app.screen_name)
        if self._app.sheet is not None:  # something is to be read first
            self._tap("Continue")
        self._tap("Continue")
        self._tell_table()
        for _ in range(hours):
            self._play_hour()
            self._tell(memory=memory())
        while not hours and self._app.referee.seq < len(REQUESTS):
            self._play_turn()
        while True:
            self._gauge.turn()

    def _play_hour(self) -> None:
        for _ in range(TURNS):
            if self._app.referee.seq == len(REQUESTS):
                self._app.desk.submit(parse(REQUESTS[0]), self._app.desk.moment())
                self._app.home()
                self._gauge.turn(3)
            self._gauge.skip(3600 / TURNS - 2 * SEEN)
            self._play_turn()

    def _play_turn(self) -> None:
        while not self._is_entered():
            self._gauge.turn(3)
            # A tap is lost only where the window was resized under the finger: then once more.
            assert self._resizes > self._excused, "a tap did not count"
            self._excused = self._resizes
            self._app.home()
            self._gauge.turn(3)
        self._tell_table()

    def _is_entered(self) -> bool:
        """Enter the next turn by taps, and return whether it counts."""
        before = self._app.referee.seq
        with suppress(NotOnScreenError):
            self._enter(REQUESTS[before])
        return self._app.referee.seq > before

    def _count_resize(self, *args: object) -> None:
        self._resizes += 1

    def _enter(self, request: Request) -> None:
        waiting = self._app.desk.half.first
        if waiting is not None:  # its first card was drawn before the plug was pulled
            request = {**request, "cards": request["cards"][1:]}
        for point in self._hands.plays(request):
            self._gauge.tap(point)
            if self._app.desk.half.first != waiting:
                waiting = self._app.desk.half.first
                self._tell(half=waiting)

    def _tap(self, said: str) -> None:
        words = self._hands.find(lambda part: getattr(part, "content", "") == said)
        self._gauge.tap(middle(words))

    def _tell_table(self) -> None:
        app = self._app
        self._tell(
            seq=app.referee.seq,
            scores=[panel.view.score for panel in app.screen.panels],
            saved=app.desk.saved,
            half=app.desk.half.first,
        )

    def _tell(self, **what: Any) -> None:  # noqa: ANN401
        os.write(self._told_to, json.dumps(what).encode() + b"\n")


def main() -> int:
    """Run the kiosk with a player in the place of its main loop."""

    told_to, hours, database = sys.argv[1:]

    def instead() -> None:
        Clock._max_fps = 0
        with suppress(Left):
            Player(LeavingGauge(), int(told_to)).play(int(hours))

    EventLoop.mainloop = instead
    return start_kiosk(["--db", database, "--size", "800x480", "--language", "en"])


if __name__ == "__main__":
    sys.exit(main())
