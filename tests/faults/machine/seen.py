"""A screen of this machine for a kiosk in another root, and a mouse in front of it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fingers import seats
from spots import where
from table import entries

from companion.journal import Journal
from companion.referee import Referee
from tests.faults.machine.roots import Root, sh

SOCKETS = "tmp/.X11-unix"
PATIENCE = 3600  # seconds: the first start installs everything, on an emulated processor too


def begin_game(file: Path) -> None:
    """Two at the table, and nothing drawn yet."""
    journal = Journal.open(file)
    Referee(journal).submit(seats(2))
    journal.close()


class Shown:
    """A display without anybody's desktop."""

    def __init__(self, display: str) -> None:
        self.display = display

    def play_a_turn(self, root: Root, clone: str, *, user: str) -> None:
        """Start the kiosk as the front page says, wait for its window, and draw two cards."""
        home = root / f"home/{user}"
        begin_game(home / "games.db")
        spots = where(home / "games.db")
        root.run("chown", f"{user}:", f"/home/{user}/games.db")
        self._lend(root)
        options = ("--size", "800x480", "--language", "en", "--db", f"/home/{user}/games.db")
        kiosk = root.start("sh", f"{clone}/kiosk/run.sh", *options, user=user, DISPLAY=self.display)
        try:
            self._play(kiosk, spots, home / "games.db")
        finally:
            os.killpg(kiosk.pid, signal.SIGKILL)
            kiosk.communicate()
            sh("umount", root / SOCKETS)

    def _lend(self, root: Root) -> None:
        (root / SOCKETS).mkdir(parents=True, exist_ok=True)
        sh("mount", "--bind", f"/{SOCKETS}", root / SOCKETS)

    def _play(
        self, kiosk: subprocess.Popen[str], spots: dict[str, tuple[int, int]], file: Path
    ) -> None:
        end = time.monotonic() + PATIENCE
        while self._xdotool("search", "--pid", str(kiosk.pid)) != 0:
            assert kiosk.poll() is None, kiosk.communicate()[0]
            assert time.monotonic() < end, "no window"
            time.sleep(0.5)
        while entries(file) < 2:  # a slow screen takes a tap when it is there
            assert kiosk.poll() is None, kiosk.communicate()[0]
            assert time.monotonic() < end, "no turn was taken"
            for word in ("Continue", "Train", "Jungle"):
                self._click(*spots[word])

    def _click(self, x: int, y: int) -> None:
        for step in (["mousemove", str(x), str(y)], ["mousedown", "1"], ["mouseup", "1"]):
            self._xdotool(*step)
            time.sleep(0.3)
        time.sleep(1)

    def _xdotool(self, *arguments: str) -> int:
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(
            ["xdotool", *arguments], env=environment, capture_output=True
        ).returncode


@contextmanager
def shown() -> Iterator[Shown]:
    """A display that any user may draw on."""
    read, write = os.pipe()
    server = subprocess.Popen(
        [shutil.which("Xvfb") or "Xvfb", "-displayfd", str(write)]
        + ["-screen", "0", "800x480x24", "-nolisten", "tcp", "-ac"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as number:
            yield Shown(f":{number.readline().strip()}")
    finally:
        server.terminate()
        server.wait()
