"""The plug of a whole machine is pulled: the next boot has every entry that was acknowledged."""

from __future__ import annotations

import json
import random
import re
import tempfile
import time
from pathlib import Path

from companion.game.requests.requests import parse
from companion.referee import Referee
from tests.faults.harness import Stopwatch, Tally, fault
from tests.faults.machine.appliance import PLACE, machine, requests
from tests.faults.machine.disks import Disk
from tests.faults.machine.guest import Guest, switched_on
from tests.faults.machine.looking import GAMES, entries, is_up, wait_until
from tests.faults.machine.roots import KEPT, require

WITHOUT_SCREEN = "systemd.unit=basic.target"  # the turns are taken without it, and sooner
LONGEST = 20  # seconds from the first turn to the cut


@fault(
    "Power cut (whole machine)",
    sees="The machine boots into the kiosk, and *Continue* returns to the same table.",
    few=0,
    all_of_it=5,
)
def plug_pulled(tally: Tally, folder: Path, times: int) -> None:
    """A Debian machine with the kiosk installed boots in qemu and plays turn after turn. At any
    moment the power fails, and the disk loses all writes that weren't flushed, or some of them.
    """
    require(times, "debootstrap", "qemu-system-x86_64", "qemu-img", "mkfs.ext4")
    with tempfile.TemporaryDirectory(dir=KEPT, prefix="used-") as scratch:
        evening = Evening(machine("bookworm", Path(scratch)), Path(scratch), tally)
        for number in range(times + 1):
            evening.cut(is_first=number == 0)
        evening.is_on_screen()


class Evening:
    """A machine, and what it has acknowledged until its last moment."""

    def __init__(self, disk: Disk, folder: Path, tally: Tally) -> None:
        self._disk, self._folder, self._tally = disk, folder, tally
        self._chance = random.Random(15)
        self._scores = scores_after()
        self._last: tuple[str, int] | None = None  # game and entries, of the last acknowledgement

    def cut(self, *, is_first: bool) -> None:
        """Boot, look what is there, take turns, and pull the plug."""
        stopwatch = Stopwatch()
        with switched_on(self._disk, self._folder, WITHOUT_SCREEN) as guest:
            if is_first:
                guest.sh(f"rm {GAMES}")
            take_turns(guest)
            self._found(*json.loads(guest.said("^found (.*)\n")[1]))
            if not is_first:
                self._tally.back.append(stopwatch.seconds)
                self._tally.cycles += 1
            guest.said("^kept .*\n")
            time.sleep(self._chance.uniform(0, LONGEST))
            guest.pull_the_plug()
        self._disk.keep(self._chance)
        self._kept(guest.told.read_text())

    def _found(self, game: str | None, entries: int, scores: list[int]) -> None:
        """What a boot has found."""
        if self._last is not None:
            kept = entries if game == self._last[0] else len(self._scores)
            self._tally.lost += max(0, self._last[1] - (kept if game is not None else 0))
        self._tally.wrong += scores != self._scores[entries]

    def _kept(self, told: str) -> None:
        """What was acknowledged before the cut."""
        lines = re.findall(r"^kept (.*)\n", told, re.MULTILINE)
        self._tally.acknowledged += len(lines)
        if lines:
            game, entries = json.loads(lines[-1])
            self._last = game, entries

    def is_on_screen(self) -> None:
        """In the end the kiosk comes up with all of it."""
        with switched_on(self._disk, self._folder) as guest:
            wait_until(lambda: is_up(guest))
            assert entries(guest) >= self._tally.acknowledged


def scores_after() -> list[list[int]]:
    """By seat, after so many entries."""
    referee, found = Referee(), [[]]
    for request in requests():
        referee.submit(parse(request))
        state = referee.game.state
        found.append([state.score(seat) for seat in range(len(state.seats))])
    return found


def take_turns(guest: Guest) -> None:
    """One after the other, game after game, told on the way when each is kept."""
    turns = f"python3 /{PLACE}/turns.py /{PLACE}/requests {GAMES} >/dev/ttyS1 2>&1"
    guest.sh(f"systemd-run --quiet --uid=stationmaster sh -c '{turns}'")
