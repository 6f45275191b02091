"""Find a serial port by device name, USB ids, path or address; list ports by stable names."""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

BY_ID: Final = Path("/dev/serial/by-id")  # kept by udev: the same name wherever it is plugged in
ADDRESSES: Final = ("loop://", "socket://", "rfc2217://")  # others write files or load code
_USB: Final = re.compile(r"([0-9a-f]{4}):([0-9a-f]{4})(?::(.+))?", re.IGNORECASE)


def is_port(where: str) -> bool:
    """Whether it is a name, a path, or an address that only connects."""
    return "://" not in where or where.lower().startswith(ADDRESSES)


def find(where: str, by_id: Path = BY_ID) -> str | None:
    """Return the path or address to open; None if no such device is plugged in.

    `where` is a name in /dev/serial/by-id, `VID:PID` or `VID:PID:serial number` in hexadecimal,
    or a path or an address as pyserial takes it.
    """
    usb = _USB.fullmatch(where)
    if usb is not None:
        return _by_usb(int(usb[1], 16), int(usb[2], 16), usb[3])
    if "/" in where or ":" in where:
        return where
    named = by_id / where
    return str(named) if named.exists() else None


def device(where: str) -> str:
    """Resolve a name to the actual device; return the name if nothing is plugged in."""
    try:
        found = find(where) or where
    except ImportError:  # without pyserial no port can be used anyway
        return where
    return found if "://" in found else os.path.realpath(found)


def _by_usb(vendor: int, product: int, serial_number: str | None) -> str | None:
    from serial.tools.list_ports import comports

    return next(
        (
            str(port.device)
            for port in sorted(comports())
            if (port.vid, port.pid) == (vendor, product)
            and serial_number in (None, port.serial_number)
        ),
        None,
    )


def found_ports(
    by_id: Path = BY_ID, plugged_in: Callable[[], Iterable[str]] | None = None
) -> list[str]:
    """Return the names in /dev/serial/by-id, then the ports that have none."""
    links = sorted(by_id.iterdir()) if by_id.is_dir() else []
    named = {str(link.resolve()) for link in links}
    devices = (plugged_in or _devices)()
    return [*(link.name for link in links), *sorted(set(devices) - named)]


def _devices() -> list[str]:
    try:
        from serial.tools.list_ports import comports
    except ImportError:  # the status of each display reports it
        return []
    return [str(port.device) for port in comports()]
