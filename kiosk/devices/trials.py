"""Tests of lights and displays."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock, ClockEvent

from hardware.displays import SPEEDS
from hardware.lights.blinking import GLOW_SECONDS
from hardware.wiring.model import Display

if TYPE_CHECKING:
    from companion.words import Words
    from hardware.lights.lights import Lights
    from kiosk.devices.devices import Devices

SPEED_TRIAL_SECONDS: Final = 3.0  # seconds; a display can restart when its port is opened
TRIAL_SECONDS: Final = 4.0  # seconds that test pictures are shown


class Trials:
    """Runs at most one test at a time."""

    def __init__(self, devices: "Devices", words: Callable[[], "Words"]) -> None:
        self._devices = devices
        self._words = words
        self._timer: ClockEvent | None = None
        self._end: Callable[[], None] | None = None
        self.glowing = ""  # the light that is on

    def lights(self) -> None:
        """Test every light in turn, and the buzzer."""
        self.stop()
        lights = self._devices.lights
        if lights is not None:
            self._end = lights.show_only
            self._glow(lights, lights.names)

    def displays(self) -> None:
        """Show test pictures on all displays for a while, or until the game changes."""
        from hardware.displays.pictures import trial_picture

        self.stop()
        for link in self._devices.links:
            link.show(trial_picture(link.device.kind, self._words()))
        self._end = self._devices.follow
        self._later(self.stop, TRIAL_SECONDS)

    def speeds(self, display: Display, tell: Callable[[int | None], None]) -> None:
        """Show a number on a display at each common baud rate in turn.

        `tell` is called with the index of each rate, and with None at the end.
        """
        self.stop()
        self._devices.let_go(display)
        self._try_speed(display, 0, tell)

    def _try_speed(self, display: Display, place: int, tell: Callable[[int | None], None]) -> None:
        from hardware.displays.link import Link
        from hardware.displays.pictures import number_picture

        self.stop()
        if place == len(SPEEDS):
            tell(None)
            self._devices.reopen()
            return
        link = Link(replace(display, baud=SPEEDS[place]))
        link.show(number_picture(display.kind, place + 1, SPEEDS[place], self._words()))
        self._end = link.close
        tell(place)
        self._later(lambda: self._try_speed(display, place + 1, tell), SPEED_TRIAL_SECONDS)

    def stop(self) -> None:
        """End the test and show the game again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        end, self._end = self._end, None
        self.glowing = ""
        if end is not None:
            end()

    def _glow(self, lights: "Lights", names: tuple[str, ...]) -> None:
        if names:
            self.glowing = names[0]
            lights.show_only(self.glowing)
            self._later(lambda: self._glow(lights, names[1:]), GLOW_SECONDS)
        else:
            self.stop()
        self._devices.tell()

    def _later(self, act: Callable[[], None], seconds: float) -> None:
        self._timer = Clock.schedule_once(lambda *args: act(), seconds)
