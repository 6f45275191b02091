"""Writes that the disk refuses, one after the other, by a shim before libc."""

from __future__ import annotations

import errno
import json
import random
import shutil
from contextlib import closing
from itertools import product
from pathlib import Path

from counts import spread
from damage import LOG, STATE
from nursery import Nursery
from program import Process, run
from scripts import random_game, shown, told

from tests.faults.harness import Stopwatch, Tally, fault
from tests.faults.platter import Platter, refusing_nursery

GAME = random_game(90)
WRITES = 500  # the first ones
OLD = 12  # entries of a file that is there already
ERRORS = (errno.ENOSPC, errno.EIO)
LASTING = (1, 2, 7, 60)  # how many calls in a row fail


class Refused:
    """A referee on a file, of whose writes some fail; `is_old`: it is there already."""

    def __init__(self, tally: Tally, folder: Path, *, is_old: bool) -> None:
        self._tally, self._first = tally, OLD if is_old else 0
        self.done, self._games = folder / "done", folder / "games"
        self.db = self._games / "log.db"
        shutil.rmtree(self._games, ignore_errors=True)
        self._games.mkdir()
        self.done.unlink(missing_ok=True)
        run(self.db, *GAME.requests[: self._first])
        self._platter = Platter(self._games, folder / "platter")
        self.asked = self.kept = self._first  # entries asked for, and said to be kept

    def environment(self, **more: object) -> dict[str, str]:
        """How the shim is told what to refuse."""
        told = {"under": self._games, "platter": self._platter.folder, "done": self.done, **more}
        return {f"REFUSED_{name.upper()}": str(value) for name, value in told.items()}

    def play(self, nursery: Nursery, number: int, error: int, dice: random.Random) -> None:
        """Play while the write of this number fails, and see what is there afterwards."""
        self._tally.cycles += 1
        refusing = {"from": number, "times": dice.choice(LASTING), "with": error}
        environment = self.environment(**refusing)
        with Process(self.db, born_in=nursery, environment=environment) as process:
            self.ask(process, len(GAME))
            if dice.random() < 0.5:  # else it is killed
                self.end(process)
            self._tally.crashes += "Traceback" in process.err()
        assert self.done.exists(), f"there was no write {number}"
        self.check(dice)

    def ask(self, process: Process, turns: int, *, may_die: bool = False) -> bool:
        """So many turns more; whether it has answered them all."""
        refusing = None
        for request in GAME.requests[self.asked : self.asked + turns]:
            try:
                answer = process.ask(request)
            except json.JSONDecodeError:  # it is gone
                self._tally.crashes += not may_die
                return False
            assert answer["ok"], answer
            self.asked += 1
            if answer["saved"]:
                self.kept = self.asked
                if refusing is not None:
                    self._tally.back.append(refusing.seconds)
                refusing = None
            else:
                refusing = refusing or Stopwatch()
        return True

    def end(self, process: Process, *, may_die: bool = False) -> None:
        """At its end it saves what it can, or says what it could not."""
        ended = process.end()
        if ended.code == 0:
            self.kept = self.asked
        elif ended.code == 1:
            assert "NOT SAVED" in ended.err
        else:
            self._tally.crashes += not may_die

    def check(self, dice: random.Random) -> None:
        """Without the shim: a gap-free prefix, in which everything is that was acknowledged.

        The power is cut first: only what a sync has written is there.
        """
        opened = run(self._platter.after_power_cut(dice) / self.db.name, STATE, LOG)
        state, log = opened.answers
        seq = state["seq"] if state["ok"] else 0
        self._tally.checked(self.kept, seq)
        self._tally.crashes += opened.code != 0 or "Traceback" in opened.err
        if seq:
            self._tally.wrong += shown(state) != GAME.states[seq] or told(log) != GAME.logs[seq]


