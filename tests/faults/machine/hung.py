"""The kiosk hangs, or is killed with what it stands on: systemd has it back by itself."""

from __future__ import annotations

import tempfile
from itertools import cycle, islice
from pathlib import Path

from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from tests.faults.harness import Stopwatch, Tally, fault
from tests.faults.machine.appliance import machine, requests
from tests.faults.machine.looking import (
    CAGE,
    GAMES,
    KIOSK,
    X_SERVER,
    entries,
    is_back,
    kiosk,
    processes,
    wait_until,
)
from tests.faults.machine.roots import KEPT, require
from tests.faults.machine.system import System, booted

SUITES = ("bookworm", "trixie")
TURNS = 60
HARMS = (("STOP", KIOSK), ("KILL", KIOSK), ("KILL", CAGE), ("KILL", X_SERVER))


@fault(
    "Dedicated machine: the kiosk hangs, or it or its display server is killed",
    sees="A frozen screen, or none, for seconds. Nobody has to do anything: the table comes back"
    " as it was.",
    few=0,
    all_of_it=40,
)
def kiosk_hung(tally: Tally, folder: Path, times: int) -> None:
    """As installed by install.sh on Debian 12 and 13, under a separate systemd: in turn, the kiosk
    freezes (SIGSTOP), it is killed, the compositor is killed, or the X server inside it.
    """
    require(times, "debootstrap", "mkfs.ext4", "unshare", "nsenter")
    for suite, share in zip(SUITES, (times - times // 2, times // 2), strict=True):
        with tempfile.TemporaryDirectory(dir=KEPT, prefix="used-") as scratch:
            disk = machine(suite, Path(scratch)).image
            with booted(disk, Path(scratch) / "root") as system:
                _harm_all(system, share, tally)


def _harm_all(system: System, times: int, tally: Tally) -> None:
    acknowledged = _play(system)
    tally.acknowledged += acknowledged
    for signal, process in islice(cycle(HARMS), times):
        tally.back.append(_harm(system, signal, process))
        tally.cycles += 1
        tally.lost += max(0, acknowledged - entries(system))


def _harm(system: System, signal: str, process: str) -> float:
    """Seconds until another kiosk is up."""
    before, [harmed] = kiosk(system), processes(system, process)
    stopwatch = Stopwatch()
    system.sh(f"kill -{signal} {harmed}")
    wait_until(lambda: is_back(system, before), pause=0.1)
    return stopwatch.seconds


def _play(system: System) -> int:
    """A game under way, which the kiosk comes back with."""
    file = system.root / GAMES
    wait_until(lambda: is_back(system, ""), pause=0.1)
    system.sh("systemctl stop stationmaster")
    for part in file.parent.glob("games.db*"):
        part.unlink()
    referee = Referee(Journal.open(file))
    for request in requests()[:TURNS]:
        referee.submit(parse(request))
    played = referee.seq
    referee.close()
    system.sh(f"chown stationmaster: {GAMES}*")
    system.sh("systemctl start stationmaster")
    wait_until(lambda: is_back(system, ""), pause=0.1)
    return played
