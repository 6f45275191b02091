"""Codes to scan: an address as light and dark."""

from dataclasses import dataclass
from typing import Final

from companion.exports.extras import requiring_extra

QUIET_ZONE: Final = 4  # modules of light around a code, by its standard
LARGEST: Final = 177  # modules of the largest code there is


@dataclass(frozen=True, slots=True)
class QrMatrix:
    """A QR code: dark modules are true. Whoever draws it leaves QUIET_ZONE light around it."""

    address: str
    modules: tuple[tuple[bool, ...], ...]
    comments: bool = False  # of a play: whether they are still in it

    @property
    def size(self) -> int:
        """Modules a side, the quiet zone not counted."""
        return len(self.modules)


def code_of(address: str) -> QrMatrix | None:
    """An address as a code; None where no code holds it.

    Raises:
        MissingExtraError: segno is not installed.
    """
    with requiring_extra("exports"):
        import segno
    try:
        made = segno.make_qr(address, error="l", mode="byte")
    except segno.DataOverflowError:
        return None
    return QrMatrix(address, tuple(tuple(bool(module) for module in row) for row in made.matrix))
