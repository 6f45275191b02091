"""Checks of the machine: screen, touch, sound, disk and clock, from the system's files."""

import grp
import os
import re
import shutil
import stat
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from kiosk.doctor.finding import BROKEN, WARNING, Finding

SOFTWARE: Final = ("llvmpipe", "softpipe", "swrast", "software")  # renderers without a GPU
LITTLE, TOO_LITTLE = 200, 20  # megabytes
NOT_BEFORE: Final = datetime(2026, 1, 1, tzinfo=UTC)  # older than this program
CLOCK_SLACK_SECONDS: Final = 24 * 3600  # seconds that a file can be from the future
_MT_X: Final = 0x35  # ABS_MT_POSITION_X, which every touch screen has
_DIRECT: Final = 1  # INPUT_PROP_DIRECT, which touchpads do not have

Access = Callable[[Path], bool]


@dataclass(frozen=True, slots=True)
class System:
    """The system's root folder, user and environment."""

    root: Path = Path("/")
    user: str = ""
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)

    def path(self, name: str) -> Path:
        return self.root / name.lstrip("/")

    def files(self, *patterns: str) -> list[Path]:
        """Return the files that match these patterns."""
        return sorted(file for pattern in patterns for file in self.root.glob(pattern.lstrip("/")))

    def text(self, name: str) -> str:
        """Return a file's content, or '' if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", errors="replace")
        except OSError:
            return ""

    @property
    def model(self) -> str:
        """The board's model name."""
        return self.text("/proc/device-tree/model").strip("\0 \n")

    @property
    def is_pi(self) -> bool:
        return "Raspberry Pi" in self.model

    @property
    def has_pins(self) -> bool:
        """Whether buttons and lights can be wired to it."""
        return bool(self.model and self.files("/dev/gpiochip*"))

    @property
    def has_desktop(self) -> bool:
        """Whether a desktop handles touches and windows."""
        return any(self.environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def check_renderer(renderer: str, *, why: str = "", is_pi: bool) -> Finding:
    """Check the renderer; `why` if there is none."""
    if why:
        return Finding("screen", "no_renderer", {"why": why}, WARNING)
    facts = {"renderer": renderer}
    if is_pi and any(word in renderer.lower() for word in SOFTWARE):
        mend = "sudo usermod -aG video,render $USER && sudo reboot"
        return Finding("screen", "software", facts, WARNING, mend)
    return Finding("screen", "renderer", facts)


def may_use(file: Path) -> bool:
    """Whether this user can read and write a file."""
    return os.access(file, os.R_OK | os.W_OK)


def check_groups(system: System, may: Access = may_use) -> Finding:
    """Check the user's access to devices, which Debian grants by groups."""
    patterns = ["/dev/dri/renderD*", "/dev/gpiochip*", "/dev/ttyUSB*", "/dev/ttyACM*"]
    if not system.has_desktop:
        patterns += ["/dev/dri/card*", "/dev/input/event*"]
    closed = [file for file in system.files(*patterns) if not may(file)]
    if not closed:
        return Finding("rights", "rights")
    groups = sorted({group for file in closed if (group := _group(file))})
    facts = {"files": ", ".join(f"/dev/{file.name}" for file in closed[:3])}
    mend = f"sudo usermod -aG {','.join(groups)} {system.user} && sudo reboot" if groups else ""
    return Finding("rights", "no_rights", facts, WARNING, mend)


def _group(file: Path) -> str:
    """Return the group that has access to a file, or '' if none has."""
    found = file.stat()
    if not (found.st_gid and found.st_mode & (stat.S_IRGRP | stat.S_IWGRP)):
        return ""
    try:
        return grp.getgrgid(found.st_gid).gr_name
    except KeyError:
        return ""


def check_touch(system: System) -> Finding:
    """Check for touch screens."""
    names = [
        _name(device) for device in system.files("/sys/class/input/event*") if _is_touch(device)
    ]
    if names:
        return Finding("touch", "touch", {"names": ", ".join(names)})
    return Finding("touch", "no_touch", {}, WARNING if system.is_pi else "ok")


def _name(device: Path) -> str:
    return (device / "device/name").read_text(errors="replace").strip()


def _is_touch(device: Path) -> bool:
    return _has_bit(device / "device/capabilities/abs", _MT_X) and _has_bit(
        device / "device/properties", _DIRECT
    )


def _has_bit(file: Path, number: int) -> bool:
    """Whether a bit is set in the kernel's list of words, the lowest last."""
    try:
        words = [int(word, 16) for word in file.read_text().split()]
    except (OSError, ValueError):
        return False
    at, bit = divmod(number, 8 * struct.calcsize("P"))  # a word is as long as a pointer
    return len(words) > at and bool(words[-1 - at] >> bit & 1)


def check_sound(system: System, *, wanted: bool) -> Finding:
    """Check for sound cards."""
    cards = re.findall(r"^\s*\d+ \[.*?\]: (.+)$", system.text("/proc/asound/cards"), re.MULTILINE)
    if cards:
        return Finding("sound", "sound", {"cards": ", ".join(cards)})
    return Finding("sound", "no_sound", {}, WARNING if wanted else "ok")


def check_voice(program: str | None, *, wanted: bool) -> Finding:
    """Check whether speech is available."""
    if program is not None:
        return Finding("voice", "voice", {"program": program})
    mend = "sudo apt-get install espeak-ng"
    return Finding("voice", "no_voice", {}, WARNING if wanted else "ok", mend)


def check_space(folder: Path, free: Callable[[Path], int] | None = None) -> Finding:
    """Check the free space on the games' disk."""
    there = next((place for place in (folder, *folder.parents) if place.is_dir()), Path("/"))
    megabytes = (free or _free)(there) // 2**20
    facts = {"free": megabytes, "folder": str(there)}
    if megabytes >= 1024:
        return Finding("space", "much_space", {**facts, "gigabytes": round(megabytes / 1024)})
    if megabytes >= LITTLE:
        return Finding("space", "space", facts)
    state = WARNING if megabytes >= TOO_LITTLE else BROKEN
    mend = "sudo apt-get clean"
    return Finding("space", "little_space", facts, state, mend)


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def check_clock(now: datetime, written: Iterable[Path]) -> Finding:
    """Check that the time is later than this program and its files."""
    facts = {"now": now}
    newest = max((file.stat().st_mtime for file in written if file.exists()), default=0.0)
    if now < NOT_BEFORE or newest > now.timestamp() + CLOCK_SLACK_SECONDS:
        return Finding("clock", "clock_wrong", facts, WARNING, "sudo timedatectl set-ntp true")
    return Finding("clock", "clock", facts)


def check_zone(system: System, encoding: str) -> Finding:
    """Check the time zone and the encoding."""
    zone = system.environment.get("TZ", "") or system.text("/etc/timezone").strip()
    link = system.path("/etc/localtime")
    if not zone and link.is_symlink():
        zone = str(link.readlink()).partition("zoneinfo/")[2]
    facts = {"zone": zone or "UTC", "encoding": encoding}
    if encoding.lower().replace("-", "") != "utf8":
        return Finding("place", "no_utf8", facts, WARNING, "sudo localectl set-locale C.UTF-8")
    if system.is_pi and zone in ("", "UTC", "Etc/UTC"):
        return Finding(
            "place", "zone_unset", facts, WARNING, "sudo timedatectl set-timezone Europe/Paris"
        )
    return Finding("place", "zone", facts)


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, worst first."""
    order = {BROKEN: 0, WARNING: 1}
    return sorted(findings, key=lambda finding: order.get(finding.state, 2))
