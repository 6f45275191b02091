"""Processes that are killed: SIGKILL, as the plug does it as far as a process can tell."""

from __future__ import annotations

import random
import signal
import time
from itertools import count
from pathlib import Path

from tests.faults.game import REQUESTS, begin, expected, found_in
from tests.faults.harness import Tally, fault
from tests.faults.started import Started

EARLY = 0.15  # of the kills come while it starts
MOST = 9  # entries and first cards told, before the others come


class Evening:
    """One game, played by kiosks that keep being killed; only what the table was told counts."""

    def __init__(self, file: Path, tally: Tally) -> None:
        self.file, self._tally = file, tally
        self._acknowledged = 1
        self._half: str | None = None  # a first card that the table was told of
        begin(file)

    @property
    def over(self) -> bool:
        return self._acknowledged == len(REQUESTS)

    def play_until_killed(self, dice: random.Random) -> None:
        """Start it, check what it shows, let it play on for a while, kill it."""
        self._tally.cycles += 1
        with Started(self.file) as kiosk:
            if dice.random() < EARLY:
                time.sleep(dice.uniform(0, 1))
            else:
                self._tally.back.append(kiosk.up())
                self._check(kiosk.table())
                for _ in range(dice.randrange(MOST)):
                    if kiosk.told[-1].get("seq") == len(REQUESTS):  # it has nothing more to tell
                        break
                    kiosk.next()
                time.sleep(dice.uniform(0, 0.2))
            kiosk.kill()
            self._tally.crashes += kiosk.process.returncode != -signal.SIGKILL or kiosk.faulted
            self._note(kiosk)

    def _check(self, table: dict) -> None:
        """All that was acknowledged is shown, and at most the one that was under way."""
        seq = table["seq"]
        assert seq <= self._acknowledged + 1
        self._tally.lost += max(0, self._acknowledged - seq)
        self._tally.wrong += table["scores"] != expected()[seq]
        if seq == self._acknowledged and self._half is not None:
            self._tally.lost += table["half"] != self._half

    def _note(self, kiosk: Started) -> None:
        before = self._acknowledged
        self._acknowledged = max(before, kiosk.acknowledged)
        self._tally.acknowledged += self._acknowledged - before
        for told in kiosk.told:
            self._half = told.get("half", self._half)
            wrong = "seq" in told and told["scores"] != expected()[told["seq"]]
            self._tally.wrong += wrong

    def check_file(self) -> None:
        """What is on the disk in the end."""
        seq, is_right = found_in(self.file)
        self._tally.lost += max(0, self._acknowledged - seq)
        self._tally.wrong += not is_right


@fault(
    "Kiosk killed mid-tap",
    sees="After the restart, *Continue* returns to the same table. Every turn that was on the"
    " screen is there, including the first card of a turn that was waiting for its second. A tap"
    " in progress counts once or not at all.",
    few=4,
    all_of_it=500,
)
def kiosk_killed(tally: Tally, folder: Path, times: int) -> None:
    """SIGKILL to the whole process group: during startup, between taps, in the middle of one."""
    dice = random.Random("kiosk killed")
    names = (folder / f"{number}.db" for number in count())
    evenings = [Evening(next(names), tally)]
    try:
        for _ in range(times):
            if evenings[-1].over:
                evenings.append(Evening(next(names), tally))
            evenings[-1].play_until_killed(dice)
    finally:
        for evening in evenings:
            evening.check_file()
