"""How fast the kiosk is and how much it takes, as ratios to a bare one-label Kivy app.

From the root of the clone, with the `dev` and `kiosk` extras installed: python -m tests.bench.kiosk

Every repetition starts both apps anew, one after the other, so that a busy machine slows both.
No screen is needed: SDL draws offscreen. Rows without a target are there to explain the others.
A run takes less than three minutes on a machine that does nothing else, and each row is printed
when it is known. Figures to be quoted are of a longer one: --repeat 7 --touches 25 --taps 10000
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from companion.journal import Journal
from companion.referee import Referee
from tests.bench import printed
from tests.bench.random_games import Table

ROOT = Path(__file__).parents[2]
ENTRIES = 60  # of the unfinished game
LONG_GAME = 300  # entries, where an early one is put right
IDLE = 10  # seconds
MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    what: str
    yardstick: str
    ours: str
    value: float  # what the target is about
    target: float | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        target, met = "-", "-"
        if self.target is not None:
            target = f"<= {self.target:g}"
            met = "yes" if self.value <= self.target else "NO"
        return self.what, self.yardstick, self.ours, f"{self.value:.2f}", target, met


class Setting:
    """What all measurements share: a folder with a game, and how often."""

    def __init__(self, folder: Path, repeat: int, touches: int, taps: int) -> None:
        self.repeat = repeat
        self.touches = touches
        self.taps = taps
        self._folder = folder
        self._game = self._played("game.db", ENTRIES)
        self._long_game = self._played("long.db", LONG_GAME, eager=0.25, spare=9)

    def _played(self, name: str, entries: int, **manner: Any) -> Path:
        referee = Referee(Journal.open(self._folder / name))
        Table(referee, seed=7, players=5, **manner).play_to(entries)
        referee.close()
        return self._folder / name

    def bare(self, *arguments: object) -> dict[str, Any]:
        """What a run of the yardstick found."""
        return self._run("tests.bench.bare_app", *arguments)

    def kiosk(self, *arguments: object, long: bool = False) -> dict[str, Any]:
        """What a run of the kiosk found, on a copy of a game."""
        database = self._folder / "copy.db"
        for file in self._folder.glob("copy.db*"):
            file.unlink()
        shutil.copy(self._long_game if long else self._game, database)
        return self._run("tests.bench.kiosk_app", database, *arguments)

    def _run(self, module: str, *arguments: object) -> dict[str, Any]:
        folders = ("HOME", "KIVY_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
        environment = {
            **os.environ,
            **{name: str(self._folder) for name in folders},
            "SDL_VIDEODRIVER": "offscreen",
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPYCACHEPREFIX": str(self._folder / "bytecode"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # only a first start compiles
        begun = time.monotonic()
        run = subprocess.run(
            [sys.executable, "-m", module, *map(str, arguments)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return {**json.loads(run.stdout), "begun": begun}


# --- (a) the start, (b) memory -----------------------------------------------------------------


def starts(setting: Setting) -> Iterator[Line]:
    """From the command to the first screen, drawn; and what both have in memory then."""
    bare, ours = [], []
    for turn in range(setting.repeat + 1):
        pair = setting.bare("start"), setting.kiosk("start")
        if turn:  # the first fills the disk's cache
            bare.append(pair[0])
            ours.append(pair[1])
    seconds = [median(run["drawn"] - run["begun"] for run in runs) for runs in (bare, ours)]
    what = f"(a) start to a whole first screen, game of {ENTRIES} entries"
    yield _ratio(what, seconds, "ms", 1e-3, 1.9)
    one = median(run["memory"] for run in bare)
    what = "(b) memory after the first screen"
    yield _ratio(what, [one, median(run["memory"] for run in ours)], "MB", MEGABYTE, 1.3)
    what = "    memory after the table was opened"
    yield _ratio(what, [one, median(run["table_memory"] for run in ours)], "MB", MEGABYTE, 1.3)
    opening = median(run["table"] for run in ours)
    yield _ratio("    the table opened, against the bare app's start", [seconds[0], opening])


def _ratio(
    what: str,
    both: Sequence[float],
    unit: str = "ms",
    size: float = 1e-3,
    target: float | None = None,
) -> Line:
    yardstick, ours = both
    cells = [f"{number / size:.1f} {unit}" for number in both]
    return Line(what, *cells, ours / yardstick, target)


# --- (c) touches -------------------------------------------------------------------------------


def touches(setting: Setting) -> Iterator[Line]:
    """From the lifting of a finger to the frame that shows what it did, the disk included."""
    yield from _touches(setting, "touch", 1.7)
    yield from _touches(setting, "work", None)


def _touches(setting: Setting, kind: str, target: float | None) -> Iterator[Line]:
    label, draw, claim = [], [], []
    for _ in range(setting.repeat):
        label += setting.bare(kind, setting.touches)["label"]
        found = setting.kiosk(kind, setting.touches)
        draw += found["draw"]
        claim += found["claim"]
    note = "" if kind == "touch" else ", no wait for a frame's turn"
    start = "(c)" if kind == "touch" else "   "
    for name, times in (("draw", draw), ("claim", claim)):
        what = f"{start} touch-up to the announcement of a {name}, p95{note}"
        yield _ratio(what, [_p95(label), _p95(times)], target=target)
        yield _ratio("    the same, median", [median(label), median(times)])


def _p95(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1]


# --- (d) idle, (e) growth ----------------------------------------------------------------------


def idle(setting: Setting) -> Iterator[Line]:
    """What a table draws that nobody touches."""
    frames = setting.kiosk("idle", IDLE)["frames"]
    yield Line(f"(d) frames in {IDLE} idle seconds", "-", str(frames), frames, 0)


def growth(setting: Setting) -> Iterator[Line]:
    """What is not given back."""
    early, late = setting.kiosk("taps", setting.taps)["memory"]
    what = f"(e) memory after {setting.taps:,} taps, against a tenth of them"
    yield _ratio(what, [early, late], "MB", MEGABYTE, 1.02)


# --- (g) litter --------------------------------------------------------------------------------


def litter(setting: Setting) -> Iterator[Line]:
    """What somebody who never pauses leaves lying, and what the search for it costs."""
    found = setting.kiosk("hurry", setting.taps)
    what = f"(g) memory after {setting.taps:,} fast taps, litter and all, against a tenth of them"
    yield _ratio(what, found["memory"], "MB", MEGABYTE, 1.25)
    left, searched = found["left"], found["searched"]
    what = "    work on such a tap, median, against no search at all"
    yield _ratio(what, [median(left), median(searched)])
    yield _ratio("    the same, p95", [_p95(left), _p95(searched)])
    yield _ratio("    the same, at most", [max(left), max(searched)])


# --- (f) amendments ----------------------------------------------------------------------------


def amendments(setting: Setting) -> Iterator[Line]:
    """From the last touch of an amendment to its consequences on screen, against a plain draw."""
    draw, sheet, frames = [], [], []
    for _ in range(setting.repeat):
        found = setting.kiosk("amend", setting.touches, long=True)
        draw += found["draw"]
        sheet += found["consequences"]
        frames += found["frames"]
    what = f"(f) touch-up to the consequences at entry 10 of {LONG_GAME} / a draw's announcement"
    yield _ratio(what, [median(draw), median(sheet)])
    middle = median(frames)
    yield Line("(f) frames until they are drawn, median", "-", f"{middle:g}", middle, 2)


# --- the table ---------------------------------------------------------------------------------

MEASUREMENTS = {"ab": starts, "c": touches, "d": idle, "e": growth, "f": amendments, "g": litter}
HEADINGS = ("what", "bare app", "kiosk", "ratio", "target", "met")


show = partial(printed.show, first=80, others=11)


def main() -> None:
    """Measure everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=3, help="starts of each app")
    parser.add_argument("--touches", type=int, default=8, help="of each kind, in each start")
    parser.add_argument("--taps", type=int, default=400, help="of (e)")
    parser.add_argument("--only", default="abcdefg", help="letters, such as ad")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    printed.say_machine()
    show(HEADINGS)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir.resolve()) as scratch:
        setting = Setting(Path(scratch), options.repeat, options.touches, options.taps)
        for letters, measurement in MEASUREMENTS.items():
            if set(letters) & set(options.only):
                for line in measurement(setting):
                    show(line.cells)


if __name__ == "__main__":
    main()
