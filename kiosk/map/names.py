"""The names on the map: how large they are, and where they stand in a view."""

import math
from typing import Final

from kivy.core.text import Label as CoreLabel

from kiosk.map.labels import Box, place_labels
from kiosk.map.viewport import Pane, View

_UNITS: Final = 13.0
_SMALL_UNITS: Final = 11.5  # where the whole board is small
_SMALL_SCALE: Final = 0.115
_LINE: Final = 1.15  # the height of a name, of its size
_MOST: Final = 64

_placed: dict[tuple[object, ...], dict[str, Box]] = {}  # once for each look at a board


def name_size(pane: Pane) -> float:
    """In pixels; the same however close one looks."""
    small = pane.whole.scale < _SMALL_SCALE * pane.unit
    return pane.unit * (_SMALL_UNITS if small else _UNITS)


def placed_names(
    pane: Pane, scale: float, aimed: View, names: dict[str, str], radius: float
) -> dict[str, Box]:
    """Where names stand at a scale, those named first before others, in the board's units.

    They keep to what is seen in the aimed view, before anybody moves the board.
    """
    board = pane.picture.board.fingerprint
    key = (board, pane.width, pane.height, pane.unit, scale, aimed, tuple(names))
    boxes = _placed.get(key)
    if boxes is None:
        if len(_placed) >= _MOST:
            _placed.clear()
        boxes = _placed[key] = _place(pane, scale, aimed, names, radius)
    return boxes


def _place(
    pane: Pane, scale: float, aimed: View, names: dict[str, str], radius: float
) -> dict[str, Box]:
    size = name_size(pane)
    label = CoreLabel(font_size=size, bold=True)
    return place_labels(
        pane.picture,
        names,
        height=_LINE * size / scale,
        width_of=lambda name: (label.get_extents(name)[0] + 2 * pane.unit) / scale,
        radius=radius,
        bounds=_reachable(pane, scale),
        sight=_seen(pane, aimed, aimed),
    )


def _reachable(pane: Pane, scale: float) -> Box:
    """What can be brought into sight at a scale."""
    lowest = pane.bounded(View(scale, math.inf, math.inf))
    highest = pane.bounded(View(scale, -math.inf, -math.inf))
    return _seen(pane, lowest, highest)


def _seen(pane: Pane, lowest: View, highest: View) -> Box:
    """From the lower left of one view to the upper right of another."""
    left, bottom = lowest.point((0, 0))
    right, top = highest.point((pane.width, pane.height))
    return Box(left, bottom, right - left, top - bottom)
