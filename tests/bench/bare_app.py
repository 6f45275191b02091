"""The yardstick for the kiosk: a Kivy app of one label, in the same environment.

python -m tests.bench.bare_app start | touch COUNT | work COUNT
"""

from __future__ import annotations

import sys

from kiosk.machine.environment import configure, open_window, prepare

prepare()
configure((800, 480), fullscreen=False)
open_window()

from kivy.app import App  # noqa: E402
from kivy.uix.label import Label  # noqa: E402

from tests.bench.gauge import Gauge, measure, started  # noqa: E402


class Counter(Label):
    """Counts the touches."""

    touches = 0

    def on_touch_up(self, touch: object) -> bool:
        """Show one more."""
        self.touches += 1
        self.text = str(self.touches)
        return True


class BareApp(App):
    """One label."""

    def build(self) -> Counter:
        """Make it."""
        return Counter(text="0")


def answers(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From the lifting of a finger to a changed label."""
    gauge.settle()
    label = App.get_running_app().root

    def answer() -> float:
        wanted = str(label.touches + 1)
        return gauge.answer((400, 240), lambda: label.text == wanted)

    return {"label": [answer() for _ in range(count)]}


def main(what: str, count: str = "0") -> None:
    """Measure one thing."""
    app = BareApp()
    if what == "start":
        measure(app.run, started)
    else:
        measure(app.run, lambda gauge: answers(gauge, int(count)), is_hasty=what == "work")


if __name__ == "__main__":
    main(*sys.argv[1:])
