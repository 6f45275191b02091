"""The picture of the board: spaces, names that do not collide, and what a finger means."""

import math
from itertools import combinations

import pytest

from companion.game.board.board import standard_board
from kiosk.map.geometry import HEIGHT, WIDTH, Picture
from kiosk.map.labels import place_labels
from kiosk.map.touch import Closer, Pick, meaning

PICTURE = Picture(standard_board())


def test_a_route_has_as_many_spaces_as_its_length_between_its_places():
    for track in PICTURE.tracks.values():
        assert len(track.spaces) == track.route.length
        a, b = (PICTURE.points[end] for end in (track.route.a, track.route.b))
        for space in track.spaces:
            there = math.dist(a, (space.x, space.y)) + math.dist((space.x, space.y), b)
            assert there < math.dist(a, b) * 1.15
            assert space.length > 10


def test_the_tracks_of_a_double_lie_side_by_side():
    for route, twin in PICTURE.board.twins.items():
        one, other = PICTURE.tracks[route], PICTURE.tracks[twin]
        for space, beside in zip(one.spaces, other.spaces, strict=True):
            assert 30 < math.dist((space.x, space.y), (beside.x, beside.y)) < 60


@pytest.mark.parametrize("height", [44, 56])
def test_no_name_covers_another_or_leaves_the_board(height: int):
    names = {place.id: place.name for place in PICTURE.board.locations.values() if place.name}
    boxes = place_labels(PICTURE, names, height, lambda name: len(name) * height * 0.52)
    assert boxes.keys() == names.keys()
    for one, other in combinations(boxes.values(), 2):
        assert one.overlap(other) == 0
    for box in boxes.values():
        assert box.left >= 0
        assert box.right <= WIDTH
        assert box.bottom >= 0
        assert box.top <= HEIGHT


def test_the_nearest_place_wins():
    for location, (x, y) in PICTURE.points.items():
        assert meaning(PICTURE, (x + 3, y - 2), reach=200, tell_apart=10) == Pick(location)


def test_places_too_close_to_tell_apart_are_shown_closer():
    one, other = PICTURE.points["tchad-1"], PICTURE.points["tchad-2"]
    between = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    closer = meaning(PICTURE, between, reach=300, tell_apart=40)
    assert isinstance(closer, Closer)
    assert set(closer.locations) == {"tchad-1", "tchad-2"}


def test_a_finger_on_the_open_sea_means_nothing():
    assert meaning(PICTURE, (60.0, 60.0), reach=100, tell_apart=20) is None
