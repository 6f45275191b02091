"""From keys to buttons: whichever keyboard they are on, what they stand for goes to the panel."""

from collections.abc import Callable, Mapping

from hardware.buttons.keyboards.key_map import CLICKS
from hardware.buttons.panel import ButtonPanel

Overhear = Callable[[str, bool], bool]


class KeyPresses:
    """Posts what keys stand for; a key that `overhear` takes for itself presses nothing."""

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
        """A key went down or up; held, it comes down again and again, and the dial goes on."""
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
        """The keyboard is gone: whatever was down, nobody pressed or held it."""
        while self._down:
            self._panel.forget(self._down.pop())
