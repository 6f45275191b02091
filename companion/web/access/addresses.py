"""The addresses of this machine on the local network."""

import fcntl
import socket
import struct
from typing import Final

_ADDRESS_OF: Final = 0x8915  # SIOCGIFADDR
_ELSEWHERE: Final = ("192.0.2.1", 9)  # reserved by RFC 5737; nothing is sent


def own_addresses() -> list[str]:
    """Return this machine's addresses, that of the default route first; none without a network."""
    found = [address for _, name in socket.if_nameindex() if (address := _address_of(name))]
    outward = _outward()
    others = [address for address in found if not address.startswith("127.")]
    return sorted(dict.fromkeys(others), key=lambda address: address != outward)


def own_names() -> list[str]:
    """Return the host names of this machine."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", name, f"{name}.local"]


def _address_of(interface: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            asked = struct.pack("256s", interface.encode()[:15])
            return socket.inet_ntoa(fcntl.ioctl(probe.fileno(), _ADDRESS_OF, asked)[20:24])
        except OSError:  # it has no address
            return None


def _outward() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return None
