"""The `test` command: try every light and display, and show button presses live."""

import argparse
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from companion.folders import wiring_file
from companion.terminal import Screen
from companion.words import Words
from hardware.buttons.box import ButtonBox
from hardware.buttons.debounce import NAMES, PUSH
from hardware.buttons.gpio import trouble_in_words
from hardware.buttons.keyboards.key_map import CLICKS
from hardware.buttons.keyboards.key_presses import KeyPresses
from hardware.buttons.keyboards.keyboard import UsbKeyboard
from hardware.buttons.meanings import meaning_in_words
from hardware.buttons.panel import DIAL, ButtonPanel, GpioButtons
from hardware.displays.link import Link
from hardware.displays.pictures import trial_picture
from hardware.lights.blinking import GLOW_SECONDS
from hardware.lights.lights import Lights
from hardware.ports.status import Status, in_words
from hardware.wiring.file import load
from hardware.wiring.model import Display, Reading, Wiring
from hardware.wiring.words import problem_in_words

Say = Callable[[str], None]


def try_wiring(arguments: Sequence[str], words: Words) -> int:
    """Test a wiring file until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="hardware test",
        # Translators: help of a command
        description=words.gettext("Test every light and display, and show button presses live."),
    )
    text = words.gettext("wiring file to use")
    parser.add_argument("--wiring", type=Path, metavar="FILE", help=text, default=wiring_file())
    file: Path = parser.parse_args(arguments).wiring
    screen = Screen(sys.stdout)
    if not file.exists():
        # Translators: 'example' is a command and stays
        text = words.gettext("{file} doesn't exist: nothing is wired. 'example' prints a sample.")
        screen.say(text.format(file=file))
    try:
        try_out(load(file), words, screen.say, threading.Event())
    except KeyboardInterrupt:
        print()
    return 0


def try_out(
    reading: Reading,
    words: Words,
    say: Say,
    stop: threading.Event,
    *,
    pin_factory: Any = None,  # noqa: ANN401
) -> None:
    """Print problems, test all lights and displays, then print presses until `stop` is set."""
    for problem in reading.problems:
        say(problem_in_words(problem, words))
    wiring = reading.wiring
    with ExitStack() as opened:
        for display in wiring.displays:
            opened.callback(_link(display, words, say).close)
        panel = ButtonPanel(lambda meaning: say(meaning_in_words(meaning, words)))
        opened.callback(panel.close)
        box = None
        if wiring.panel is not None:
            box = ButtonBox(wiring.panel, panel, partial(_tell, words, say))
            opened.callback(box.close)
        if wiring.keyboard is not None:
            keys = KeyPresses(wiring.keys, panel)
            opened.callback(UsbKeyboard(wiring.keyboard, keys, partial(_tell, words, say)).close)
        buttons = GpioButtons(wiring, panel, pin_factory)
        opened.callback(buttons.close)
        lights = Lights(wiring, pin_factory, box=box)
        opened.callback(lights.close)
        troubles = (*buttons.troubles, *lights.troubles)
        for sentence in dict.fromkeys(trouble_in_words(trouble, words) for trouble in troubles):
            say(sentence)  # without GPIO, buttons and lights report the same
        _walk(lights, words, say, stop)
        if wiring.keys and wiring.keyboard is None:
            say(words.gettext("To test keys, use the screen: Settings, Buttons and displays."))
        say(_invitation(_names(wiring, buttons), words))
        stop.wait()


def _link(display: Display, words: Words, say: Say) -> Link:
    link = Link(display, listener=partial(_tell, words, say))
    link.show(trial_picture(display.kind, words))
    return link


def _tell(words: Words, say: Say, status: Status) -> None:
    say(in_words(words, status))


def _walk(lights: Lights, words: Words, say: Say, stop: threading.Event) -> None:
    for name in lights.names:
        if stop.is_set():
            return
        say(words.gettext("Light: {name}").format(name=name))
        lights.show_only(name)
        stop.wait(GLOW_SECONDS)
    lights.show_only()


def _names(wiring: Wiring, buttons: GpioButtons) -> Collection[str]:
    """Return the inputs that can be tested; a box can have any of them."""
    if wiring.panel is not None:
        return (*NAMES, DIAL)
    by_key = wiring.keys.values() if wiring.keyboard is not None else ()
    return {*buttons.names, *(DIAL if name in CLICKS else name for name in by_key)}


def _invitation(heard: Collection[str], words: Words) -> str:
    """Return the instructions for these inputs."""
    if not heard:
        return words.gettext("There are no buttons to test. Ctrl-C to quit.")
    if DIAL not in heard:
        return words.gettext("Now press every button. Ctrl-C to quit.")
    if {*heard} <= {DIAL, PUSH}:
        return words.gettext("Now turn the dial and push it. Ctrl-C to quit.")
    return words.gettext("Now press every button and turn the dial. Ctrl-C to quit.")
