"""Both themes can be read: contrast by the usual formula for text on screens."""

from dataclasses import fields

import pytest

from companion.game.rulebook import COLORS, TERRAIN_OF, TERRAINS
from kiosk.look.theme import SHAPES, THEMES, Color, Theme, between, look_of


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
