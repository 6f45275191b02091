"""The real thing: kiosk/run.sh in a real X window, played with real clicks."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fingers import Kiosk, seats

from companion.journal import Journal
from companion.referee import Referee

ROOT = Path(__file__).parents[3]
NEEDED = ("Xvfb", "xdotool")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, NEEDED)), reason="needs Xvfb and xdotool; tests/run.sh has them"
    ),
]


def where(file: Path) -> dict[str, tuple[int, int]]:
    """Where things are on a screen of the same size, from the top as a mouse counts."""
    kiosk = Kiosk((800, 480), file)
    spots = {}
    for word, screen in (("Continue", "welcome"), ("Train", "table"), ("Jungle", "table")):
        if kiosk.app.shown != screen:
            kiosk.app.home()
            kiosk.frames()
        x, y = kiosk.button(word).center
        spots[word] = round(x), 480 - round(y)
    kiosk.close()
    return spots


@pytest.fixture
def display() -> Iterator[str]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def entries(file: Path) -> int:
    journal = Journal.view(file)
    try:
        return Referee(journal).seq
    finally:
        journal.close()


def until(seq: int, file: Path, act: "subprocess.Popen[bytes]") -> None:
    """Wait for an entry to be on the disk; how long that takes is nobody's promise."""
    for _ in range(300):
        if entries(file) >= seq:
            return
        assert act.poll() is None, "the kiosk has ended"
        time.sleep(0.1)
    raise AssertionError(f"no entry {seq}")


def test_a_turn_is_played_with_real_clicks(display: str, tmp_path: Path):
    file = tmp_path / "games.db"
    journal = Journal.open(file)
    Referee(journal).submit(seats(2))
    journal.close()
    spots = where(file)
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": ""}
    environment = {**os.environ, **home, "DISPLAY": display}
    environment.pop("SDL_VIDEODRIVER", None)
    environment.pop("WAYLAND_DISPLAY", None)
    kiosk = subprocess.Popen(
        ["sh", str(ROOT / "kiosk" / "run.sh"), "--size", "800x480", "--db", str(file)],
        env=environment,
        start_new_session=True,
    )
    try:
        window = find_window(environment, kiosk.pid)
        click(environment, window, *spots["Continue"])
        for card in ("Train", "Jungle"):
            click(environment, window, *spots[card])
        until(2, file, kiosk)
        kiosk.send_signal(signal.SIGTERM)
        kiosk.wait(20)
    finally:
        if kiosk.poll() is None:
            os.killpg(kiosk.pid, signal.SIGKILL)
            kiosk.wait()
    journal = Journal.view(file)
    seat = Referee(journal).game.state.seats[0]
    journal.close()
    assert tuple(seat.front) == (1, 1, 0)


def find_window(environment: dict[str, str], process: int) -> str:
    for _ in range(300):
        found = subprocess.run(
            ["xdotool", "search", "--pid", str(process)],
            env=environment,
            capture_output=True,
            text=True,
        ).stdout.split()
        if found and re.fullmatch(r"\d+", found[-1]):
            time.sleep(2)  # until its first screen is drawn
            return found[-1]
        time.sleep(0.1)
    raise AssertionError("no window")


def click(environment: dict[str, str], window: str, x: int, y: int) -> None:
    command = ["xdotool", "mousemove", "--window", window, str(x), str(y)]
    for step in (command, ["xdotool", "mousedown", "1"], ["xdotool", "mouseup", "1"]):
        subprocess.run(step, env=environment, check=True)
        time.sleep(0.2)
    time.sleep(0.6)
