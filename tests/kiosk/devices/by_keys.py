"""Fingers on a keyboard: keys as the window tells of them, by their places."""

from kivy.core.window import Window

from hardware.buttons.debounce import PUSH
from hardware.buttons.keyboards.key_map import BY_USB, NEXT, PREVIOUS, USUAL
from hardware.wiring.file import write
from hardware.wiring.model import Wiring
from tests.hardware.by_buttons import Clock, Hands, Table

PLACES = {**{key: place for place, key in BY_USB.items()}, "ctrl": 224, "alt": 230}
KEY_OF = {button: key for key, button in reversed(USUAL.items())}  # of each its first: the numpad's
NUMPAD = write(Wiring(keys=USUAL))


def key_down(key: str) -> None:
    """As Kivy tells it, which takes 0 on the numpad for Alt."""
    Window.dispatch("on_key_down", 0, PLACES[key], "", ["alt"] if key == "kp0" else [])


def key_up(key: str) -> None:
    Window.dispatch("on_key_up", 0, PLACES[key])


def strike(key: str) -> None:
    key_down(key)
    key_up(key)


class KeyHands(Hands):
    """Presses keys of the numpad in the place of buttons, and turns the dial by them."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def press(self, button: str, seconds: float = 0.1) -> None:
        before = self._table.count
        key_down(KEY_OF[button])
        self._clock.passes(seconds)
        key_up(KEY_OF[button])
        self._clock.passes(seconds)
        self._wait_for(before + 1)

    def push(self) -> None:
        self.press(PUSH)

    def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            self.press(NEXT if steps > 0 else PREVIOUS)
