"""Whoever sees fewer colours can tell apart what colours tell; and shapes tell it too."""

from collections.abc import Iterator, Mapping
from itertools import combinations

import pytest
from eyes import EYES, apart, difference, lab, seen

from kiosk.appearance.theme import SHAPES, THEMES, Color, Theme, color

# Side by side and large, colours 1 apart can just be told. A space of a route or a mark is 2 mm,
# a third of a degree at arm's length, and is compared across the table: by Stone, Szafir and
# Setlur (2014) half of the people then miss differences of up to 7 in lightness, and of up to 14
# from blue to yellow. So ours are at least so far apart, to everybody:
CLEARLY = 12.0


def palettes(theme: Theme) -> dict[str, Mapping[str, Color]]:
    """Colours that mean different things in the same place."""
    return {
        "players": theme.players,
        "routes": theme.routes,
        "terrain": theme.terrain,
        "what is said": {
            "accepted": theme.good,
            "refused": theme.bad,
            "to mind": theme.accent,
            "ruled by the table": theme.ruled,
        },
    }


def pairs() -> Iterator[tuple[str, str, str, str, str]]:
    for look, theme in THEMES.items():
        for name, palette in palettes(theme).items():
            for one, other in combinations(palette, 2):
                for eyes in EYES:
                    yield look, name, one, other, eyes


def test_every_two_colours_can_be_told_apart():
    alike = []
    for look, name, one, other, eyes in pairs():
        palette = palettes(THEMES[look])[name]
        far = apart(palette[one], palette[other], eyes)
        if far < CLEARLY:
            alike.append(f"{look}, {name}: {one} and {other} are {far:.1f} apart in {eyes}")
    assert not alike, "\n".join(alike)


def test_players_are_told_apart_without_any_colour():
    assert len(set(SHAPES.values())) == len(SHAPES) == len(THEMES["night"].players)


# --- the colour mathematics itself ---


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [  # of the pairs that Sharma, Wu and Dalal publish to check programs by
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_differences_are_as_they_are_published(one, other, far: float):
    assert difference(one, other) == pytest.approx(far, abs=1e-4)
    assert difference(other, one) == pytest.approx(far, abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
def test_grey_is_grey_to_everybody(eyes: str):
    for code in ("000000", "808080", "FFFFFF"):
        assert difference(lab(seen(color(code), eyes)), lab(seen(color(code), "usual"))) < 0.1


@pytest.mark.parametrize(
    ("eyes", "one", "other"),
    [("protanopia", "8E1B00", "3E4A00"), ("deuteranopia", "A04000", "5F6B00")],
)
def test_red_and_green_can_look_alike(eyes: str, one: str, other: str):
    assert apart(color(one), color(other), "usual") > 2 * CLEARLY
    assert apart(color(one), color(other), eyes) < CLEARLY
