"""A family of displays: what its module must bring, and what follows for each display in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.displays.grid import Grid, Picture


@dataclass(frozen=True, slots=True)
class DisplaySetting:
    """What a display keeps for good once it is told. Its memory wears out: only people tell it."""

    name: str
    values: tuple[int, ...]  # from the weakest to the strongest; only one: it is done, or is not
    order: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class DisplayKind:
    """A display one can buy: whose it is, what it shows when empty, and how that changes."""

    maker: str
    blank: Picture
    update: Callable[[Any, Any], bytes]  # of the blank picture's type, both
    redraw: Callable[[Any], bytes]
    baud: int
    settings: tuple[DisplaySetting, ...] = ()

    @property
    def size(self) -> str:
        """Its size for people, in every language."""
        return "x".join(map(str, self.blank.size)) if isinstance(self.blank, Grid) else "8888"

    def fits(self, picture: Picture) -> bool:
        """Whether this display can show the picture."""
        if isinstance(self.blank, Grid) and isinstance(picture, Grid):
            return picture.size == self.blank.size
        return type(picture) is type(self.blank)


@dataclass(frozen=True, slots=True)
class Family:
    """Displays that obey the same bytes."""

    maker: str  # for people: a name that no language changes
    blanks: Mapping[str, Picture]  # its displays when empty, by their kinds in the wiring file
    update: Callable[[Any, Any], bytes]  # from what is shown, None if unknown, to what is wanted
    redraw: Callable[[Any], bytes]  # all of it over whatever is shown, without a flicker
    baud: int = 9600  # as they leave the maker
    settings: Callable[[Any], tuple[DisplaySetting, ...]] = (
        lambda blank: ()
    )  # of one that shows this

    @property
    def kinds(self) -> dict[str, DisplayKind]:
        """Its displays, by their names in the wiring file."""
        return {
            name: DisplayKind(
                self.maker, blank, self.update, self.redraw, self.baud, self.settings(blank)
            )
            for name, blank in self.blanks.items()
        }
