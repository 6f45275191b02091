"""The real window of a kiosk on an X server: hidden, resized, and lost with the server."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

from x_server import x_server

from tests.faults.game import REQUESTS, begin, found_in
from tests.faults.harness import Tally, fault
from tests.faults.started import PATIENCE, Started, own_folders
from tests.faults.surroundings import check
from tests.kiosk.whole.real_window import find_window

CHANGES = (
    ("windowunmap",),
    ("windowmap",),
    ("windowsize", "500", "700"),
    ("windowsize", "800", "480"),
    ("windowmove", "40", "40"),
    ("windowminimize",),
)


@fault(
    "Window lost",
    sees="When the window is hidden and shown again, the table is there and play goes on. If the X"
    " server is gone, the kiosk ends; the system starts it again, and it returns to the table.",
    few=1,
    all_of_it=50,
)
def window_lost(tally: Tally, folder: Path, times: int) -> None:
    """On a separate X server, the window is unmapped, mapped, resized, moved and minimised between
    taps. Then the server is killed, and the kiosk starts on another.
    """
    dice, file = random.Random("window lost"), folder / "games.db"
    for _ in range(times):
        if not file.exists() or found_in(file)[0] > len(REQUESTS) - 20:
            file.unlink(missing_ok=True)
            begin(file)
        with x_server() as server:
            environment = {**own_folders(folder), "DISPLAY": server.display}
            for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY"):
                environment.pop(name, None)
            with Started(file, environment=environment) as kiosk:
                tally.back.append(kiosk.up())
                window = find_window(environment, kiosk.process.pid)
                for change, *how in dice.sample(CHANGES, dice.randint(2, 5)):
                    command = ["xdotool", change, window, *how]
                    subprocess.run(command, env=environment, check=False, timeout=PATIENCE)
                    kiosk.table()
                server.process.kill()
                kiosk.rest()
                check(file, kiosk, tally)
        tally.cycles += 1
