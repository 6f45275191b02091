"""USB sticks that are plugged in: where this system has mounted them."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

PLACES: Final = ("/media/*/*", "/run/media/*/*", "/mnt/usb*")
_MOUNTS: Final = Path("/proc/self/mounts")


@dataclass(frozen=True, slots=True)
class Stick:
    """A stick, and whether it can be written to."""

    label: str
    folder: Path
    writable: bool = True


def sticks() -> list[Stick]:
    """The sticks that can be written to now; none where this system does not say."""
    return [stick for stick in plugged_in() if stick.writable]


def plugged_in() -> list[Stick]:
    """All sticks that are there now, the read-only ones too."""
    try:
        text = os.fsdecode(_MOUNTS.read_bytes())
    except OSError:
        return []
    return [
        replace(stick, writable=stick.writable and os.access(stick.folder, os.W_OK))
        for stick in sticks_in(text)
    ]


def sticks_in(mounts: str, root: Path = Path("/")) -> list[Stick]:
    """Every stick in a list of mounts, the newest first; folders as seen from `root`."""
    found: dict[PurePosixPath, Stick] = {}
    for line in mounts.split("\n"):
        device, place, _, options, *_ = [*line.split(" "), "", "", "", ""]
        path = PurePosixPath(_plain(place))
        if not any(path.match(pattern) for pattern in PLACES):
            continue
        found.pop(path, None)  # what is mounted over it hides it
        if device.startswith("/dev/") and options:
            writable = "rw" in options.split(",")
            found[path] = Stick(path.name, root / path.relative_to("/"), writable)
    return list(found.values())[::-1]


def _plain(place: str) -> str:
    """A path without the escapes that keep the list's lines and columns apart."""
    return re.sub(r"\\([0-7]{3})", lambda escape: chr(int(escape[1], 8)), place)
