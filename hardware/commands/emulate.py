"""The `emulate` command: show an emulated display in the terminal, with a port for the kiosk."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from operator import ne
from pathlib import Path
from typing import Final

from companion.words import Words
from hardware.emulators import EMULATORS
from hardware.emulators.pty_port import PtyPort

_UP: Final = "\x1b[{}A"  # moves the cursor up by this many lines
_REST_OFF: Final = "\x1b[K"  # clears the rest of the line


def emulate(arguments: Sequence[str], words: Words) -> int:
    """Show an emulated display until Ctrl-C."""
    asked = _asked(words, arguments)
    with PtyPort(EMULATORS[asked.display](), asked.link) as port:
        text = words.gettext("{display} on port {port} (Ctrl-C to quit)")
        print(text.format(display=asked.display, port=asked.link or port.path))
        try:
            _show(port)
        except KeyboardInterrupt:
            print()
    return 0


def framed(text: str) -> str:
    """Return a display's text with a frame around it."""
    lines = text.split("\n")
    width = max(map(len, lines))
    edge = f"+{'-' * width}+"
    return "\n".join((edge, *(f"|{line:<{width}}|" for line in lines), edge))


def _asked(words: Words, arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="hardware emulate",
        # Translators: help of a command
        description=words.gettext("Emulate a serial display in the terminal."),
    )
    parser.add_argument("display", choices=sorted(EMULATORS))
    # Translators: help of an option
    text = words.gettext("a fixed name for the port, e.g. /tmp/display")
    parser.add_argument("--link", type=Path, help=text)
    return parser.parse_args(arguments)


def drawn(text: str, before: str | None) -> str:
    """Return the frame with escape codes that overwrite the one before."""
    up = "" if before is None else _UP.format(framed(before).count("\n") + 1)
    return up + "".join(f"{line}{_REST_OFF}\n" for line in framed(text).split("\n"))


def _show(port: PtyPort) -> None:
    """Draw the display whenever it changes; in a terminal always in the same place."""
    in_place = sys.stdout.isatty()
    shown: str | None = None
    while True:
        port.wait_for(partial(ne, shown))
        before, shown = shown, port.device.text()
        print(drawn(shown, before) if in_place else f"{framed(shown)}\n", end="", flush=True)
