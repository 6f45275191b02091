"""The map's views, what a finger means in them, and what is painted; without a window."""

import math
from itertools import combinations

import pytest

from companion.game.board.board import standard_board
from companion.game.commands import ClaimRoute, Newcomer, NewGame
from companion.referee import Referee
from kiosk.appearance.contrast import vanishes
from kiosk.appearance.theme import THEMES, UNIT_PER_MM
from kiosk.map.canvas import SIDE, pictures
from kiosk.map.geometry import Picture
from kiosk.map.labels import LabelBox, place_labels
from kiosk.map.painting import FAINT, FULL, TAKEN, bars, patterned, squares, strokes
from kiosk.map.touch import Along, Closer, Pick, meaning_anywhere, meaning_from
from kiosk.map.viewport import MapView, Pane

PICTURE = Picture(standard_board())
PANE = Pane(PICTURE, 464, 480, 1.0)  # beside the panel at 800x480
TABLE = Pane(PICTURE, 720, 520, 1.577)  # on the upright table
DOUBLE = ("port-nolloth--cape-town--1", "port-nolloth--cape-town--2")


def millimetre(pane: Pane, view: MapView) -> float:
    return UNIT_PER_MM * pane.unit / view.scale


def tapped(pane: Pane, view: MapView, point: tuple[float, float]) -> object:
    return meaning_anywhere(PICTURE, point, millimetre(pane, view))


def beside(pane: Pane, view: MapView, place: str, off: float) -> list[tuple[float, float]]:
    """Points so many millimetres beside a place, all around."""
    x, y = PICTURE.points[place]
    by = off * millimetre(pane, view)
    angles = [math.radians(45 * number) for number in range(8 if off else 1)]
    return [(x + by * math.cos(angle), y + by * math.sin(angle)) for angle in angles]


def taps_to_pick(pane: Pane, place: str, off: float) -> int:
    """Taps until this place is picked, at worst; a wrong place fails."""
    worst = 0
    for point in beside(pane, pane.whole, place, off):
        meant = tapped(pane, pane.whole, point)
        if meant == Pick(place):
            worst = max(worst, 1)
            continue
        assert isinstance(meant, Closer), (place, meant)
        assert place in meant.locations
        view = pane.closer(meant.locations)
        for again in beside(pane, view, place, off):
            assert tapped(pane, view, again) == Pick(place)
        worst = max(worst, 2)
    return worst


def taps_to_claim(pane: Pane, off: float, others: int) -> list[int]:
    """For each route: the taps on the map from its better end, and so many others."""
    taps = {place: taps_to_pick(pane, place, off) for place in PICTURE.points}
    return [min(others + taps[end] for end in r.ends) for r in PICTURE.board.routes.values()]


@pytest.mark.parametrize("off", [0.0, 1.5])
def test_nine_of_ten_routes_take_four_taps_and_none_more_than_five(off: float):
    taps = taps_to_claim(PANE, off, others=3)  # Claim, the route, the way to score it
    assert sum(count <= 4 for count in taps) >= 0.9 * len(taps)
    assert max(taps) <= 5


@pytest.mark.parametrize("off", [0.0, 1.5])
def test_from_the_map_on_the_table_no_route_takes_more_than_four(off: float):
    assert max(taps_to_claim(TABLE, off, others=2)) <= 4


def middle_of(route: str) -> tuple[float, float]:
    (ax, ay), (bx, by) = PICTURE.tracks[route].start, PICTURE.tracks[route].end
    return (ax + bx) / 2, (ay + by) / 2


@pytest.mark.parametrize(("pane", "view"), [(PANE, PANE.whole), (TABLE, TABLE.across)])
def test_a_tap_on_a_route_of_the_whole_board_means_it_or_looks_closer_first(
    pane: Pane, view: MapView
):
    at_once = 0
    for route in PICTURE.tracks:
        meant = tapped(pane, view, middle_of(route))
        if isinstance(meant, Along):
            at_once += 1
        else:  # so short that its ends are under the same finger
            assert isinstance(meant, Closer), (route, meant)
            meant = tapped(pane, pane.closer(meant.locations), middle_of(route))
        assert isinstance(meant, Along), (route, meant)
        assert route in meant.routes
    assert at_once >= 0.85 * len(PICTURE.tracks)


