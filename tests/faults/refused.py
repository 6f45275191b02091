"""Writes that the disk refuses, one after the other, by a shim before libc."""

from __future__ import annotations

import errno
import json
import random
import shutil
import subprocess
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from counts import spread
from damage import LOG, STATE
from nursery import Nursery
from program import Process, run
from scripts import random_game, shown, told

from tests.faults.harness import Stopwatch, Tally, fault

SHIM = Path(__file__).with_name("refusing_disk.c")
GAME = random_game(90)
WRITES = 500  # the first ones
OLD = 12  # entries of a file that is there already
ERRORS = (errno.ENOSPC, errno.EIO)
LASTING = (1, 2, 7, 60)  # how many calls in a row fail


def refusing_nursery(folder: Path) -> Nursery:
    """Where referees come from whose disk refuses."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler: apt-get install gcc libc6-dev")
    shim = folder / "refusing_disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", shim, SHIM, "-ldl"], check=True)
    return Nursery({"LD_PRELOAD": str(shim)})


class Refused:
    """A referee on a file, of whose writes some fail; `is_old`: it is there already."""

    def __init__(self, tally: Tally, folder: Path, *, is_old: bool) -> None:
        self._tally, self._first = tally, OLD if is_old else 0
        self._done, self._games = folder / "done", folder / "games"
        self._db = self._games / "log.db"
        shutil.rmtree(self._games, ignore_errors=True)
        self._games.mkdir()
        self._done.unlink(missing_ok=True)
        run(self._db, *GAME.requests[: self._first])

    def play(self, nursery: Nursery, number: int, error: int, dice: random.Random) -> None:
        """Play while the write of this number fails, and see what is there afterwards."""
        self._tally.cycles += 1
        environment = {
            "REFUSED_UNDER": str(self._games),
            "REFUSED_FROM": str(number),
            "REFUSED_TIMES": str(dice.choice(LASTING)),
            "REFUSED_WITH": str(error),
            "REFUSED_DONE": str(self._done),
        }
        with Process(self._db, born_in=nursery, environment=environment) as process:
            kept = self._ask(process)
            if dice.random() < 0.5:  # else it is killed
                kept = self._end(process, kept)
            self._tally.crashes += "Traceback" in process.err()
        assert self._done.exists(), f"there was no write {number}"
        self._check(kept)

    def _ask(self, process: Process) -> int:
        """How many entries were said to be kept."""
        kept, refusing = self._first, None
        for seq, request in enumerate(GAME.requests[self._first :], self._first + 1):
            try:
                answer = process.ask(request)
            except json.JSONDecodeError:  # it is gone
                self._tally.crashes += 1
                break
            assert answer["ok"], answer
            if answer["saved"]:
                kept = seq
                if refusing is not None:
                    self._tally.back.append(refusing.seconds)
                refusing = None
            else:
                refusing = refusing or Stopwatch()
        return kept

    def _end(self, process: Process, kept: int) -> int:
        """At its end it saves what it can, or says what it could not."""
        ended = process.end()
        self._tally.crashes += ended.code not in (0, 1)
        if ended.code == 1:
            assert "NOT SAVED" in ended.err
            return kept
        return len(GAME)

    def _check(self, kept: int) -> None:
        """Without the shim: a gap-free prefix, in which everything is that was acknowledged."""
        opened = run(self._db, STATE, LOG)
        state, log = opened.answers
        seq = state["seq"] if state["ok"] else 0
        self._tally.checked(kept, seq)
        self._tally.crashes += opened.code != 0 or "Traceback" in opened.err
        if seq:
            self._tally.wrong += shown(state) != GAME.states[seq] or told(log) != GAME.logs[seq]


@fault(
    "A write refused: full (ENOSPC), or broken (EIO)",
    sees="*Not saved: the disk cannot be written*, in red over the band, and the game goes on. As"
    " soon as a write succeeds everything that was missing is saved, and the line goes away by"
    " itself. A program is answered `saved: false` until then.",
    few=8,
    all_of_it=500,
)
def write_refused(tally: Tally, folder: Path, times: int) -> None:
    """Each of the first writes, syncs and cuts of the database's files fails once, with ENOSPC and
    with EIO: alone or with those after it, in a new file and in an old one; then the referee ends
    or is killed. A shim of ours before libc (`tests/faults/refusing_disk.c`) fails them.
    """
    dice = random.Random("write refused")
    with closing(refusing_nursery(folder)) as nursery:
        for number in spread(range(1, max(WRITES, times) + 1), times):
            for error, is_old in product(ERRORS, (False, True)):
                Refused(tally, folder, is_old=is_old).play(nursery, number, error, dice)
