"""The machine under test: a Debian with a kernel, install.sh run in it, and an agent of ours."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from tests.faults.machine.disks import Disk
from tests.faults.machine.roots import KEPT, REPOSITORY, Root, base, fresh, kept, listed, sh
from tests.faults.machine.seen import begin_game
from tests.recorded import GAMES, cases

SYSTEM = ("systemd-sysv", "udev", "dbus", "linux-image-amd64")  # what is on any card
BY_TURN = ("new", "draw", "claim", "tickets", "pass", "undo")
INSTALLED = (
    "companion/",
    "hardware/",
    "kiosk/",
    "pyproject.toml",
    "tests/faults/machine/in_guest/",
)
IN_GUEST = Path(__file__).parent / "in_guest"
PLACE = "srv/trial"

AGENT = f"""\
[Unit]
After=basic.target
[Service]
ExecStart=/opt/stationmaster/current/bin/python -P /{PLACE}/agent.py /dev/ttyS2 /dev/ttyS1
[Install]
WantedBy=basic.target
"""

# An emulated processor draws a frame in seconds.
SLOWLY = """\
[Service]
TimeoutStartSec=900
WatchdogSec=120
"""


def requests() -> list[dict[str, object]]:
    """The turns of a recorded game; entry by entry."""
    record = next(game for game in GAMES if game.stem == "five-players")
    done = [request for _, request, answer in cases(record) if answer.get("ok")]
    return [request for request in done if request["do"] in BY_TURN]


def bootable(suite: str) -> Path:
    """A system with a kernel, as it comes from Debian."""

    def make(folder: Path) -> None:
        with fresh(base(suite)) as root:
            root.get(*SYSTEM)
            sh("cp", "-a", "--one-file-system", root.folder, folder)

    return kept(f"{suite}-bootable", make)


def machine(suite: str, scratch: Path) -> Disk:
    """A machine with the kiosk installed, whose disk nobody else writes to."""
    made = kept(f"machine-{suite}-{_state()}", lambda folder: _build(suite, folder))
    for name in ("vmlinuz", "initrd.img", "disk.img"):
        sh("cp", "--sparse=always", made / name, scratch / name)
    _remove_others(made)
    return Disk(scratch / "disk.img")


def _state() -> str:
    """Of all that is installed: when it changes, another machine is made."""
    state = hashlib.sha256()
    for name in sorted(name for name in listed() if name.startswith(INSTALLED)):
        state.update(name.encode() + (REPOSITORY / name).read_bytes())
    return state.hexdigest()[:16]


def _remove_others(made: Path) -> None:
    """Machines of earlier states of the repository: they are large."""
    suite = made.name.rpartition("-")[0]
    for old in KEPT.glob(f"{suite}-*"):
        if old.is_dir() and old != made:
            (KEPT / f"{old.name}.done").unlink(missing_ok=True)
            shutil.rmtree(old)


def _build(suite: str, folder: Path) -> None:
    """Install the kiosk; the disk, the kernel and what else it boots with."""
    folder.mkdir()
    with fresh(bootable(suite)) as root:
        root.clone_to("/srv/stationmaster")
        root.run("sh", "/srv/stationmaster/kiosk/deploy/install.sh")
        _let_us_in(root)
        for name in ("vmlinuz", "initrd.img"):
            shutil.copy(root / name, folder / name)
        bare = folder / "bare"
        bare.mkdir()
        sh("mount", "--bind", root.folder, bare)  # without what is mounted in it
        try:
            Disk.of(Root(bare), folder / "disk.img")
        finally:
            sh("umount", bare)


def _let_us_in(root: Root) -> None:
    """What no real machine has."""
    (root / PLACE).mkdir()
    for script in IN_GUEST.iterdir():
        shutil.copy(script, root / PLACE)
    lines = "".join(json.dumps(request) + "\n" for request in requests())
    (root / PLACE / "requests").write_text(lines, "utf-8")
    (root / "etc/systemd/system/trial.service").write_text(AGENT)
    root.run("systemctl", "-q", "enable", "trial.service")
    begin_game(root / "var/lib/stationmaster/games.db")
    (root / "var/lib/stationmaster/settings.json").write_text('{"language": "en"}')
    root.run("chown", "-R", "stationmaster:", "/var/lib/stationmaster")
    slowly = root / "etc/systemd/system/stationmaster.service.d"
    slowly.mkdir()
    (slowly / "slowly.conf").write_text(SLOWLY)
    (root / "usr/sbin/policy-rc.d").unlink()
    (root / "etc/fstab").write_text("/dev/vda / ext4 defaults 0 1\n")
