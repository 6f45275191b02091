"""The plug is pulled while turns are taken: the next boot has every entry that was acknowledged.

The disk loses what was not flushed (disks.py). STATIONMASTER_POWER_CUTS says how often.
"""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest
from counts import count

from companion.game.requests import parse
from companion.referee import Referee
from tests.faults.machine.appliance import PLACE, machine, requests
from tests.faults.machine.guest import Guest, switched_on
from tests.faults.machine.roots import needs
from tests.faults.machine.test_boot import GAMES, entries, is_up, wait_until

pytestmark = [
    needs("debootstrap", "qemu-system-x86_64", "qemu-img", "mkfs.ext4"),
    pytest.mark.timeout(4 * 3600),
]

CUTS = count("POWER_CUTS", 0, 5)
WITHOUT_SCREEN = "systemd.unit=basic.target"  # the turns are taken without it, and sooner
LONGEST = 20  # seconds from the first turn to the cut


def scores_after() -> list[list[int]]:
    """By seat, after so many entries."""
    referee, found = Referee(), [[]]
    for request in requests():
        referee.submit(parse(request))
        state = referee.game.state
        found.append([state.score(seat) for seat in range(len(state.seats))])
    return found


class Tally:
    """What became of the games over all cuts."""

    def __init__(self) -> None:
        self.expected = scores_after()
        self.acknowledged = self.lost = self.wrong = self.dropped = 0
        self.back: list[float] = []
        self._last: tuple[str, int] | None = None  # game and entries, of the last acknowledgement

    def found(self, game: str | None, entries: int, scores: list[int]) -> None:
        """What a boot has found."""
        if self._last is not None:
            kept = entries if game == self._last[0] else len(self.expected)
            self.lost += max(0, self._last[1] - kept) if game is not None else self._last[1]
        self.wrong += scores != self.expected[entries]

    def kept(self, told: str) -> None:
        """What was acknowledged before the cut."""
        lines = re.findall(r"^kept (.*)\n", told, re.MULTILINE)
        self.acknowledged += len(lines)
        if lines:
            game, entries = json.loads(lines[-1])
            self._last = game, entries

    def __str__(self) -> str:
        back = sorted(self.back)
        middle = f"{back[len(back) // 2]:.0f} s, at most {back[-1]:.0f} s" if back else "-"
        return (
            f"{len(back)} cuts, {self.acknowledged} acknowledged, {self.lost} lost, "
            f"{self.wrong} wrong, {self.dropped} writes dropped, back after {middle}"
        )


def take_turns(guest: Guest) -> None:
    turns = f"python3 /{PLACE}/turns.py /{PLACE}/requests {GAMES} >/dev/ttyS1 2>&1"
    guest.sh(f"systemd-run --quiet --uid=stationmaster sh -c '{turns}'")


def test_nothing_that_was_acknowledged_is_lost_when_the_plug_is_pulled(tmp_path: Path):
    disk, tally, chance = machine("bookworm", tmp_path), Tally(), random.Random(15)
    for cut in range(CUTS + 1):
        began = time.monotonic()
        with switched_on(disk, tmp_path, WITHOUT_SCREEN) as guest:
            if cut == 0:
                guest.sh(f"rm {GAMES}")
            take_turns(guest)
            tally.found(*json.loads(guest.said("^found (.*)\n")[1]))
            if cut > 0:
                tally.back.append(time.monotonic() - began)
            guest.said("^kept .*\n")
            time.sleep(chance.uniform(0, LONGEST))
            guest.pull_the_plug()
        tally.dropped += disk.keep(chance)
        tally.kept(guest.told.read_text())
        print(cut, tally, flush=True)
    assert (tally.lost, tally.wrong) == (0, 0)
    with switched_on(disk, tmp_path) as guest:  # and the kiosk comes up with them
        wait_until(lambda: is_up(guest))
        guest.picture(tmp_path / "resumed.png")
        assert entries(guest) >= tally.acknowledged
