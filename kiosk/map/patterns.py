"""Patterns of the routes' colours, so that colours are never needed alone."""

from typing import Any, Final

from kiosk.appearance.contrast import clearest
from kiosk.appearance.theme import Color, color

_DARK, _LIGHT = color("0A0C0F"), color("FFFFFF")
STRENGTH: Final = 0.8  # opacity: visible, but weaker than the colour

# Like icons, on a grid of 24 by 24, with the route from left to right; one to three per space. None
# looks like a player's shape. White has no pattern.
PATTERNS: Final[dict[str, tuple[tuple[Any, ...], ...]]] = {
    "yellow": (("disc", 12, 12, 4.4),),
    "orange": (("quad", 4.5, 4, 9.5, 4, 19.5, 20, 14.5, 20),),
    "red": (("box", 9.6, 3.5, 4.8, 17, 0),),
    "purple": (
        ("quad", 4, 4, 9, 4, 20, 20, 15, 20),
        ("quad", 15, 4, 20, 4, 9, 20, 4, 20),
    ),
    "blue": (("box", 0, 9.7, 24, 4.6, 0),),
    "green": (
        ("quad", 4.5, 4, 10, 4, 18.5, 12, 13, 12),
        ("quad", 13, 12, 18.5, 12, 10, 20, 4.5, 20),
    ),
    "white": (),
    "grey": (("box", 0, 5, 24, 3.6, 0), ("box", 0, 15.4, 24, 3.6, 0)),
    "black": tuple(("disc", x, y, 2.9) for x in (6, 18) for y in (7, 17)),
}


def pattern_ink(ground: Color) -> Color:
    """Return the colour of a pattern on a route's colour."""
    ink = clearest(ground, _DARK, _LIGHT)
    return *ink[:3], STRENGTH
