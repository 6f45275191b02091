"""The yardstick for buttons: a mock pin's callback changes the label of a bare Kivy app.

python -m tests.bench.bare_button COUNT
"""

from __future__ import annotations

import sys

from tests.bench.bare_app import BareApp  # it prepares Kivy's environment

from gpiozero import DigitalInputDevice  # isort: skip
from kivy.app import App
from kivy.clock import Clock

from tests.bench.gauge import Gauge, measure
from tests.bench.pressing import answer, mock_pins, pause

PIN = 16


def answers(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From an edge to a changed label."""
    gauge.settle()
    pins, label = mock_pins(), App.get_running_app().root
    button = DigitalInputDevice(PIN, pull_up=True)

    def press() -> None:
        label.touches += 1
        label.text = str(label.touches)

    button.when_activated = lambda: Clock.schedule_once(lambda *args: press(), -1)

    def timed() -> float:
        wanted = str(label.touches + 1)
        seconds = answer(gauge, pins.pin(PIN).drive_low, lambda: label.text == wanted)
        pins.pin(PIN).drive_high()
        pause(gauge)
        return seconds

    return {"label": [timed() for _ in range(count)]}


if __name__ == "__main__":
    measure(BareApp().run, lambda gauge: answers(gauge, int(sys.argv[1])))
