"""Turns key events of any keyboard into button presses for the panel."""

from collections.abc import Callable, Mapping

from hardware.buttons.keyboards.key_map import CLICKS
from hardware.buttons.panel import ButtonPanel

Overhear = Callable[[str, bool], bool]


class KeyPresses:
    """Posts the assigned buttons of keys; a key that `overhear` consumes presses nothing."""

    def __init__(
        self,
        keys: Mapping[str, str],
        panel: ButtonPanel,
        overhear: Overhear = lambda key, down: False,
    ) -> None:
        self._keys = keys
        self._panel = panel
        self._overhear = overhear
        self._down: set[str] = set()  # buttons

    def feed(self, key: str, down: bool) -> None:
        """Process a key event; a held key repeats, which keeps turning the dial."""
        if self._overhear(key, down) or key not in self._keys:
            return
        button = self._keys[key]
        if button in CLICKS:
            if down:
                self._panel.turn(CLICKS[button])
        elif down != (button in self._down):
            (self._down.add if down else self._down.discard)(button)
            self._panel.post(button, down, bounces=False)

    def forget(self) -> None:
        """Drop all pressed keys, because the keyboard is gone."""
        while self._down:
            self._panel.forget(self._down.pop())
