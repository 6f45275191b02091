"""A family of displays: the interface of its module, and the kinds derived from it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.displays.grid import Grid, Picture


@dataclass(frozen=True, slots=True)
class DisplaySetting:
    """A setting stored in the display. Its memory wears out, so only people change settings."""

    name: str
    values: tuple[int, ...]  # from weakest to strongest; a single value is an action
    order: Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class DisplayKind:
    """A model of display: its maker, its empty picture, and how to update it."""

    maker: str
    blank: Picture
    update: Callable[[Any, Any], bytes]  # both of the blank picture's type
    redraw: Callable[[Any], bytes]
    baud: int
    settings: tuple[DisplaySetting, ...] = ()

    @property
    def size(self) -> str:
        """Its size as shown to people, in every language."""
        return "x".join(map(str, self.blank.size)) if isinstance(self.blank, Grid) else "8888"

    def fits(self, picture: Picture) -> bool:
        """Whether this display can show the picture."""
        if isinstance(self.blank, Grid) and isinstance(picture, Grid):
            return picture.size == self.blank.size
        return type(picture) is type(self.blank)


@dataclass(frozen=True, slots=True)
class Family:
    """Displays with the same command set."""

    maker: str  # shown to people; not translated
    blanks: Mapping[str, Picture]  # empty pictures, by the kinds in the wiring file
    update: Callable[[Any, Any], bytes]  # (shown, wanted); shown is None if unknown
    redraw: Callable[[Any], bytes]  # the whole picture, without flicker
    baud: int = 9600  # factory default
    settings: Callable[[Any], tuple[DisplaySetting, ...]] = lambda blank: ()  # by empty picture

    @property
    def kinds(self) -> dict[str, DisplayKind]:
        """Its displays, by their names in the wiring file."""
        return {
            name: DisplayKind(
                self.maker, blank, self.update, self.redraw, self.baud, self.settings(blank)
            )
            for name, blank in self.blanks.items()
        }
