"""Trying out lights and displays, one step after the other; each trial ends by itself."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock, ClockEvent

if TYPE_CHECKING:
    from companion.words import Words
    from hardware.lights.lights import Lights
    from kiosk.devices.devices import Devices

GLOW: Final = 0.6  # seconds that each light is on
SHOWN: Final = 4.0  # seconds that displays show their trial pictures


class Trials:
    """At most one at a time."""

    def __init__(self, devices: "Devices", words: Callable[[], "Words"]) -> None:
        self._devices = devices
        self._words = words
        self._timer: ClockEvent | None = None
        self._end: Callable[[], None] | None = None

    def lights(self) -> None:
        """Every light in turn, and the buzzer."""
        self.stop()
        lights = self._devices.lights
        if lights is not None:
            self._end = lights.show_only
            self._glow(lights, lights.names)

    def displays(self) -> None:
        """All displays at once; what the game shows comes back, sooner if that changes."""
        from hardware.displays.pictures import trial_picture

        self.stop()
        for link in self._devices.links:
            link.show(trial_picture(link.device.kind, self._words()))
        self._end = self._devices.follow
        self._later(self.stop, SHOWN)

    def stop(self) -> None:
        """End what is tried: everything shows the game again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        end, self._end = self._end, None
        if end is not None:
            end()

    def _glow(self, lights: "Lights", names: tuple[str, ...]) -> None:
        if names:
            lights.show_only(names[0])
            self._later(lambda: self._glow(lights, names[1:]), GLOW)
        else:
            self.stop()

    def _later(self, act: Callable[[], None], seconds: float) -> None:
        self._timer = Clock.schedule_once(lambda *args: act(), seconds)
