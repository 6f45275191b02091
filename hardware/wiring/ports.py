"""Which of the ports that were found something more can be wired to."""

from collections.abc import Iterable

from hardware.ports.discovery import device
from hardware.wiring.model import Wiring


def free_ports(wiring: Wiring, found: Iterable[str]) -> tuple[str, ...]:
    """The ports that nothing is wired to, under whatever name."""
    wired = (wiring.panel, *(display.where for display in wiring.displays))
    taken = {device(where) for where in wired if where is not None}
    return tuple(port for port in found if device(port) not in taken)


def box_ports(wiring: Wiring, found: Iterable[str]) -> tuple[str, ...]:
    """The ports that a box could be on: its own, as it is wired, and all that are free."""
    own = () if wiring.panel is None else (wiring.panel,)
    return (*own, *free_ports(wiring, found))
