"""A machine that is switched on: its screen, its touch, its cables, and the plug."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any

from tests.faults.machine.disks import Disk
from tests.faults.machine.looking import PATIENCE

WIDTH, HEIGHT = 800, 480
_RANGE = 0x7FFF  # of a tablet's axes


class Guest:
    """It runs; what it says on its serial lines is in two files."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.process, self.folder = process, folder
        self.console, self.told = folder / "console", folder / "told"
        self._monitor = _connected(folder / "monitor")
        self._lines = self._monitor.makefile("rb")
        self._lines.readline()
        self._agent = _connected(folder / "agent")
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: object) -> Any:  # noqa: ANN401
        """Ask qemu; its answer."""
        self._monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode())
        while True:
            answer = json.loads(self._lines.readline())
            assert "error" not in answer, answer
            if "return" in answer:
                return answer["return"]

    def picture(self, file: Path) -> Path:
        """What is on its screen."""
        self.ask("screendump", filename=str(file), format="png")
        return file

    def tap(self, x: float, y: float) -> None:
        """Touch the screen, at shares of its width and height."""
        axes = [{"axis": axis, "value": round(at * _RANGE)} for axis, at in (("x", x), ("y", y))]
        self._send([{"type": "abs", "data": data} for data in axes])
        time.sleep(0.3)
        for down in (True, False):
            self._send([{"type": "btn", "data": {"down": down, "button": "left"}}])
            time.sleep(0.2)

    def press(self, *keys: str) -> None:
        """Press keys of a USB keyboard together."""
        for down, order in ((True, keys), (False, keys[::-1])):
            for key in order:
                code = {"type": "qcode", "data": key}
                self._send([{"type": "key", "data": {"down": down, "key": code}}])

    def _send(self, events: list[dict[str, object]]) -> None:
        self.ask("input-send-event", events=events)

    def said(self, pattern: str, seconds: float = PATIENCE) -> re.Match[str]:
        """Wait until it has told something; what."""
        return self._wait(self.told, pattern, seconds)

    def sh(self, command: str, seconds: float = PATIENCE) -> str:
        """Run a command in it, as root; what it printed, the end of a line included."""
        self.said("^listening", seconds)
        known = self.told.stat().st_size
        self._agent.sendall(json.dumps(command).encode() + b"\n")
        answer = self._wait(self.told, r"^\[(\d+), .*\]\n", seconds, known)
        code, printed = json.loads(answer[0])
        return printed if code == 0 else f"{printed}(exit code {code})"

    def _wait(self, file: Path, pattern: str, seconds: float, skipped: int = 0) -> re.Match[str]:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = file.read_bytes()[skipped:].decode(errors="replace")
            if found := re.search(pattern, text, re.MULTILINE):
                return found
            ended = self.process.poll()
            assert ended is None, f"the machine is off ({ended}): {self._end_of_console()}"
            time.sleep(0.2)
        raise AssertionError(f"never told {pattern}: {self._end_of_console()}")

    def _end_of_console(self) -> str:
        return self.console.read_text(errors="replace")[-3000:]

    def close(self) -> None:
        """Let go of its cables."""
        for cable in (self._lines, self._monitor, self._agent):
            cable.close()

    def pull_the_plug(self) -> None:
        """No warning, no end of anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def is_off_after(self, seconds: float) -> bool:
        """Whether it switches itself off."""
        try:
            return self.process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False


def _connected(address: Path) -> socket.socket:
    for _ in range(300):
        cable = socket.socket(socket.AF_UNIX)
        try:
            cable.connect(str(address))
            return cable
        except OSError:
            cable.close()
            time.sleep(0.1)
    raise AssertionError("qemu does not answer")


@contextmanager
def switched_on(disk: Disk, folder: Path, *kernel_words: str) -> Iterator[Guest]:
    """Plug a machine in; at the end the plug is out."""
    for name in ("console", "told", "monitor", "agent"):
        (folder / name).unlink(missing_ok=True)
    (folder / "told").touch()
    usual = "root=/dev/vda rw console=ttyS0 edd=off no_timer_check quiet".split()
    with (folder / "qemu").open("wb") as said:
        process = _started(disk, folder, said, [*usual, *kernel_words])
    try:
        with closing(Guest(process, folder)) as guest:
            yield guest
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _started(
    disk: Disk, folder: Path, said: IO[bytes], words: list[str]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            "qemu-system-x86_64",
            *("-accel", "tcg,thread=multi", "-M", "q35", "-smp", "2", "-m", "1024"),
            *("-cpu", "Nehalem"),  # for a newer one Mesa compiles what crashes when it is emulated
            *("-kernel", str(folder / "vmlinuz"), "-initrd", str(folder / "initrd.img")),
            *("-append", " ".join(words)),
            *("-nodefaults", "-display", "none", "-no-reboot"),
            *("-serial", f"file:{folder / 'console'}", "-serial", f"file:{folder / 'told'}"),
            *("-serial", f"unix:{folder / 'agent'},server=on,wait=off"),
            *("-qmp", f"unix:{folder / 'monitor'},server=on,wait=off"),
            *("-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}"),
            *("-device", "qemu-xhci,id=usb", "-device", "usb-tablet", "-device", "usb-kbd"),
            *disk.options(),
        ],
        stdout=subprocess.DEVNULL,
        stderr=said,
        start_new_session=True,  # a share of the processor of its own
    )