def test_the_whole_board_is_in_sight_at_first():
    for pane in (PANE, TABLE):
        for point in PICTURE.points.values():
            x, y = pane.whole.on_screen(point)
            assert 10 < x < pane.width - 10
            assert 10 < y < pane.height - 10


def test_a_city_and_where_its_routes_lead_are_in_sight():
    for city in PICTURE.points:
        view = PANE.around((city, *PICTURE.far_ends(city)))
        assert view.scale >= PANE.whole.scale
        for place in (city, *PICTURE.far_ends(city)):
            x, y = view.on_screen(PICTURE.points[place])
            assert 0 < x < PANE.width
            assert 0 < y < PANE.height


def test_the_board_cannot_be_lost():
    view = PANE.zoomed(PANE.whole, 3, (100, 100))
    for shift in ((5000, 0), (-5000, 0), (0, 5000), (0, -5000)):
        moved = PANE.bounded(view.moved(*shift))
        left, bottom = moved.point((0, 0))
        right, top = moved.point((PANE.width, PANE.height))
        seen = LabelBox(left, bottom, right - left, top - bottom)
        assert any(map(seen.holds, PICTURE.points.values()))
    assert PANE.zoomed(PANE.whole, 0.1, (0, 0)).scale == PANE.whole.scale
    closest = PANE.zoomed(PANE.whole, 1000, (0, 0)).scale
    assert PANE.zoomed(PANE.whole, 2000, (0, 0)).scale == closest


def test_the_upright_table_shows_the_upper_board_from_side_to_side():
    low = Pane(PICTURE, 720, 340, 1.577)
    view = low.across
    assert view.scale > 1.5 * low.whole.scale
    seen = [view.on_screen(point) for point in PICTURE.points.values()]
    assert min(x for x, _ in seen) >= 60 * low.unit  # names have room beside the outermost
    assert max(x for x, _ in seen) <= 720 - 60 * low.unit
    assert 0 < 340 - max(y for _, y in seen) < 60 * low.unit
    high = Pane(PICTURE, 720, 2000, 1.577)
    assert all(0 < high.across.on_screen(point)[1] < 2000 for point in PICTURE.points.values())


def test_zooming_keeps_the_point_under_the_finger():
    before = PANE.zoomed(PANE.whole, 2, (232, 240))
    after = PANE.zoomed(before, 1.5, (200, 250))
    assert after.point((200, 250)) == pytest.approx(before.point((200, 250)))


def test_from_a_city_its_tracks_and_their_far_ends_are_meant():
    city = "cape-town"
    view = PANE.around((city, *PICTURE.far_ends(city)))
    mm = millimetre(PANE, view)
    middle = PICTURE.tracks["cape-town--port-elizabeth--1"]
    point = (
        (middle.start[0] + middle.end[0]) / 2,
        (middle.start[1] + middle.end[1]) / 2,
    )
    along = meaning_from(PICTURE, city, point, mm)
    assert isinstance(along, Along)
    assert "cape-town--port-elizabeth--1" in along.routes
    end = meaning_from(PICTURE, city, PICTURE.points["port-nolloth"], mm)
    assert end == Along(DOUBLE)
    assert meaning_from(PICTURE, city, PICTURE.points["windhoek"], mm) == Pick("windhoek")
    assert meaning_from(PICTURE, city, (-2000.0, -2000.0), mm) is None


@pytest.mark.parametrize("off", [0.0, 1.5])
def test_from_every_city_a_far_end_means_the_routes_that_lead_there(off: float):
    for city in PICTURE.points:
        far_ends = PICTURE.far_ends(city)
        view = PANE.around((city, *far_ends))
        for end, routes in far_ends.items():
            for point in beside(PANE, view, end, off):
                assert meaning_from(PICTURE, city, point, millimetre(PANE, view)) == Along(routes)


def test_the_locomotives_of_a_ferry_do_not_cover_each_other():
    ferries = [track for track in PICTURE.tracks.values() if track.route.ferry_locomotives]
    assert ferries
    for track in ferries:
        assert len(track.signs) == track.route.ferry_locomotives
    signs = [sign for track in ferries for sign in track.signs]
    assert min(math.dist(one, other) for one, other in combinations(signs, 2)) > 72


