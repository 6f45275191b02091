"""Serial displays: one module per family, with pure functions from pictures to bytes.

To add a display, write a module with its FAMILY and list it here.
"""

from typing import Final

from hardware.displays import matrix_orbital, serlcd, seven_segment
from hardware.displays.family import DisplayKind, DisplaySetting, Family
from hardware.displays.grid import Digits, Grid, Picture

FAMILIES: Final[tuple[Family, ...]] = (
    serlcd.FAMILY,
    matrix_orbital.FAMILY,
    matrix_orbital.ADAFRUIT,
    seven_segment.FAMILY,
)
KINDS: Final[dict[str, DisplayKind]] = {
    name: kind for family in FAMILIES for name, kind in family.kinds.items()
}
SPEEDS: Final = (9600, 19_200, 38_400, 57_600, 115_200, 4800, 2400)  # baud, the most common first

__all__ = [
    "FAMILIES",
    "KINDS",
    "SPEEDS",
    "Digits",
    "Family",
    "Grid",
    "DisplayKind",
    "Picture",
    "DisplaySetting",
]
