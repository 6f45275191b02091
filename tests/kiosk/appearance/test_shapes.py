"""Shapes as triangles: they cover what they should, once, and fade at their edges."""

import math

import pytest

from companion.game.rulebook import TERRAINS
from kiosk.appearance import shapes
from kiosk.appearance.icons import GRID, ICONS, _runs


def corners(triangles: shapes.Triangles) -> list[tuple[tuple[float, float, float], ...]]:
    found = []
    for at in range(0, len(triangles.indices), 3):
        points = []
        for index in triangles.indices[at : at + 3]:
            x, y, alpha, _ = triangles.vertices[4 * index : 4 * index + 4]
            points.append((x, y, alpha))
        found.append(tuple(points))
    return found


def area(points: tuple[tuple[float, float, float], ...]) -> float:
    (ax, ay, _), (bx, by, _), (cx, cy, _) = points
    return ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2


def covered(triangles: shapes.Triangles) -> float:
    """Pixels: a corner of the solid part counts wholly, one of the clear edge not at all."""
    return sum(
        area(points) * sum(1 - alpha for _, _, alpha in points) / 3 for points in corners(triangles)
    )


@pytest.mark.parametrize(
    ("triangles", "pixels"),
    [
        (shapes.filled(shapes.box(3, 4, 100, 50, 0)), 100 * 50),
        (shapes.filled(shapes.box(3, 4, 100, 50, 12)), 100 * 50 - (4 - math.pi) * 144),
        (shapes.filled(shapes.disc(30, 40, 20)), math.pi * 400),
        (shapes.filled(shapes.polygon((0, 0, 40, 0, 0, 30))), 600),
        (shapes.filled(shapes.polygon((0, 30, 40, 0, 0, 0))), 600),
        (shapes.filled(shapes.box(0, 0, 60, 40, 0), grown=5), 70 * 50),
        (shapes.stroked(shapes.box(0, 0, 100, 50, 0), 2), 300 * 2),
        (shapes.line((0, 0, 50, 0), 10), 500 + math.pi * 25),
        (shapes.line((0, 0, 50, 0, 50, 40), 8), 90 * 8 + math.pi * 16 - 16 + math.pi * 4),
        (shapes.line((50, 40, 50, 0, 0, 0), 8), 90 * 8 + math.pi * 16 - 16 + math.pi * 4),
    ],
)
def test_a_shape_covers_its_area_once(triangles: shapes.Triangles, pixels: float):
    assert covered(triangles) == pytest.approx(pixels, rel=0.02)
    assert all(area(points) > -1e-3 for points in corners(triangles))


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_stays_on_its_grid(name: str):
    for _, triangles in _runs(name, GRID * 2):
        assert all(-6 <= place <= GRID * 2 + 6 for place in triangles.vertices[0::4])
        assert all(-6 <= place <= GRID * 2 + 6 for place in triangles.vertices[1::4])


@pytest.mark.parametrize("name", TERRAINS)
def test_a_terrains_icon_is_in_the_middle_of_its_box(name: str):
    _, ink = _runs(name, GRID)[0]
    for places in (ink.vertices[0::4], ink.vertices[1::4]):
        assert (min(places) + max(places)) / 2 == pytest.approx(GRID / 2, abs=1.1)


def test_shapes_are_joined_and_moved():
    disc = shapes.filled(shapes.disc(0, 0, 5))
    both = shapes.joined([disc, disc])
    assert covered(both) == pytest.approx(2 * covered(disc))
    moved = shapes.Triangles(both.moved(100, 200), both.indices)
    assert covered(moved) == pytest.approx(covered(both))
    assert min(moved.vertices[0::4]) == pytest.approx(100 - 5 - shapes.FADE / 2, abs=0.2)
