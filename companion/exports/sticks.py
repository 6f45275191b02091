"""Finds mounted USB sticks."""

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Final

PLACES: Final = ("/media/*/*", "/run/media/*/*", "/mnt/usb*")
_MOUNTS: Final = Path("/proc/self/mounts")


@dataclass(frozen=True, slots=True)
class Stick:
    label: str
    folder: Path
    writable: bool = True


def sticks() -> list[Stick]:
    """Return the writable sticks; none if the system doesn't list its mounts."""
    return [stick for stick in plugged_in() if stick.writable]


def plugged_in() -> list[Stick]:
    """Return all sticks, including read-only ones."""
    try:
        text = os.fsdecode(_MOUNTS.read_bytes())
    except OSError:
        return []
    return [
        replace(stick, writable=stick.writable and os.access(stick.folder, os.W_OK))
        for stick in sticks_in(text)
    ]


def sticks_in(mounts: str, root: Path = Path("/")) -> list[Stick]:
    """Return every stick in a list of mounts, newest first; folders are relative to `root`."""
    found: dict[PurePosixPath, Stick] = {}
    for line in mounts.split("\n"):
        device, place, _, options, *_ = [*line.split(" "), "", "", "", ""]
        path = PurePosixPath(_plain(place))
        if not any(path.match(pattern) for pattern in PLACES):
            continue
        found.pop(path, None)  # hidden by a later mount on the same path
        if device.startswith("/dev/") and options:
            writable = "rw" in options.split(",")
            found[path] = Stick(path.name, root / path.relative_to("/"), writable)
    return list(found.values())[::-1]


def _plain(place: str) -> str:
    """Decode the octal escapes in a path of the mounts list."""
    return re.sub(r"\\([0-7]{3})", lambda escape: chr(int(escape[1], 8)), place)
