"""Codes to scan: an address as light and dark."""

from dataclasses import dataclass
from typing import Final

from companion.exports.extras import needing

QUIET_ZONE: Final = 4  # modules of light around a code, by its standard
LARGEST: Final = 177  # modules of the largest code there is


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: dark modules are true. Whoever draws it leaves QUIET_ZONE light around it."""

    address: str
    modules: tuple[tuple[bool, ...], ...]
    comments: bool = False  # of a play: whether they are still in it

    @property
    def size(self) -> int:
        """Modules a side, the quiet zone not counted."""
        return len(self.modules)


def code_of(address: str) -> Code | None:
    """An address as a code; None where no code holds it.

    Raises:
        ExtraMissing: segno is not installed.
    """
    with needing("exports"):
        import segno
    try:
        made = segno.make_qr(address, error="l", mode="byte")
    except segno.DataOverflowError:
        return None
    return Code(address, tuple(tuple(bool(module) for module in row) for row in made.matrix))
