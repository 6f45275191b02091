"""Serial displays: one module a family, each a pure function of what is shown and wanted to bytes.

A new display is a module with its FAMILY, and a line here.
"""

from typing import Final

from hardware.displays import matrix_orbital, serlcd, seven_segment
from hardware.displays.family import Family, Kind
from hardware.displays.grid import Digits, Grid, Picture

FAMILIES: Final[tuple[Family, ...]] = (
    serlcd.FAMILY,
    matrix_orbital.FAMILY,
    seven_segment.FAMILY,
)
KINDS: Final[dict[str, Kind]] = {
    name: kind for family in FAMILIES for name, kind in family.kinds.items()
}

__all__ = ["FAMILIES", "KINDS", "Digits", "Family", "Grid", "Kind", "Picture"]