@fault(
    "Write refused: disk full (ENOSPC) or broken (EIO)",
    sees="*Not saved: can't write to the disk*, in red above the band, and the game goes on. As"
    " soon as a write succeeds, everything that was missing is saved, and the line disappears."
    " Until then, a program gets the answer `saved: false`.",
    few=8,
    all_of_it=500,
)
def write_refused(tally: Tally, folder: Path, times: int) -> None:
    """Each of the first writes, syncs and truncations of the database's files fails once, with
    ENOSPC and with EIO, alone or with all that follow, in a new file and in an old one. Then the
    referee ends or is killed, and the power is cut: only data written by a successful sync is left.
    A library preloaded before libc (`tests/faults/refusing_disk.c`) makes the calls fail.
    """
    dice = random.Random("write refused")
    with closing(refusing_nursery(folder)) as nursery:
        for number in spread(range(1, max(WRITES, times) + 1), times):
            for error, is_old in product(ERRORS, (False, True)):
                Refused(tally, folder, is_old=is_old).play(nursery, number, error, dice)


class Failing(Refused):
    """A referee whose disk fails to sync for a while."""

    def survive(self, nursery: Nursery, dice: random.Random) -> None:
        """Turns before, turns while every sync fails, turns after, and the power is cut.

        While they fail, or just after, the referee may be killed and started again.
        """
        self._tally.cycles += 1
        failing = self.done.with_name("failing")
        failing.unlink(missing_ok=True)
        environment = self.environment(**{"while": failing, "syncs": 1, "with": errno.EIO})
        with Process(self.db, born_in=nursery, environment=environment) as process:
            self.ask(process, dice.randint(0, 12))
            failing.touch()
            saved = self.kept
            self.ask(process, dice.randint(1, 46))
            assert self.kept == saved
            if is_killed := dice.random() < 0.5:
                process.kill()
            elif dice.random() < 0.5:
                self._recover(process, failing, dice)
            else:
                failing.unlink()
                self.end(process)
                assert self.kept == self.asked
        if is_killed:
            if is_well := dice.random() < 0.5:
                failing.unlink()
            with Process(self.db, born_in=nursery, environment=environment) as process:
                state = process.ask(STATE)
                self.asked = state["seq"] if state["ok"] else 0
                if not is_well:
                    self.ask(process, dice.randint(1, 3))
                self._recover(process, failing, dice)
        self.check(dice)

    def _recover(self, process: Process, failing: Path, dice: random.Random) -> None:
        """The disk is well again: every turn from now on is kept."""
        failing.unlink(missing_ok=True)
        before = self.asked
        self.ask(process, dice.randint(1, 4))
        assert self.kept == self.asked > before

    def fail_once(self, nursery: Nursery, number: int, dice: random.Random) -> None:
        """The sync of this number fails, and some after it; then the power is cut anywhere."""
        self._tally.cycles += 1
        refusing = {"from": number, "times": dice.choice(LASTING), "with": errno.EIO, "syncs": 1}
        refusing |= {kind: dice.choice((0, dice.randint(1, 90))) for kind in ("cut", "again")}
        environment = self.environment(**refusing)
        with Process(self.db, born_in=nursery, environment=environment) as process:
            if self.ask(process, len(GAME), may_die=True) and dice.random() < 0.5:
                self.end(process, may_die=True)
            self._tally.crashes += "Traceback" in process.err()
        assert self.done.exists(), f"there was no sync {number}"
        self.check(dice)


@fault(
    "Failing syncs, then a power cut",
    sees="The same as when a write is refused. After a failed sync, the disk may never write that"
    " data, even if it can still be read. So the first turn that succeeds writes everything to a"
    " new file. The line disappears only when that file is on the disk, in place of the old one.",
    few=20,
    all_of_it=2000,
)
def syncs_failed(tally: Tally, folder: Path, times: int) -> None:
    """Every sync of the database's files and their folder fails for up to 46 turns, or for some
    turns from any one of them on. A write, sync, rename or removal may fail while everything is
    rewritten. Then turns are played, the referee may be killed and restarted, and the power is cut
    at any write, sync, rename or removal. Data from a failed sync isn't on the disk, and no later
    sync writes it.
    """
    dice = random.Random("syncs failed")
    with closing(refusing_nursery(folder)) as nursery:
        for number in range(times):
            failing = Failing(tally, folder, is_old=dice.random() < 0.5)
            if number % 2:
                failing.survive(nursery, dice)
            else:
                failing.fail_once(nursery, dice.randint(1, 80), dice)
