"""The database moved away under a referee, with a link, or something that is no file, left."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from blows import LINKS
from damage import LOG, STATE
from program import Process, run
from scripts import random_game, shown, told

from tests.faults.harness import Tally, fault

GAME = random_game(60)
OTHER = random_game(12, seed=7)
ENDS = ("", "-wal", "-shm", ".lock")


class Moved:
    """A referee on a file that has a game of before in it."""

    def __init__(self, tally: Tally, folder: Path) -> None:
        self._tally, self._folder = tally, folder / "cycle"
        shutil.rmtree(self._folder, ignore_errors=True)
        self._db = self._folder / "games" / "games.db"
        self._db.parent.mkdir(parents=True)
        run(self._db, *OTHER.requests)
        tally.cycles += 1

    def play(self, blow: Callable[[Path], object], dice: random.Random) -> None:
        """Turns, the file moved, turns; then the referee ends or is killed, and is asked again."""
        before, after = dice.randint(1, 40), dice.randint(0, 15)
        with Process(self._db) as process:
            answers = process.ask_all(GAME.requests[:before])
            blow(self._db)
            answers += process.ask_all(GAME.requests[before : before + after])
            assert all(answer["saved"] for answer in answers)
            if dice.random() < 0.5:  # else it is killed
                self._tally.crashes += process.end().code != 0
        self._check(before + after)

    def _check(self, entries: int) -> None:
        state, log, games = run(self._db, STATE, LOG, {"do": "games"}).answers
        seq = state["seq"] if state["ok"] else 0
        self._tally.checked(entries, seq)
        seqs = [game["seq"] for game in games["games"]]
        self._tally.checked(len(OTHER), seqs[0] if len(seqs) > 1 else 0)
        if seq:
            self._tally.wrong += shown(state) != GAME.states[seq] or told(log) != GAME.logs[seq]

    def play_on(self, end: str, make: Callable[[str], object], dice: random.Random) -> None:
        """Turns while something else has one of the names; then it is gone."""
        special, before, after = Path(f"{self._db}{end}"), dice.randint(1, 40), dice.randint(1, 9)
        with Process(self._db) as process:
            process.ask_all(GAME.requests[:before])
            special.rename(self._folder / "away")
            make(str(special))
            answers = process.ask_all(GAME.requests[before : before + after])
            assert all(answer["ok"] for answer in answers)
            special.rmdir() if special.is_dir() else special.unlink()
            answers = process.ask_all(GAME.requests[before + after : before + after + 2])
            assert all(answer["saved"] for answer in answers)
        self._check(before + after + 2)


@fault(
    "File moved, a link left in its place",
    sees="Nothing: with the next turn, the file behind the link has everything, and the kiosk"
    " writes to it from then on. If the link leads nowhere, or to another program's file, *Not"
    " saved: can't write to the disk*, in red above the band, until the link is gone.",
    few=2 * len(LINKS),
    all_of_it=100 * len(LINKS),
)
def link_left(tally: Tally, folder: Path, times: int) -> None:
    """The database, all of its files or their folder is moved, within the file system or as if to
    another one, and a link is left in its place. Turns are played, and the referee ends or is
    killed.
    """
    dice = random.Random("link left")
    for blow in islice(cycle(LINKS.values()), times):
        Moved(tally, folder).play(blow, dice)


def link_to_zeros(name: str) -> None:
    os.symlink("/dev/zero", name)


@fault(
    "A fifo, a folder or a device in place of the file",
    sees="*Not saved: can't write to the disk*, in red above the band, and the game goes on"
    " without a pause. The first turn after the obstacle is gone saves everything.",
    few=12,
    all_of_it=600,
)
def no_file(tally: Tally, folder: Path, times: int) -> None:
    """The database, its write-ahead log, the log's index or the lock file is moved away, and a
    fifo, a folder or a link to a device takes its place. Turns are played, the obstacle is removed,
    more turns are played, and the referee is killed.
    """
    dice = random.Random("no file")
    kinds = [(end, make) for end in ENDS for make in (os.mkfifo, os.mkdir, link_to_zeros)]
    for end, make in islice(cycle(kinds), times):
        Moved(tally, folder).play_on(end, make, dice)
