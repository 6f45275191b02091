"""How soon the end of a game is on the screen, as a ratio to a bare chart of the same size.

From the root of the clone, with the `dev` and `kiosk` extras installed: python -m tests.bench.final

Both draw a game of five from its first card to its last ticket. No screen is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from companion.game.commands import Undo
from companion.journal import Journal
from companion.referee import Referee
from tests.bench.kiosk import HEADINGS, ROOT, Line, show
from tests.bench.random_games import Table

TARGET = 1.5


def play(file: Path) -> None:
    """A whole game, whose last tickets are taken back."""
    referee = Referee(Journal.open(file))
    table = Table(referee, seed=7, players=5)
    while referee.game.state.phase != "over":
        table.play()
    referee.submit(Undo())
    referee.close()


def run(what: str, game: Path, count: int, manner: str) -> list[float]:
    """What one of both took, each time, on a copy of the game."""
    copy = game.with_name(f"{what}.db")
    for file in game.parent.glob(f"{what}.db*"):
        file.unlink()
    shutil.copy(game, copy)
    folders = ("HOME", "KIVY_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    environment = {
        **os.environ,
        **{name: str(game.parent) for name in folders},
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
    }
    module = [sys.executable, "-m", "tests.bench.final_app", what, str(copy), str(count), manner]
    ended = subprocess.run(
        module, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    times: list[float] = json.loads(ended.stdout)["times"]
    return times


def lines(game: Path, repeat: int, count: int) -> Iterator[Line]:
    """As somebody sees it, and without the wait for a frame's turn."""
    what = "final screen's first frame after the last ticket against a bare chart of the same size"
    same = "    the same, without the wait for a frame's turn"
    for name, manner in ((what, ""), (same, "hasty")):
        bare: list[float] = []
        ours: list[float] = []
        for _ in range(repeat):
            bare += run("bare", game, count, manner)
            ours += run("kiosk", game, count, manner)
        both = median(bare), median(ours)
        cells = [f"{seconds * 1e3:.1f} ms" for seconds in both]
        yield Line(name, *cells, both[1] / both[0], TARGET)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5, help="starts of each app")
    parser.add_argument("--count", type=int, default=15, help="ends of the game in each start")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    show(("what", "bare chart", *HEADINGS[2:]))
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir.resolve()) as scratch:
        game = Path(scratch) / "game.db"
        play(game)
        for line in lines(game, options.repeat, options.count):
            show(line.cells)


if __name__ == "__main__":
    main()
