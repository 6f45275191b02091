"""The real thing: kiosk/run.sh in a real X window, on a disk of its own."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from table import entries
from x_server import WHY, is_there

ROOT = Path(__file__).parents[3]

needs_x = pytest.mark.skipif(not is_there(), reason=WHY)


class RealKiosk:
    """A kiosk that runs, its window, and the file of its games."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", environment: dict[str, str], file: Path
    ) -> None:
        self.process, self.environment, self.file = process, environment, file
        self.window = find_window(environment, process.pid)

    def xdotool(self, *arguments: str) -> None:
        """Move a mouse, press a key."""
        subprocess.run(["xdotool", *arguments], env=self.environment, check=True)

    @property
    def geometry(self) -> dict[str, int]:
        """Where the window is, and how large."""
        command = ["xdotool", "getwindowgeometry", "--shell", self.window]
        told = subprocess.run(command, env=self.environment, capture_output=True, check=True).stdout
        pairs = (line.split("=") for line in told.decode().split())
        return {name: int(value) for name, value in pairs if name != "WINDOW"}

    def wait_for_entry(self, seq: int) -> None:
        """Wait for an entry to be on the disk; how long that takes is nobody's promise."""
        assert self.has_entry(seq, seconds=30), f"no entry {seq}"

    def has_entry(self, seq: int, seconds: float) -> bool:
        """Whether it comes within that time."""
        end = time.monotonic() + seconds
        while entries(self.file) < seq:
            assert self.process.poll() is None, "the kiosk has ended"
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True


@contextmanager
def running(
    display: str, home: Path, file: Path, *options: str, size: str | None = "800x480", **more: str
) -> Iterator[RealKiosk]:
    """Start it as people do, and end it as the system does; its window as large as it likes."""
    own = {"HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "DISPLAY": display}
    environment = {**os.environ, **own, **more}
    environment.pop("SDL_VIDEODRIVER", None)
    environment.pop("WAYLAND_DISPLAY", None)
    process = subprocess.Popen(
        [
            "sh",
            str(ROOT / "kiosk" / "run.sh"),
            *(["--size", size] if size else []),
            "--language",
            "en",
            "--db",
            str(file),
            *options,
        ],
        env=environment,
        start_new_session=True,
    )
    try:
        yield RealKiosk(process, environment, file)
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


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
