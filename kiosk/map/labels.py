"""Positions of place names, without overlaps.

Names keep their size on the screen, so they are placed again for each scale; names that do not fit
are left out.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from kivy.core.text import Label as CoreLabel

from kiosk.map.geometry import HEIGHT, NODE_RADIUS, SPACE_WIDTH, WIDTH, Picture, Point
from kiosk.map.viewport import MapView, Pane


@dataclass(frozen=True, slots=True)
class LabelBox:
    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def top(self) -> float:
        return self.bottom + self.height

    def overlap(self, other: "LabelBox") -> float:
        """Return the area of the overlap."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, width) * max(0.0, height)

    def touches(self, other: "LabelBox") -> bool:
        """Whether the boxes overlap."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.bottom < other.bottom + other.height
            and other.bottom < self.bottom + self.height
        )

    def holds(self, point: Point) -> bool:
        """Whether a point is inside."""
        return self.left <= point[0] <= self.right and self.bottom <= point[1] <= self.top

    def inside(self, other: "LabelBox") -> bool:
        """Whether it is entirely inside the other."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.bottom >= other.bottom
            and self.top <= other.top
        )


BOARD: Final = LabelBox(0, 0, WIDTH, HEIGHT)

# Sides of a place, in order of preference.
_SIDES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
_ROUNDS: Final = 4  # rounds in which labels move out of each other's way
# Costs, relative to one rank of preference:
_COVERS_A_SPACE: Final = 3.0  # for each of three points on a space
_BY_ANOTHER_PLACE: Final = 4.0  # it could be mistaken for that place's name
_OUT_OF_SIGHT: Final = 20.0
_COVERS_A_NAME: Final = 100.0
_TOO_MUCH: Final = 50.0  # above this, the name is left out
_CELL: Final = 160.0


def place_labels(
    picture: Picture,
    names: Mapping[str, str],
    height: float,
    width_of: Callable[[str], float],
    *,
    radius: float = NODE_RADIUS,
    bounds: LabelBox = BOARD,
    sight: LabelBox = BOARD,
) -> dict[str, LabelBox]:
    """Return a box for each name that fits, giving priority to the first names.

    Everything is in board units; `radius` is that of a place. No name leaves `bounds`; names leave
    `sight` only if necessary.
    """
    places = _Grid(picture.points.values())
    spaces = _Grid(picture.covered)
    choices: dict[str, list[tuple[float, LabelBox]]] = {}
    for location, name in names.items():
        width = width_of(name)
        boxes = (_beside(picture.points[location], side, width, height, radius) for side in _SIDES)
        free = [
            (cost, box)
            for rank, box in enumerate(boxes)
            if box.inside(bounds) and not places.count(_widened(box, radius))
            if (cost := rank + _cost_of(box, places, spaces, radius, sight)) < _TOO_MUCH
        ]
        if free:
            choices[location] = free
    return _settled(choices)


def _cost_of(
    box: LabelBox, places: "_Grid", spaces: "_Grid", radius: float, sight: LabelBox
) -> float:
    """Return the cost of a box, regardless of other names."""
    by_others = places.count(_widened(box, 2.4 * radius)) - 1
    cost = _COVERS_A_SPACE * spaces.count(_widened(box, SPACE_WIDTH / 2))
    return cost + _BY_ANOTHER_PLACE * by_others + (0 if box.inside(sight) else _OUT_OF_SIGHT)


def _settled(choices: Mapping[str, list[tuple[float, LabelBox]]]) -> dict[str, LabelBox]:
    """Return the best box for each name; leaves out names that still overlap."""
    chosen = {location: min(boxes, key=_cost)[1] for location, boxes in choices.items()}
    rivals = _rivals(choices)
    for _ in range(_ROUNDS):
        moved = False
        for location, boxes in choices.items():
            others = [chosen[other] for other in rivals[location]]
            best = min(
                boxes,
                key=lambda choice: choice[0] + _COVERS_A_NAME * sum(map(choice[1].touches, others)),
            )[1]
            moved = moved or best is not chosen[location]
            chosen[location] = best
        if not moved:
            break
    kept: dict[str, LabelBox] = {}
    for location in choices:
        taken = [kept[other] for other in rivals[location] if other in kept]
        free = [choice for choice in choices[location] if not any(map(choice[1].touches, taken))]
        if not any(map(chosen[location].touches, taken)):
            kept[location] = chosen[location]
        elif free:
            kept[location] = min(free, key=_cost)[1]
    return kept


