"""A number with minus and plus; holding one of them repeats it."""

from typing import Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.stocktake.view import CountCell
from kiosk.widgets.basics import Pad

REPEAT_DELAY_SECONDS: Final = 0.45  # seconds
SLOW_INTERVAL: Final = 0.14  # seconds between steps
FAST_INTERVAL: Final = 0.06
FAST_AFTER_STEPS: Final = 6


class StepPad(Pad):
    """Fires on_step(moment) when tapped, and repeatedly while held."""

    icon = StringProperty("plus")

    def __init__(self, **given: Any) -> None:
        self._steps = 0  # steps since the touch began
        self._next: ClockEvent | None = None
        self.register_event_type("on_step")
        super().__init__(**given)

    def on_step(self, moment: object) -> None:
        """Fired for each step."""

    def on_pressed(self, pad: object, pressed: bool) -> None:
        """Start or stop repeating."""
        if self._next is not None:
            self._next.cancel()
            self._next = None
        if pressed:
            self._steps = 0
            self._next = Clock.schedule_once(self._run, REPEAT_DELAY_SECONDS)

    def _run(self, *args: object) -> None:
        if self.get_root_window() is None:  # the screen has changed under the finger
            return
        self._steps += 1
        self._next = Clock.schedule_once(
            self._run, SLOW_INTERVAL if self._steps < FAST_AFTER_STEPS else FAST_INTERVAL
        )
        self.dispatch("on_step", self._moment)

    def on_tap(self, moment: object) -> None:
        """Fire one step, unless it already repeated."""
        if not self._steps:
            self.dispatch("on_step", moment)


class StepperFigure(BoxLayout):
    """A number; highlighted with the recorded number if the two differ."""

    cell = ObjectProperty(CountCell(), rebind=True)


class Stepper(BoxLayout):
    """Fires on_step(by, moment), where `by` is 1 or -1."""

    cell = ObjectProperty(CountCell(), rebind=True)

    __events__ = ("on_step",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        fewer, more = StepPad(icon="minus"), StepPad(icon="plus")
        fewer.bind(on_step=lambda pad, moment: self.dispatch("on_step", -1, moment))
        more.bind(on_step=lambda pad, moment: self.dispatch("on_step", 1, moment))
        self._pads = fewer, more
        upright = self.orientation == "vertical"
        figure = StepperFigure(cell=self.cell, size_hint=(1, 2) if upright else (1.4, 1))
        self.bind(cell=figure.setter("cell"))
        self.fbind("cell", self._show_limits)
        for part in (more, figure, fewer) if upright else (fewer, figure, more):
            self.add_widget(part)
        self._show_limits()

    def on_step(self, by: int, moment: object) -> None:
        """Fired for one more or one fewer."""

    def _show_limits(self, *args: object) -> None:
        fewer, more = self._pads
        fewer.dimmed, more.dimmed = not self.cell.fewer, not self.cell.more


kv.load(__file__)
