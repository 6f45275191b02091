"""The themes Night, Day and High contrast, and the size of a unit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Color = tuple[float, float, float, float]

WHITE: Final[Color] = (1, 1, 1, 1)  # behind QR codes in all themes: many cameras need dark on light
INK: Final[Color] = (0.08, 0.08, 0.08, 1)  # text next to QR codes
UNIT_PER_MM: Final = 5.2  # a unit is a pixel of the official 7" display at 800x480


def color(code: str, alpha: float = 1.0) -> Color:
    """Return a colour from its six hexadecimal digits."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme's colours by purpose."""

    ground: Color
    panel: Color
    raised: Color
    line: Color
    text: Color
    quiet: Color
    accent: Color
    on_accent: Color
    good: Color
    bad: Color
    ruled: Color  # table rulings (R20)
    outline: Color  # around shapes with low contrast
    dimmed: float  # opacity of unavailable controls
    players: Mapping[str, Color]
    terrain: Mapping[str, Color]
    routes: Mapping[str, Color]


NIGHT: Final = Theme(
    ground=color("12151A"),
    panel=color("1B2028"),
    raised=color("232A34"),
    line=color("323B47"),
    text=color("F4F0E6"),
    quiet=color("AAB4C1"),
    accent=color("FFB454"),
    on_accent=color("20160A"),
    good=color("6FE8CB"),
    bad=color("FF6478"),
    ruled=color("C3A6FF"),
    outline=color("CBD3DC"),
    dimmed=0.65,
    players={
        "blue": color("3F7DFF"),
        "red": color("F4503C"),
        "green": color("63CB99"),
        "yellow": color("FFE224"),
        "black": color("0A0C0F"),
    },
    terrain={
        "desert": color("F7BC4A"),
        "jungle": color("46AC7D"),
        "mountain": color("BFCBDD"),
    },
    routes={
        "yellow": color("FEE02A"),
        "orange": color("DE8A24"),
        "red": color("D04348"),
        "purple": color("C79BFA"),
        "blue": color("4F7BD8"),
        "green": color("73C699"),
        "white": color("F4F4F4"),
        "grey": color("868B92"),
        "black": color("05070A"),
    },
)

DAY: Final = Theme(
    ground=color("F3EFE6"),
    panel=color("FFFDF8"),
    raised=color("E9E3D6"),
    line=color("CFC6B4"),
    text=color("1D1A15"),
    quiet=color("544D42"),
    accent=color("9C5000"),
    on_accent=color("FFFFFF"),
    good=color("14705F"),
    bad=color("7E0A2A"),
    ruled=color("6B3FB5"),
    outline=color("3F3A32"),
    dimmed=0.75,
    players={
        "blue": color("1F63E6"),
        "red": color("C83E4B"),
        "green": color("064B1D"),
        "yellow": color("EFC000"),
        "black": color("14161A"),
    },
    terrain={
        "desert": color("86590A"),
        "jungle": color("0A5230"),
        "mountain": color("52648A"),
    },
    routes={
        "yellow": color("F5D22E"),
        "orange": color("DC7200"),
        "red": color("A8141C"),
        "purple": color("74387F"),
        "blue": color("2D68F0"),
        "green": color("3CB383"),
        "white": color("FFFFFF"),
        "grey": color("9AA2B0"),
        "black": color("14161A"),
    },
)

CONTRAST: Final = Theme(
    ground=color("000000"),
    panel=color("000000"),
    raised=color("1C1C1C"),
    line=color("8A8A8A"),
    text=color("FFFFFF"),
    quiet=color("D2D2D2"),
    accent=color("FFC933"),
    on_accent=color("000000"),
    good=color("7DF5D8"),
    bad=color("FF7585"),
    ruled=color("D2B8FF"),
    outline=color("FFFFFF"),
    dimmed=0.62,
    players={
        "blue": color("5C96FF"),
        "red": color("FF5A44"),
        "green": color("6FDCA6"),
        "yellow": color("FFEB3B"),
        "black": color("000000"),
    },
    terrain={
        "desert": color("FFCB52"),
        "jungle": color("4FC08C"),
        "mountain": color("D6E2F5"),
    },
    routes={
        "yellow": color("FFE838"),
        "orange": color("E08A1E"),
        "red": color("D8434B"),
        "purple": color("CDA3FF"),
        "blue": color("4F7CE0"),
        "green": color("74CEA0"),
        "white": color("FFFFFF"),
        "grey": color("8C9199"),
        "black": color("000000"),
    },
)

THEMES: Final = {"night": NIGHT, "day": DAY, "contrast": CONTRAST}

SHAPES: Final = {  # so that colours are never needed alone
    "blue": "square",
    "red": "triangle",
    "green": "circle",
    "yellow": "diamond",
    "black": "cross",
}


TEXT_SIZES: Final = {"usual": 1.0, "large": 1.2, "largest": 1.4}  # relative to the normal size

NONE: Color = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Look:
    """Colours of a surface."""

    fill: Color
    edge: Color
    ink: Color


def look_of(theme: Theme, look: str) -> Look:
    """Return a theme's colours for a surface style."""
    return {
        "raised": Look(theme.raised, theme.line, theme.text),
        "accent": Look(theme.accent, NONE, theme.on_accent),
        "panel": Look(theme.panel, theme.line, theme.text),
        # Selected, but with coloured content that would not work on an accent.
        "picked": Look(between(theme.panel, theme.accent, 0.1), theme.accent, theme.text),
        "line": Look(theme.panel, theme.accent, theme.accent),
        "bad": Look(between(theme.ground, theme.bad, 0.14), theme.bad, theme.bad),
        "ruled": Look(between(theme.ground, theme.ruled, 0.14), theme.ruled, theme.ruled),
        "bare": Look(NONE, NONE, theme.text),
    }[look]


def between(one: Color, other: Color, part: float) -> Color:
    """Return a mix of two colours; unlike transparency, overlapping shapes do not show."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


# Known screens, in pixels per millimetre.
_DENSITIES: Final = {
    (800, 480): 5.2,  # the official 7" display
    (720, 1280): 8.2,  # Touch Display 2
    (1280, 720): 8.2,  # the same in landscape format
}
_SMALLEST: Final = (800, 456)  # minimum units in landscape format; swapped in portrait format


def density(width: int, height: int) -> float:
    """Return pixels per millimetre; unknown screens count as just large enough for the layout."""
    known = _DENSITIES.get((width, height))
    if known is not None:
        return known
    long, short = max(width, height), min(width, height)
    return UNIT_PER_MM * min(long / _SMALLEST[0], short / _SMALLEST[1])


def unit(width: int, height: int) -> float:
    """Return the size of a unit in pixels."""
    return density(width, height) / UNIT_PER_MM
