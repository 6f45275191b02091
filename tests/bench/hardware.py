"""How fast buttons and displays are beside the bare mechanism, and what they cost the game.

From the root of the clone, with the `dev`, `hardware` and `kiosk` extras installed:
python -m tests.bench.hardware

Both sides are measured in one run, one after the other, so that a busy machine slows both. Pins
are gpiozero's mock pins, displays pseudo-terminals with their other end in a process of its own.
No screen is needed. Rows without a target are there to explain the others. It takes a few minutes.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from hardware.buttons.box import BAUD as BOX_BAUD
from hardware.buttons.box import ButtonBox
from hardware.buttons.panel import ButtonPanel
from hardware.displays import KINDS
from hardware.displays.link import Link
from hardware.ports.cable import REDRAW_INTERVAL
from hardware.wiring.model import Display
from tests.bench import printed
from tests.bench.far_end import FarEnd
from tests.bench.kiosk import ROOT, Line, Setting, show

HEADINGS = ("what", "yardstick", "kiosk", "ratio", "target", "met")
MOST = 1.5
AS_FAST = 1.05
A_TENTH = 0.1
BITS = 10  # on the line, of each byte
SETTLED = (
    2 * REDRAW_INTERVAL
)  # seconds after which nothing more is written because a port was opened
BOX = "button box"


class Wired(Setting):
    """A kiosk with things wired to it."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        super().__init__(folder, options.repeat, 0, 0)
        self.presses = options.presses
        self.games = options.games
        self.redraws = options.redraws

    def bare_button(self, count: int) -> dict[str, Any]:
        """What a run of the yardstick found."""
        return self._run("tests.bench.bare_button", count)

    def hardware(self, what: str, count: int) -> dict[str, Any]:
        """What a run of the kiosk found, on a copy of the game."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        database = Path(shutil.copy(self._game, folder))
        return self._run("tests.bench.hardware_app", database, what, count)


def presses(wired: Wired) -> Iterator[Line]:
    """From a mock pin's edge to the frame that shows it."""
    bare, times = [], dict[str, list[float]]()
    for _ in range(wired.repeat):
        bare += wired.bare_button(wired.presses)["label"]
        for name, seconds in wired.hardware("press", wired.presses).items():
            if name != "begun":
                times.setdefault(name, []).extend(seconds)
    what = "(a) press of a card to the frame that shows it, against pin to label, bare app"
    yield _ratio(what, bare, times["card"], MOST)
    what = "    the same, against pin to a label on the table screen: a frame as dear"
    yield _ratio(what, times["label"], times["card"])
    what = "    release of a seat's button to its turn, judged, stored and shown"
    yield _ratio(what, times["label"], times["seat"])


def rulings(wired: Wired) -> Iterator[Line]:
    """From the announcement of a ruling to the last byte at the far end of the cable."""
    times: dict[str, list[float]] = {}
    for _ in range(wired.repeat):
        for name, seconds in wired.hardware("ruling", wired.presses).items():
            if name != "begun":
                times.setdefault(name, []).extend(seconds)
    for pace, told in (("paced", "at 9600 baud"), ("unpaced", "read at once")):
        plain = times[f"{pace} plain"]
        what = f"(b) ruling to the last byte, {told}, against a plain write"
        yield _ratio(what, plain, times[f"{pace} ruling"], MOST)
        what = "    the same from the command on: judged and stored too"
        yield _ratio(what, plain, times[f"{pace} command"])


def games(wired: Wired) -> Iterator[Line]:
    """Plays drawn one by one, with no wait for a frame's turn."""
    found = wired.hardware("stalled", wired.games)
    what = "(c) 60 plays with everything attached and stalled, against nothing attached"
    yield _ratio(what, found["none"], found["stalled"], AS_FAST)


def redraws(wired: Wired) -> Iterator[Line]:
    """What is written though nothing changes, of what the cable could carry meanwhile."""
    cables = {kind: found.baud for kind, found in KINDS.items()} | {BOX: BOX_BAUD}
    with ExitStack() as opened:
        ends = {name: opened.enter_context(FarEnd(0.0)) for name in cables}
        panel = ButtonPanel(lambda meaning: None)
        opened.callback(panel.close)
        for name, end in ends.items():
            part = ButtonBox(end.path, panel) if name == BOX else Link(_display(name, end))
            opened.callback(part.close)
        time.sleep(SETTLED + wired.redraws * REDRAW_INTERVAL)
        for name, baud in cables.items():
            carried, rate = baud / BITS, ends[name].idle_rate(wired.redraws)
            what = f"(d) redraws of {name}, against what its cable carries at {baud} baud"
            yield Line(what, f"{carried:.0f} B/s", f"{rate:.1f} B/s", rate / carried, A_TENTH)


def _display(name: str, end: FarEnd) -> Display:
    return Display(name, end.path)


def _ratio(
    what: str, yardstick: Sequence[float], ours: Sequence[float], target: float | None = None
) -> Line:
    both = median(yardstick), median(ours)
    return Line(what, *(f"{seconds * 1e3:.2f} ms" for seconds in both), both[1] / both[0], target)


MEASUREMENTS = {"a": presses, "b": rulings, "c": games, "d": redraws}


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3, help="starts of each app")
    parser.add_argument("--presses", type=int, default=30, help="of each kind, in each start")
    parser.add_argument("--games", type=int, default=15, help="of each kind, for (c)")
    parser.add_argument("--redraws", type=int, default=5, help="of each device, for (d)")
    parser.add_argument("--only", default="abcd", help="letters, such as ac")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    printed.say_machine()
    show(HEADINGS)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir.resolve()) as scratch:
        wired = Wired(Path(scratch), options)
        for letter, measurement in MEASUREMENTS.items():
            if letter in options.only:
                for line in measurement(wired):
                    show(line.cells)


if __name__ == "__main__":
    main()
