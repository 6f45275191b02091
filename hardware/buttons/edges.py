"""Buttons and dial on real pins, by gpiozero: a thin shell that only posts what it hears."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hardware.buttons.gpio import close_pins, open_pins
from hardware.buttons.panel import Panel
from hardware.buttons.presses import PUSH
from hardware.wiring.model import Wiring


class Buttons:
    """Everything that can be pressed or turned; what cannot be opened is in `troubles`."""

    def __init__(self, wiring: Wiring, panel: Panel, pin_factory: Any = None) -> None:  # noqa: ANN401
        pins = dict(wiring.buttons)
        wanted: dict[str, Callable[[], Any]] = {}
        if wiring.dial:
            pins[PUSH] = wiring.dial["push"]
            a, b = wiring.dial["a"], wiring.dial["b"]
            wanted["dial"] = partial(_dial, a, b, panel, pin_factory)
        for name, pin in pins.items():
            wanted[name] = partial(_button, name, pin, panel, pin_factory)
        self._opened, self.troubles = open_pins(wanted)

    def close(self) -> None:
        """Let go of the pins; they can be opened again with another wiring."""
        close_pins(self._opened)
        self._opened = {}


def _button(name: str, pin: int, panel: Panel, pin_factory: Any) -> Any:  # noqa: ANN401
    """A button to ground. Bouncing and holding are our own affair.

    gpiozero's cure for bouncing drops presses, and its Button keeps a thread each for holds.
    """
    from gpiozero import DigitalInputDevice

    button = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)
    button.when_activated = partial(panel.post, name, True)
    button.when_deactivated = partial(panel.post, name, False)
    if button.is_active:
        panel.already_down(name)
    return button


def _dial(a: int, b: int, panel: Panel, pin_factory: Any) -> Any:  # noqa: ANN401
    """Follows all four edges of a click: bouncing goes back and forth, and counts none."""
    from gpiozero import RotaryEncoder

    dial = RotaryEncoder(a, b, max_steps=0, pin_factory=pin_factory)
    dial.when_rotated_clockwise = partial(panel.turn, 1)
    dial.when_rotated_counter_clockwise = partial(panel.turn, -1)
    return dial
