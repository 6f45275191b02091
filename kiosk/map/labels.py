"""Where the names of the places stand, so that none covers another or a place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kiosk.map.geometry import HEIGHT, NODE_RADIUS, WIDTH, Picture, Point


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.height

    def overlap(self, other: "Box") -> float:
        """The area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, width) * max(0.0, height)

    def holds(self, point: Point) -> bool:
        """Whether a point is inside."""
        return self.left <= point[0] <= self.right and self.bottom <= point[1] <= self.top


# Around a place: right, left, above, below, and the corners; in order of liking.
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
_ROUNDS = 4  # in which each label may move out of another's way


def place_labels(
    picture: Picture, names: Mapping[str, str], height: float, width_of: Callable[[str], float]
) -> dict[str, Box]:
    """A box for each name; `height` and widths in the board's units."""
    nodes = {
        location: Box(x - NODE_RADIUS, y - NODE_RADIUS, 2 * NODE_RADIUS, 2 * NODE_RADIUS)
        for location, (x, y) in picture.points.items()
    }
    spaces = [(s.x, s.y) for track in picture.tracks.values() for s in track.spaces]
    choices = {
        location: [
            _beside(picture.points[location], side, width_of(name), height) for side in _SIDES
        ]
        for location, name in names.items()
    }
    fixed = {
        location: [
            _fixed_cost(box, rank, location, nodes, spaces) for rank, box in enumerate(boxes)
        ]
        for location, boxes in choices.items()
    }
    chosen = {location: 0 for location in names}
    for _ in range(_ROUNDS):
        for location in names:
            others = [choices[o][chosen[o]] for o in names if o != location]
            costs = [
                fixed[location][rank] + 50 * sum(box.overlap(other) for other in others)
                for rank, box in enumerate(choices[location])
            ]
            chosen[location] = costs.index(min(costs))
    return {location: choices[location][chosen[location]] for location in names}


def _beside(point: Point, side: tuple[int, int], width: float, height: float) -> Box:
    gap = NODE_RADIUS * 1.3
    dx, dy = side
    x = point[0] + dx * gap * (0.7 if dy else 1)
    y = point[1] + dy * gap * (0.7 if dx else 1)
    left = x if dx > 0 else x - width if dx < 0 else x - width / 2
    bottom = y if dy > 0 else y - height if dy < 0 else y - height / 2
    return Box(left, bottom, width, height)


def _fixed_cost(
    box: Box, rank: int, location: str, nodes: Mapping[str, Box], spaces: list[Point]
) -> float:
    """What speaks against a place for a label, whatever the other labels do."""
    cost = rank * 30.0
    cost += 1000 * sum(box.holds(space) for space in spaces)
    cost += 40 * sum(box.overlap(node) for name, node in nodes.items() if name != location)
    outside = max(0.0, -box.left) + max(0.0, box.right - WIDTH)
    outside += max(0.0, -box.bottom) + max(0.0, box.top - HEIGHT)
    return cost + 1000 * outside
