"""The serial ports of this machine, by names that last."""

from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.displays.finding import BY_ID


def found_ports(
    by_id: Path = BY_ID, plugged_in: Callable[[], Iterable[str]] | None = None
) -> list[str]:
    """Names in /dev/serial/by-id, then the ports that have none."""
    links = sorted(by_id.iterdir()) if by_id.is_dir() else []
    named = {str(link.resolve()) for link in links}
    devices = (plugged_in or _devices)()
    return [*(link.name for link in links), *sorted(set(devices) - named)]


def _devices() -> list[str]:
    try:
        from serial.tools.list_ports import comports
    except ImportError:  # the status of any display says so
        return []
    return [str(port.device) for port in comports()]
