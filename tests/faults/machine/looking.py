"""What goes on in a machine, asked by commands in it, whether it is emulated or not."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Protocol

GAMES = "/var/lib/stationmaster/games.db"
AS_KIOSK = "setpriv --reuid=stationmaster --regid=stationmaster --init-groups"
KIOSK = r"[^\0]*/python\0-P\0-m\0kiosk"  # of command lines, the first words
CAGE, X_SERVER = r"cage\0", r"Xwayland\0"
PATIENCE = 900  # seconds; an emulated processor, beside other work


class Machine(Protocol):
    """Where a command can be run, as root."""

    def sh(self, command: str) -> str:
        """What it prints."""
        ...


def wait_until(is_so: Callable[[], bool], *, pause: float = 5) -> None:
    """Ask again and again; an emulated processor needs its time for something else, too."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(pause)


def is_up(machine: Machine) -> bool:
    """Whether the kiosk has told that it has begun."""
    return machine.sh("systemctl is-active stationmaster").startswith("active")


def processes(machine: Machine, pattern: str) -> list[str]:
    """Those whose command line begins so; its words end with zeros."""
    found = machine.sh(f"grep -laP '^{pattern}' /proc/[0-9]*/cmdline")
    return re.findall(r"/proc/(\d+)/cmdline$", found, re.MULTILINE)


def kiosk(machine: Machine) -> str:
    """Its process, or nothing."""
    return "".join(processes(machine, KIOSK))


def is_back(machine: Machine, without: str) -> bool:
    """Whether a kiosk is up, and another than that process."""
    return is_up(machine) and kiosk(machine) not in ("", without)


def entries(machine: Machine) -> int:
    """How many are on its disk."""
    ask = f"sqlite3.connect('file:{GAMES}?mode=ro', uri=True)"
    count = f"{ask}.execute('select count(*) from entries').fetchone()[0]"
    return int(machine.sh(f'{AS_KIOSK} python3 -c "import sqlite3; print({count})"'))
