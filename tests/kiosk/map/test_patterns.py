"""Every route colour has a pattern of its own, which can be told from the others without colour."""

from itertools import combinations

import pytest

from companion.game.rulebook import TERRAIN_OF
from kiosk.appearance.contrast import OF_SIGNS, contrast
from kiosk.appearance.theme import THEMES, between
from kiosk.map.canvas import SIDE, pictures
from kiosk.map.geometry import Space
from kiosk.map.painting import tiles
from kiosk.map.patterns import PATTERNS, pattern_ink

SMALL = 8  # pixels: a space in a list is 13 high, one of the map at least 5
TOLD = 0.1  # of a picture: so much of it differs at the least


def inked(color: str) -> list[float]:
    """How much of each pixel of the small picture is covered."""
    level = (SIDE // SMALL).bit_length() - 1
    return [alpha / 255 for alpha in pictures(PATTERNS[color])[level][3::4]]


def test_every_route_has_a_pattern_and_only_white_has_none():
    assert set(PATTERNS) == set(TERRAIN_OF)
    assert [color for color, parts in PATTERNS.items() if not parts] == ["white"]


@pytest.mark.parametrize(("one", "other"), list(combinations(PATTERNS, 2)))
def test_no_two_patterns_look_alike_even_when_they_are_small(one: str, other: str):
    pixels = zip(inked(one), inked(other), strict=True)
    assert sum(abs(a - b) for a, b in pixels) / SMALL**2 >= TOLD


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("color", PATTERNS)
def test_a_pattern_stands_out_from_its_colour_and_leaves_most_of_it(name: str, color: str):
    ground = THEMES[name].routes[color]
    ink = pattern_ink(ground)
    assert contrast(between(ground, (*ink[:3], 1.0), ink[3]), ground) >= OF_SIGNS
    assert sum(inked(color)) / SMALL**2 < 0.4


@pytest.mark.parametrize(("length", "count"), [(10, 1), (30, 1), (52, 2), (100, 3)])
def test_a_pattern_is_repeated_along_a_space_and_covers_it(length: float, count: int):
    vertices, indices = tiles([Space(200, 100, length, 90)], 34)
    assert len(indices) == 6 * count
    xs, ys = vertices[0::4], vertices[1::4]
    assert (min(xs), max(xs)) == (pytest.approx(183), pytest.approx(217))
    assert max(ys) - min(ys) == pytest.approx(length)
