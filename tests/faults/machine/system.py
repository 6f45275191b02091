"""The installed kiosk under a systemd of its own, without a machine: as fast as this one is.

An emulated machine (guest.py) takes seconds for a frame, and its watchdog is given minutes. Here
the same disk is a folder, its systemd the first process of namespaces, and the unit as installed.
There is no screen: the compositor draws into memory.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.machine.roots import Root, mounted, sh

UNIT = "stationmaster"
WITHOUT_SCREEN = """\
[Unit]
ConditionPathExists=
[Service]
ExecStartPre=
Environment=WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1
"""
# A /dev of its own and a /sys that cannot be written: no rule of udev touches this machine's.
BOOT = """\
set -e
cd "$1"
mount -t proc proc proc
mount --rbind /sys sys
mount -o remount,bind,ro sys
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
    touch dev/$name
    mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
exec chroot . /lib/systemd/systemd
"""
BOOTED = 60  # seconds


class System:
    """What goes on in it."""

    def __init__(self, first: int, root: Root) -> None:
        self._first = first
        self.root = root

    def sh(self, command: str) -> str:
        """What a shell in it prints, errors among it."""
        enter = ("nsenter", f"--target={self._first}", *"-m -p -u -i -r -w".split())
        done = subprocess.run(
            [*enter, "sh", "-c", command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.stdout


@contextmanager
def booted(disk: Path, place: Path) -> Iterator[System]:
    """Its systemd; the kiosk comes up a little later."""
    place.mkdir()
    with mounted(place, "-o", "loop", str(disk)):
        root = Root(place)
        settings = root / f"etc/systemd/system/{UNIT}.service.d"
        for setting in settings.glob("*"):
            setting.unlink()  # what is for an emulated processor
        (settings / "screen.conf").write_text(WITHOUT_SCREEN)
        sh("rm", "-f", root / "etc/systemd/system/basic.target.wants/trial.service")
        apart = "--mount --pid --fork --uts --ipc --net --cgroup --propagation=private".split()
        process = subprocess.Popen(
            ["unshare", *apart, "sh", "-c", BOOT, "sh", str(place)],
            env={"container": "other", "PATH": os.environ["PATH"]},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            first = _child(process.pid)
            yield System(first, root)
            os.kill(first, signal.SIGKILL)  # and all that it has started
        finally:
            process.kill()
            process.wait()


def _child(parent: int) -> int:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    end = time.monotonic() + BOOTED
    while not (found := children.read_text().split()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return int(found[0])
