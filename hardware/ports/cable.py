"""Open and write to serial ports without ever blocking for long."""

import select
import termios
from typing import Any, Final

from hardware.ports.discovery import is_port
from hardware.ports.status import NoPortError, PortStalledError

WRITE_TIMEOUT: Final = 0.4  # seconds; None would wait forever
RETRY_INTERVAL: Final = 0.5  # until the next attempt to find and open it
POLL_INTERVAL: Final = 0.25  # between checks that it is still there
REDRAW_INTERVAL: Final = 3.0  # repeat the whole state this often: the device can have restarted

PORT_ERRORS: Final = (OSError, termios.error)  # raised by pyserial when a device is gone


def open_serial(url: str, **options: Any) -> Any:  # noqa: ANN401
    """Open a port exclusively with pyserial, which may not be installed.

    Raises:
        NoPortError: if the address is not that of a port.
    """
    if not is_port(url):
        raise NoPortError(url)
    from serial import serial_for_url

    try:
        return serial_for_url(url, write_timeout=WRITE_TIMEOUT, exclusive=True, **options)
    except ValueError as error:
        raise NoPortError(str(error)) from error


def write_all(port: Any, data: bytes) -> None:  # noqa: ANN401
    """Write data without blocking for long.

    Raises:
        PortStalledError: if the device accepts no data.
    """
    from serial import SerialTimeoutException

    if not has_room(port):
        raise PortStalledError
    try:
        port.write(data)
    except SerialTimeoutException as error:
        raise PortStalledError from error


def has_room(port: Any) -> bool:  # noqa: ANN401
    """Whether it accepts data within the timeout; pyserial's own wait would be a busy loop."""
    try:
        number = port.fileno()
    except (AttributeError, OSError):  # not a file, or closed: nothing to wait for
        return True
    return bool(select.select([], [number], [], WRITE_TIMEOUT)[1])
