"""Shapes as triangles with antialiased edges, independent of Kivy."""

import math
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Final, NamedTuple

Point = tuple[float, float]
Outline = Sequence[Point]  # counter-clockwise

FADE: Final = 1.2  # pixels from opaque to transparent
# Texture coordinates, in the texture that all shapes share.
SOLID: Final = 0.0
CLEAR: Final = 1.0

_SHARPEST: Final = 0.2  # limits how far the fading tip of a sharp corner extends
_FINENESS: Final = 1.4  # of curves: at most a seventh of a pixel off


class Triangles(NamedTuple):
    """Vertices with x, y and texture coordinates, in the compact form for Kivy's Mesh."""

    vertices: "array[float]"
    indices: "array[int]"

    def moved(self, x: float, y: float) -> "array[float]":
        """Return the vertices, shifted."""
        moved = self.vertices[:]
        moved[0::4] = array("f", [x + left for left in moved[0::4]])
        moved[1::4] = array("f", [y + bottom for bottom in moved[1::4]])
        return moved


def _triangles(vertices: Iterable[float], indices: Iterable[int]) -> Triangles:
    return Triangles(array("f", vertices), array("H", indices))


def joined(parts: Iterable[Triangles]) -> Triangles:
    """Return several as one, to be drawn together."""
    whole = _triangles((), ())
    for part in parts:
        first = len(whole.vertices) // 4
        whole.vertices.extend(part.vertices)
        whole.indices.extend(first + index for index in part.indices)
    return whole


def filled(outline: Outline, grown: float = 0) -> Triangles:
    """Return a filled convex outline, grown by this much on all sides."""
    return _faded(outline, _fan(range(len(outline))), grown)


def stroked(outline: Outline, width: float) -> Triangles:
    """Return a closed line along an outline."""
    tips = _tips(outline)
    count = len(outline)
    out, fade = width / 2, FADE / 2
    rings = ((-out - fade, CLEAR), (fade - out, SOLID), (out - fade, SOLID), (out + fade, CLEAR))
    vertices = chain.from_iterable(_ring(outline, tips, by, alpha) for by, alpha in rings)
    bands = chain.from_iterable(_band(at * count, (at + 1) * count, count) for at in range(3))
    return _triangles(vertices, bands)


def box(x: float, y: float, width: float, height: float, radius: float) -> Outline:
    """Return a rectangle with round corners."""
    radius = min(radius, width / 2, height / 2)
    if radius < 0.6:
        return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    left, right = x + radius, x + width - radius
    bottom, top = y + radius, y + height - radius
    centers = ((right, bottom), (right, top), (left, top), (left, bottom))
    quarters = (_arc(center, radius, at - 1, 1) for at, center in enumerate(centers))
    return tuple(chain.from_iterable(quarters))


def disc(x: float, y: float, radius: float) -> Outline:
    return _arc((x, y), radius, 0, 4)[:-1]


def polygon(numbers: Sequence[float]) -> Outline:
    """Return an outline from its corners, in either direction."""
    corners = tuple(zip(numbers[0::2], numbers[1::2], strict=True))
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides)
    return corners if area > 0 else corners[::-1]


def line(numbers: Sequence[float], width: float) -> Triangles:
    """Return an open line with round ends and joints, which does not overlap itself."""
    points = list(zip(numbers[0::2], numbers[1::2], strict=True))
    turned = [
        math.atan2(by - ay, bx - ax) / (math.pi / 2) for (ax, ay), (bx, by) in pairwise(points)
    ]
    half = width / 2
    joints = [
        _joint(point, half, before, after)
        for point, (before, after) in zip(points[1:-1], pairwise(turned), strict=True)
    ]
    end = _arc(points[-1], half, turned[-1] - 1, 2)
    start = _arc(points[0], half, turned[0] + 1, 2)
    rights, lefts = [right for right, _ in joints], [left for _, left in joints]
    outline = [*chain(*rights), *end, *chain(*(left[::-1] for left in lefts[::-1])), *start]
    at = {point: number for number, point in enumerate(outline)}
    faces = [end, start]
    faces += [(*right, *left[::-1]) for right, left in joints]
    stations = [((start[-1],), (start[0],)), *joints, ((end[0],), (end[-1],))]
    faces += [(a[-1], c[0], d[0], b[-1]) for (a, b), (c, d) in pairwise(stations)]
    return _faded(outline, chain(*(_fan([at[point] for point in face]) for face in faces)))


def _joint(
    point: Point, half: float, before: float, after: float
) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Return the right and left sides of a bend: an arc outside and a corner inside."""
    bend = (after - before + 2) % 4 - 2
    outside = _arc(point, half, before - math.copysign(1, bend), bend)
    reach = half / math.cos(bend * math.pi / 4)
    middle = (before + bend / 2 + math.copysign(1, bend)) * math.pi / 2
    inside = ((point[0] + reach * math.cos(middle), point[1] + reach * math.sin(middle)),)
    return (outside, inside) if bend > 0 else (inside, outside)


def _arc(center: Point, radius: float, start: float, quarters: float) -> tuple[Point, ...]:
    """Return points on a circle, counter-clockwise; angles in quarter turns."""
    x, y = center
    least = 1 if abs(quarters) <= 1 else 2
    steps = math.ceil(abs(quarters) * max(least, round(_FINENESS * math.sqrt(radius)))) or 1
    angles = ((start + quarters * at / steps) * math.pi / 2 for at in range(steps + 1))
    return tuple((x + radius * math.cos(at), y + radius * math.sin(at)) for at in angles)


def _tips(outline: Outline) -> list[Point]:
    """Return each corner's displacement if all sides move out by one."""
    normals = []
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        long = math.hypot(bx - ax, by - ay) or 1
        normals.append(((by - ay) / long, (ax - bx) / long))
    tips = []
    for (ax, ay), (bx, by) in zip((normals[-1], *normals[:-1]), normals, strict=True):
        share = max(_SHARPEST, 1 + ax * bx + ay * by)
        tips.append(((ax + bx) / share, (ay + by) / share))
    return tips


def _ring(outline: Outline, tips: Sequence[Point], by: float, alpha: float) -> list[float]:
    ring: list[float] = []
    for (x, y), (dx, dy) in zip(outline, tips, strict=True):
        ring += (x + by * dx, y + by * dy, alpha, 0.5)
    return ring


def _band(first: int, second: int, count: int) -> Iterable[int]:
    """Yield triangles between a ring and the one around it."""
    for at in range(count):
        after = (at + 1) % count
        yield from (first + at, second + at, first + after)
        yield from (first + after, second + at, second + after)


def _faded(outline: Outline, inside: Iterable[int], grown: float = 0) -> Triangles:
    """Return an area from the triangles inside its outline, with a fading edge."""
    tips = _tips(outline)
    count = len(outline)
    vertices = _ring(outline, tips, grown - FADE / 2, SOLID)
    vertices += _ring(outline, tips, grown + FADE / 2, CLEAR)
    return _triangles(vertices, chain(inside, _band(0, count, count)))


def _fan(corners: Sequence[int]) -> Iterable[int]:
    """Yield the triangles of a convex area."""
    for second, third in pairwise(corners[1:]):
        yield from (corners[0], second, third)
