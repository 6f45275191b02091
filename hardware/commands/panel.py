"""The `panel` command: emulate buttons and lights in a terminal."""

import argparse
import contextlib
import os
import re
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.words import Words
from hardware.buttons.box import LineBuffer
from hardware.buttons.debounce import PUSH, SEATS, UNDO
from hardware.emulators.pty_port import PtyPort
from hardware.lights.blinking import BUZZER
from hardware.lights.box_lights import NAMES

BUTTON_OF: Final[Mapping[str, str]] = {
    **{str(number): seat for number, seat in enumerate(SEATS, 1)},
    **{"t": "train", "d": "desert", "j": "jungle", "m": "mountain", "l": "locomotive"},
    **{"u": UNDO, "\r": PUSH, "\n": PUSH},
}
CLICK_OF: Final[Mapping[str, str]] = {
    **{"+": "+1", "\x1b[B": "+1", "\x1b[C": "+1"},  # arrow down, arrow right
    **{"-": "-1", "\x1b[A": "-1", "\x1b[D": "-1"},  # arrow up, arrow left
}
KEEP: Final = " "
END: Final = "q"
_KEY: Final = re.compile(r"\x1b\[[A-D]|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SoftPanel:
    """Which buttons are held down; after KEEP the next key presses without releasing."""

    down: frozenset[str] = frozenset()
    keeping: bool = False

    def typed(self, key: str) -> tuple["SoftPanel", tuple[str, ...]]:
        """Return the panel and the lines after a key; a held button is released by its own key."""
        if key == KEEP:
            return replace(self, keeping=True), ()
        after = replace(self, keeping=False)
        if key in CLICK_OF:
            return after, (f"dial {CLICK_OF[key]}",)
        button = BUTTON_OF.get(key)
        if button is None:
            return after, ()
        if button in self.down:
            return replace(after, down=self.down - {button}), (f"{button} up",)
        if self.keeping:
            return replace(after, down=self.down | {button}), (f"{button} down",)
        return after, (f"{button} down", f"{button} up")


def keys(text: str) -> list[str]:
    """Split terminal input into keys: an arrow key is several characters."""
    return _KEY.findall(text)


class Lamps:
    """The lights and the buzzer of the emulated box."""

    stored = 0

    def __init__(self, changed: Callable[[str], None] = lambda text: None) -> None:
        self._changed = changed
        self._lines = LineBuffer()
        self._lit: set[str] = set()

    def feed(self, data: bytes) -> None:
        for line in self._lines.feed(data):
            before = self.text()
            self._told(*line.split())
            if self.text() != before:
                self._changed(self.text())

    def text(self) -> str:
        """Return all lights and sounds that are on."""
        return " ".join(name for name in NAMES if name in self._lit)

    def _told(self, *words: str) -> None:
        match words:
            case ("light", name, "on" | "off" as how) if name in NAMES:
                pass
            case (str() as name, "on" | "off" as how) if name == BUZZER:
                pass
            case _:
                return
        (self._lit.add if how == "on" else self._lit.discard)(name)


def soft_panel(arguments: Sequence[str], words: Words) -> int:
    """Send typed keys as button presses, until q or Ctrl-C."""
    asked = _asked(words, arguments)
    # Translators: which lights are on, e.g. "lit: accepted, seat1"
    said = words.gettext("lit: {lights}")
    lamps = Lamps(lambda lit: print(said.format(lights=lit or "-"), flush=True))
    with PtyPort(lamps, asked.link) as port:
        path = asked.link or port.path
        print(
            words.gettext("Buttons on port {port}. Add this to the wiring file:").format(port=path)
        )
        print(f'\n[panel]\nwhere = "{path}"\n')
        print(_help(words), flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            _send_keys(port)
    return 0


def _asked(words: Words, arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hardware panel",
        # Translators: help of a command
        description=words.gettext("Emulate buttons and a dial with the keyboard."),
    )
    # Translators: help of an option
    text = words.gettext("a fixed name for the port, e.g. /tmp/panel")
    parser.add_argument("--link", type=Path, help=text)
    return parser.parse_args(arguments)


def _help(words: Words) -> str:
    gettext = words.gettext
    return "\n".join(
        (
            # Translators: at most 79 columns
            gettext("1 to 5: seat buttons    t: train card    l: face-up locomotive    u: undo"),
            # Translators: at most 79 columns; the letters are the keys to press
            gettext("d, j, m: desert, jungle, mountain    arrows or + and -: dial    Enter: push"),
            # Translators: at most 79 columns
            gettext("Space, then a key: hold that button; same key again: release.   q: quit"),
        )
    )


def _send_keys(port: PtyPort) -> None:
    panel = SoftPanel()
    for key in _typed():
        panel, lines = panel.typed(key)
        for line in lines:
            # If nobody reads, the buffer fills up and the line is lost.
            port.send(f"{line}\n".encode())
            print(line, flush=True)


def _typed() -> Iterator[str]:
    """Yield key by key, in a terminal without waiting for Enter."""
    source = sys.stdin.fileno()
    with _key_by_key(source):
        while text := os.read(source, 64).decode("ascii", "replace"):
            for key in keys(text):
                if key == END:
                    return
                yield key


@contextlib.contextmanager
def _key_by_key(source: int) -> Iterator[None]:
    if not os.isatty(source):
        yield
        return
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
