"""A kiosk that can be heard, and a program in the place of espeak-ng."""

import stat
import time
import wave
from array import array
from collections.abc import Callable
from pathlib import Path

from fingers import Kiosk

PATIENCE = 20.0  # seconds; nothing takes so long


def wait_until(kiosk: Kiosk, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, (kiosk.texts(), signs(kiosk))
        kiosk.frames(1)  # not more: what begins in one may have ended in the next
        time.sleep(0.005)


def open_now(kiosk: Kiosk) -> None:
    kiosk.app.opening.cancel()  # it would wait for half a second
    kiosk.app.open_devices()


def signs(kiosk: Kiosk) -> list[tuple[str, str]]:
    return [(sign.icon, sign.text) for sign in kiosk.app.devices.signs()]


class Voice:
    """A program in the place of espeak-ng: it writes down what it is told, and then does more."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "bin"
        self.folder.mkdir()
        self.record, self.pids = folder / "told", folder / "pids"
        self._wav = folder / "spoken.wav"

    def speaks(self, seconds: float) -> None:
        """Every sentence takes so long."""
        with wave.open(str(self._wav), "wb") as file:
            file.setparams((1, 2, 22050, 0, "NONE", ""))
            file.writeframes(array("h", [3000, -3000] * round(seconds * 11025)).tobytes())
        self.does(f'cat "{self._wav}" > "$6"')

    def does(self, more: str) -> None:
        """What it does when it has been told."""
        program = self.folder / "espeak-ng"
        note = f'printf "%s|%s\\n" "$2" "$(cat | tr "\\n" "/")" >> "{self.record}"'
        program.write_text(f'#!/bin/sh\necho $$ >> "{self.pids}"\n{note}\n{more}\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    @property
    def told(self) -> list[str]:
        return self.record.read_text("utf-8").splitlines() if self.record.exists() else []

    def is_running(self) -> bool:
        """Whether any of them is still there."""
        return any(Path(f"/proc/{pid}").exists() for pid in self.pids.read_text().split())