@pytest.mark.parametrize("scale", [0.08, 0.1, 0.132, 0.2, 0.35, 0.6])
def test_at_no_scale_a_name_covers_another_or_a_place(scale: float):
    names = {place.id: place.name for place in PICTURE.board.locations.values() if place.name}
    radius = max(25.0, 4.6 / scale)
    boxes = place_labels(
        PICTURE,
        names,
        15 / scale,
        lambda name: 7.2 * len(name) / scale,
        radius=radius,
        bounds=LabelBox(-700, 0, 3900, 3800),
    )
    assert len(boxes) > (15 if scale < 0.1 else 30)
    for one, other in combinations(boxes.values(), 2):
        assert not one.touches(other)
    for box in boxes.values():
        for x, y in PICTURE.points.values():
            dx = max(box.left - x, 0, x - box.right)
            dy = max(box.bottom - y, 0, y - box.top)
            assert math.hypot(dx, dy) > 0.9 * radius


def test_names_that_come_first_have_first_choice():
    names = {place.id: place.name for place in PICTURE.board.locations.values() if place.name}

    def placed(order: dict[str, str]) -> dict[str, LabelBox]:
        return place_labels(PICTURE, order, 190, lambda name: 90.0 * len(name))

    for first in names:
        if placed({first: names[first]}):
            assert first in placed({first: names[first], **names})
    assert len(placed(names)) < len(names)


def game(players: int, *claims: str) -> Referee:
    referee = Referee()
    colors = ("blue", "red", "green", "yellow")[:players]
    referee.submit(NewGame(tuple(Newcomer(color, color, "desert", 3) for color in colors)))
    for route in claims:
        referee.submit(ClaimRoute(route))
    return referee


def test_a_taken_track_has_its_owners_colour_and_the_other_closes_with_few_players():
    for players, closed in ((2, True), (3, True), (4, False)):
        state = game(players, DOUBLE[0]).game.state
        painted = {s.track.route.id: s for s in strokes(PICTURE, state, None)}
        assert (painted[DOUBLE[0]].owner, painted[DOUBLE[0]].strength) == ("blue", TAKEN)
        assert painted[DOUBLE[1]].closed is closed
        assert painted[DOUBLE[1]].strength == (FAINT if closed else FULL)


def test_with_a_city_picked_other_tracks_are_faint():
    for stroke in strokes(PICTURE, None, "durban"):
        starts_there = "durban" in stroke.track.route.ends
        assert stroke.aside is not starts_there
        assert stroke.strength == (FULL if starts_there else FAINT)


def test_what_would_vanish_on_the_ground_gets_an_outline():
    outlined = {
        (name, color)
        for name, theme in THEMES.items()
        for color, ink in theme.routes.items()
        if vanishes(ink, theme.ground)
    }
    by_day = {("day", color) for color in ("yellow", "orange", "green", "white", "grey")}
    assert outlined == {("night", "black"), ("contrast", "black")} | by_day


def test_free_tracks_have_patterns_where_these_can_be_seen():
    painted = strokes(PICTURE, game(2, DOUBLE[0]).game.state, "cape-town")
    assert patterned(painted, PANE.whole.scale) == {}  # they would be a blur
    closer = PANE.around(("cape-town", *PICTURE.far_ends("cape-town")))
    spaces = patterned(painted, closer.scale)
    free = [stroke.track for stroke in painted if stroke.strength == FULL]
    assert {route.color for route in (track.route for track in free)} == set(spaces)
    assert sum(map(len, spaces.values())) == sum(track.route.length for track in free) > 5
    assert DOUBLE[0] not in {track.route.id for track in free}
    assert patterned(painted, TABLE.across.scale / TABLE.unit)  # the upright table shows them too


def test_spaces_are_three_parts_and_squares_two_triangles():
    spaces = PICTURE.tracks[DOUBLE[0]].spaces
    vertices, indices = bars(spaces)
    assert len(vertices) == len(spaces) * 8 * 4
    assert len(indices) == len(spaces) * 18
    assert max(indices) == len(vertices) // 4 - 1
    vertices, indices = squares([(10, 10)], 4)
    assert vertices[0] < 8  # with a clear margin
    assert len(indices) == 6


def test_icons_become_pictures_of_every_size_down_to_a_pixel():
    made = pictures([("disc", 12, 12, 9.6)])
    assert [len(pixels) for pixels in made] == [4 * (SIDE >> n) ** 2 for n in range(6)]
    largest = made[0][3::4]
    assert largest[0] == 0
    assert largest[SIDE // 2 * SIDE + SIDE // 2] == 255
    assert 100 < made[-1][3] < 200  # a circle covers half of its box
