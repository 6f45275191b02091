"""Every theme can be read: contrast by the usual formula for screens, of all that theme paints.

What widgets write and draw is measured on the screens themselves, by test_layout.py.
"""

from dataclasses import fields

import pytest

from companion.game.rulebook import COLORS, TERRAIN_OF, TERRAINS
from kiosk.appearance.contrast import (
    OF_SIGNS,
    OF_TEXT,
    clearest,
    contrast,
    outline_of,
    rim_of,
    vanishes,
)
from kiosk.appearance.theme import SHAPES, THEMES, Color, Theme, between, color, look_of
from kiosk.map.painting import FULL, MARKED_ASIDE, TAKEN, TAKEN_ASIDE
from kiosk.settings.file import CHOICES
from kiosk.widgets.basics import LOOKS


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


def surfaces(theme: Theme) -> list[Color]:
    return [theme.ground, theme.panel, theme.raised, look_of(theme, "picked").fill]


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("000000", "FFFFFF", 21), ("777777", "FFFFFF", 4.48), ("FF0000", "0000FF", 2.15)],
)
def test_contrast_is_that_of_the_rules_for_screens(one: str, other: str, found: float):
    assert contrast(color(one), color(other)) == pytest.approx(found, abs=0.005)
    assert contrast(color(other), color(one)) == contrast(color(one), color(other))


def test_every_theme_can_be_chosen():
    assert tuple(THEMES) == CHOICES["theme"]


def test_text_can_be_read_on_every_surface(theme: Theme):
    for surface in surfaces(theme):
        assert contrast(theme.text, surface) >= 7
        for ink in (theme.quiet, theme.bad, theme.good):
            assert contrast(ink, surface) >= OF_TEXT
    for surface in (theme.ground, theme.panel, theme.raised):
        assert contrast(theme.accent, surface) >= OF_TEXT
        assert contrast(theme.ruled, surface) >= OF_TEXT


@pytest.mark.parametrize("name", [look for look in LOOKS if look != "bare"])
def test_every_look_can_be_read_and_its_edge_seen(theme: Theme, name: str):
    look = look_of(theme, name)
    assert look.fill[3] == 1
    assert contrast(look.ink, look.fill) >= OF_TEXT
    if look.edge[3] and look.edge != theme.line:
        assert contrast(look.edge, theme.ground) >= OF_SIGNS
        assert contrast(look.edge, theme.panel) >= OF_SIGNS


def test_what_is_not_to_be_had_can_still_be_read(theme: Theme):
    assert theme.dimmed < 0.8
    for surface in (theme.raised, theme.panel):
        for ground in (theme.ground, theme.panel):
            under = between(ground, surface, theme.dimmed)
            assert contrast(between(under, theme.text, theme.dimmed), under) >= OF_TEXT


def test_high_contrast_is_high():
    high = THEMES["contrast"]
    for surface in (high.ground, high.panel, high.raised):
        assert contrast(high.text, surface) >= 15
        for ink in (high.quiet, high.good, high.accent, high.ruled):
            assert contrast(ink, surface) >= 7
        assert contrast(high.line, surface) >= OF_SIGNS  # there even an ornament is seen


def test_everything_has_its_colour_and_every_player_a_shape(theme: Theme):
    assert set(theme.players) == set(COLORS) == set(SHAPES)
    assert len(set(SHAPES.values())) == len(COLORS)
    assert set(theme.terrain) == set(TERRAINS)
    assert set(theme.routes) == set(TERRAIN_OF)
    assert all(getattr(theme, field.name) for field in fields(theme))


def test_terrain_stands_out_from_every_surface_and_its_letter_can_be_read(theme: Theme):
    for ink in theme.terrain.values():
        assert all(contrast(ink, surface) >= OF_TEXT for surface in surfaces(theme))


@pytest.mark.parametrize("player", COLORS)
def test_a_player_stands_out_from_every_surface_by_colour_or_rim(theme: Theme, player: str):
    outline = outline_of(theme, player)
    for surface in surfaces(theme):
        inks = [theme.players[player]] + ([outline] if outline[3] else [])
        assert max(contrast(ink, surface) for ink in inks) >= OF_SIGNS
    if outline[3]:
        assert contrast(theme.players[player], outline) >= OF_SIGNS
    assert contrast(theme.players[player], rim_of(theme, player)) >= OF_SIGNS


@pytest.mark.parametrize("route", TERRAIN_OF)
def test_a_route_stands_out_by_colour_or_rim(theme: Theme, route: str):
    ink = theme.routes[route]
    for surface in surfaces(theme):
        if vanishes(ink, surface):
            assert contrast(theme.outline, surface) >= OF_SIGNS
            assert contrast(theme.outline, ink) >= OF_SIGNS


@pytest.mark.parametrize(
    ("track", "mark"), [(TAKEN, FULL), (TAKEN_ASIDE, MARKED_ASIDE)], ids=["near", "aside"]
)
@pytest.mark.parametrize("owner", COLORS)
def test_an_owners_marks_stand_out_from_a_track_of_their_own_colour(
    theme: Theme, owner: str, track: float, mark: float
):
    """By the mark itself, or by the rim around it."""
    under = between(theme.ground, theme.routes[owner], track)
    inks = (theme.players[owner], rim_of(theme, owner))
    marks = [between(theme.ground, ink, mark) for ink in inks]
    assert max(contrast(ink, under) for ink in marks) >= OF_SIGNS


@pytest.mark.parametrize("player", COLORS)
def test_numbers_and_marks_on_a_players_bar_can_be_read(theme: Theme, player: str):
    bar = theme.players[player]
    if vanishes(bar, theme.ground):
        bar = theme.outline
    assert contrast(clearest(bar, theme.ground, theme.panel), bar) >= OF_TEXT
    band = theme.players[player]
    mark = theme.outline if vanishes(band, theme.panel) else theme.panel
    assert contrast(mark, band) >= OF_SIGNS


def test_what_is_picked_is_filled(theme: Theme):
    assert look_of(theme, "picked").fill != look_of(theme, "panel").fill