def _cost(choice: tuple[float, LabelBox]) -> float:
    return choice[0]


def _rivals(choices: Mapping[str, list[tuple[float, LabelBox]]]) -> dict[str, list[str]]:
    """Return, for each label, those that it could overlap."""
    hulls = {location: _hull([box for _, box in boxes]) for location, boxes in choices.items()}
    return {
        one: [other for other in hulls if other != one and hulls[one].touches(hulls[other])]
        for one in hulls
    }


def _hull(boxes: list[LabelBox]) -> LabelBox:
    left, bottom = min(box.left for box in boxes), min(box.bottom for box in boxes)
    right, top = max(box.right for box in boxes), max(box.top for box in boxes)
    return LabelBox(left, bottom, right - left, top - bottom)


class _Grid:
    """Points in grid cells, for fast counting inside a box."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for x, y in points:
            self._cells[int(x // _CELL), int(y // _CELL)].append((x, y))
        self._columns = range(max(column for column, _ in self._cells) + 1)
        self._rows = range(max(row for _, row in self._cells) + 1)

    def count(self, box: LabelBox) -> int:
        """Return the number of points in a box."""
        left, bottom, right, top = box.left, box.bottom, box.right, box.top
        found = 0
        for column in _cut(self._columns, left, right):
            for row in _cut(self._rows, bottom, top):
                for x, y in self._cells.get((column, row), ()):
                    found += left <= x <= right and bottom <= y <= top
        return found


def _cut(cells: range, low: float, high: float) -> range:
    """Return the cells from low to high."""
    return range(max(cells.start, int(low // _CELL)), min(cells.stop, int(high // _CELL) + 1))


def _widened(box: LabelBox, by: float) -> LabelBox:
    """Return the box grown by `by`: it then contains the centres of everything that it touches."""
    by *= 0.95  # not quite, as a name's own place is next to it
    return LabelBox(box.left - by, box.bottom - by, box.width + 2 * by, box.height + 2 * by)


def _beside(
    point: Point, side: tuple[int, int], width: float, height: float, radius: float
) -> LabelBox:
    gap = radius * 1.45
    dx, dy = side
    x = point[0] + dx * gap * (0.75 if dy else 1)
    y = point[1] + dy * gap * (0.75 if dx else 1)
    left = x if dx > 0 else x - width if dx < 0 else x - width / 2
    bottom = y if dy > 0 else y - height if dy < 0 else y - height / 2
    return LabelBox(left, bottom, width, height)


_UNITS: Final = 13.0
_SMALL_UNITS: Final = 11.5  # if the whole board is small
_SMALL_SCALE: Final = 0.115
_LINE: Final = 1.15  # a name's height, relative to its text size
_MOST: Final = 64

_placed: dict[tuple[object, ...], dict[str, LabelBox]] = {}  # cache


def name_size(pane: Pane) -> float:
    """Return the names' text size in pixels, the same at all scales."""
    small = pane.whole.scale < _SMALL_SCALE * pane.unit
    return pane.unit * (_SMALL_UNITS if small else _UNITS)


def placed_names(
    pane: Pane, scale: float, aimed: MapView, names: dict[str, str], radius: float
) -> dict[str, LabelBox]:
    """Return the names' boxes at a scale in board units, giving priority to the first names.

    They stay inside the view `aimed`, the one before anybody drags the map.
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
    pane: Pane, scale: float, aimed: MapView, names: dict[str, str], radius: float
) -> dict[str, LabelBox]:
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


def _reachable(pane: Pane, scale: float) -> LabelBox:
    """Return the area that can be made visible at a scale."""
    lowest = pane.bounded(MapView(scale, math.inf, math.inf))
    highest = pane.bounded(MapView(scale, -math.inf, -math.inf))
    return _seen(pane, lowest, highest)


def _seen(pane: Pane, lowest: MapView, highest: MapView) -> LabelBox:
    """Return the area from the lower left of one view to the upper right of another."""
    left, bottom = lowest.point((0, 0))
    right, top = highest.point((pane.width, pane.height))
    return LabelBox(left, bottom, right - left, top - bottom)
