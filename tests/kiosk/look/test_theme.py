"""Both themes can be read: contrast by the usual formula for text on screens."""

from dataclasses import fields

import pytest

from companion.game.rulebook import COLORS, TERRAIN_OF, TERRAINS
from kiosk.look.theme import NIGHT, SHAPES, THEMES, Color, Theme, between, look_of
from kiosk.map.painting import FULL, MARKED_ASIDE, TAKEN, TAKEN_ASIDE, vanishes


def luminance(color: Color) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture(params=THEMES)
def theme(request) -> Theme:
    return THEMES[request.param]


def test_text_can_be_read_on_every_surface(theme: Theme):
    for surface in (theme.ground, theme.panel, theme.raised):
        assert contrast(theme.text, surface) > 7
        assert contrast(theme.quiet, surface) > 4.5
        assert contrast(theme.bad, surface) > 4.5
    assert contrast(theme.on_accent, theme.accent) > 4.5


def test_what_the_table_ruled_can_be_read(theme: Theme):
    look = look_of(theme, "ruled")
    band = between(theme.ground, (*look.fill[:3], 1.0), look.fill[3])
    assert contrast(theme.text, band) > 7
    assert contrast(look.ink, band) > 4.5
    assert contrast(theme.text, theme.ground) > 7  # the button on it


def test_everything_has_its_colour_and_every_player_a_shape(theme: Theme):
    assert set(theme.players) == set(COLORS) == set(SHAPES)
    assert len(set(SHAPES.values())) == len(COLORS)
    assert set(theme.terrain) == set(TERRAINS)
    assert set(theme.routes) == set(TERRAIN_OF)
    assert all(getattr(theme, field.name) for field in fields(theme))


def test_symbols_stand_out_from_the_panel(theme: Theme):
    for name, color in theme.players.items():
        assert contrast(theme.outline if name == "black" else color, theme.panel) > 2.3
    for color in theme.terrain.values():
        assert contrast(color, theme.panel) > 3


def test_a_black_route_can_be_seen_by_night():
    assert vanishes(NIGHT.routes["black"], NIGHT.ground)  # so it has a rim
    assert contrast(NIGHT.outline, NIGHT.ground) >= 3
    assert contrast(NIGHT.outline, NIGHT.routes["black"]) >= 3


@pytest.mark.parametrize(
    ("track", "mark"), [(TAKEN, FULL), (TAKEN_ASIDE, MARKED_ASIDE)], ids=["near", "aside"]
)
def test_an_owners_marks_stand_out_from_a_track_of_their_own_colour(track: float, mark: float):
    for color in ("blue", "red", "green", "yellow"):
        under = between(NIGHT.ground, NIGHT.routes[color], track)
        assert contrast(between(NIGHT.ground, NIGHT.players[color], mark), under) >= 3


def test_green_marks_stand_out_from_a_green_track(theme: Theme):
    under = between(theme.ground, theme.routes["green"], TAKEN)
    assert contrast(theme.players["green"], under) >= 3


def test_what_is_picked_is_filled_and_can_be_read(theme: Theme):
    look = look_of(theme, "picked")
    assert look.fill[3] == 1
    assert look.fill != look_of(theme, "panel").fill
    assert contrast(look.ink, look.fill) > 4.5
