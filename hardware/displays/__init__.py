"""Serial displays, each as a pure function: what it shows and what it should, to bytes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.displays import matrix_orbital, serlcd, seven_segment
from hardware.displays.grid import Digits, Grid

Picture = Grid | Digits


@dataclass(frozen=True, slots=True)
class Kind:
    """A display one can buy: what it shows when empty, and how to change what it shows."""

    blank: Picture
    update: Callable[[Any, Any], bytes]  # of the blank picture's type, both

    def fits(self, picture: Picture) -> bool:
        """Whether this display can show the picture."""
        if isinstance(self.blank, Grid) and isinstance(picture, Grid):
            return picture.size == self.blank.size
        return type(picture) is type(self.blank)


KINDS: Final[Mapping[str, Kind]] = {
    "serlcd-16x2": Kind(Grid.of((), 16, 2), serlcd.update),
    "serlcd-20x4": Kind(Grid.of((), 20, 4), serlcd.update),
    "matrix-16x2": Kind(Grid.of((), 16, 2), matrix_orbital.update),
    "matrix-20x4": Kind(Grid.of((), 20, 4), matrix_orbital.update),
    "seven-segment": Kind(Digits(), seven_segment.update),
}

__all__ = ["KINDS", "Digits", "Grid", "Kind", "Picture"]
