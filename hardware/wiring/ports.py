"""Which of the ports found are still free."""

from collections.abc import Iterable

from hardware.ports.discovery import device
from hardware.wiring.model import Wiring


def free_ports(wiring: Wiring, found: Iterable[str]) -> tuple[str, ...]:
    """Return the ports that are not in use under any name."""
    wired = (wiring.panel, *(display.where for display in wiring.displays))
    taken = {device(where) for where in wired if where is not None}
    return tuple(port for port in found if device(port) not in taken)


def box_ports(wiring: Wiring, found: Iterable[str]) -> tuple[str, ...]:
    """Return the ports that a box can use: its own, and all free ones."""
    own = () if wiring.panel is None else (wiring.panel,)
    return (*own, *free_ports(wiring, found))
