"""Encodes an address as a QR code."""

from dataclasses import dataclass
from typing import Final

from companion.exports.extras import requiring_extra

QUIET_ZONE: Final = 4  # light modules around a code, by the standard
LARGEST: Final = 177  # modules per side of the largest QR code


@dataclass(frozen=True, slots=True)
class QrMatrix:
    """A QR code; dark modules are True. Draw it with a light margin of QUIET_ZONE modules."""

    address: str
    modules: tuple[tuple[bool, ...], ...]
    comments: bool = False  # whether a play's comments are included

    @property
    def size(self) -> int:
        """Modules per side, without the quiet zone."""
        return len(self.modules)


def code_of(address: str) -> QrMatrix | None:
    """Return an address as a QR code, or None if it is too long for one.

    Raises:
        MissingExtraError: If segno is not installed.
    """
    with requiring_extra("exports"):
        import segno
    try:
        made = segno.make_qr(address, error="l", mode="byte")
    except segno.DataOverflowError:
        return None
    return QrMatrix(address, tuple(tuple(bool(module) for module in row) for row in made.matrix))
