"""A serial cable: opened, and written to without ever waiting for long."""

import select
import termios
from typing import Any, Final

from hardware.ports.discovery import is_port
from hardware.ports.status import NoPortError, PortStalledError

WRITE_TIMEOUT: Final = 0.4  # seconds; None would wait for ever
RETRY_INTERVAL: Final = 0.5  # until the next try to find and open it
POLL_INTERVAL: Final = 0.25  # between looks whether it is still there
REDRAW_INTERVAL: Final = (
    3.0  # what was told is not trusted for longer: a device may have started anew
)

PORT_ERRORS: Final = (OSError, termios.error)  # what pyserial raises when a device is gone


def open_serial(url: str, **options: Any) -> Any:  # noqa: ANN401
    """Open a port with pyserial, which may not be installed; nobody else has it then.

    Raises:
        NoPortError: the address may be of anything but a port.
    """
    if not is_port(url):
        raise NoPortError(url)
    from serial import serial_for_url

    try:
        return serial_for_url(url, write_timeout=WRITE_TIMEOUT, exclusive=True, **options)
    except ValueError as error:
        raise NoPortError(str(error)) from error


def write_all(port: Any, data: bytes) -> None:  # noqa: ANN401
    """Write it without ever waiting for long.

    Raises:
        Stalled: the device takes no bytes.
    """
    from serial import SerialTimeoutException

    if not has_room(port):
        raise PortStalledError
    try:
        port.write(data)
    except SerialTimeoutException as error:
        raise PortStalledError from error


def has_room(port: Any) -> bool:  # noqa: ANN401
    """Whether it takes bytes within the time: pyserial, left to wait for that, never sleeps."""
    try:
        number = port.fileno()
    except (AttributeError, OSError):  # it is no file, or closed: nothing to wait for
        return True
    return bool(select.select([], [number], [], WRITE_TIMEOUT)[1])
