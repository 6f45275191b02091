"""How large a unit is on this screen: sizes are in millimetres, and a unit is 1/5.2 of one."""

from typing import Final

from kiosk.look.theme import UNIT_PER_MM

# Screens whose density is known, in pixels a millimetre.
_DENSITIES: Final = {
    (800, 480): 5.2,  # the official 7" display
    (720, 1280): 8.2,  # Touch Display 2
    (1280, 720): 8.2,  # the same, lying
}
_SMALLEST: Final = (800, 456)  # in units: what the layouts need, lying; upright the other way


def density(width: int, height: int) -> float:
    """Pixels a millimetre; on a screen that is not known, as large as the layout has room for."""
    known = _DENSITIES.get((width, height))
    if known is not None:
        return known
    long, short = max(width, height), min(width, height)
    return UNIT_PER_MM * min(long / _SMALLEST[0], short / _SMALLEST[1])


def unit(width: int, height: int) -> float:
    """A unit in pixels."""
    return density(width, height) / UNIT_PER_MM
