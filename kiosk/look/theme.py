"""Colours and sizes: a station at night, and the same by day; how large a unit is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Color = tuple[float, float, float, float]

WHITE: Final[Color] = (1, 1, 1, 1)  # behind a code, in any theme: light on dark many cameras miss
INK: Final[Color] = (0.08, 0.08, 0.08, 1)  # of words beside it
UNIT_PER_MM: Final = 5.2  # a unit is a pixel of the official 7" display at 800x480


def color(code: str, alpha: float = 1.0) -> Color:
    """A colour from its six hexadecimal digits."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Theme:
    """What a colour is for."""

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
    ruled: Color  # by the table, against the rules (R20)
    outline: Color  # around what would vanish on the ground
    players: Mapping[str, Color]
    terrain: Mapping[str, Color]
    routes: Mapping[str, Color]


NIGHT: Final = Theme(
    ground=color("12151A"),
    panel=color("1B2028"),
    raised=color("232A34"),
    line=color("323B47"),
    text=color("F4F0E6"),
    quiet=color("9BA6B4"),
    accent=color("FFB454"),
    on_accent=color("20160A"),
    good=color("3DD68C"),
    bad=color("FF7B72"),
    ruled=color("C3A6FF"),
    outline=color("CBD3DC"),
    players={
        "blue": color("4C8DFF"),
        "red": color("FF5D5D"),
        "green": color("3DD68C"),
        "yellow": color("FFD84D"),
        "black": color("0A0C0F"),
    },
    terrain={
        "desert": color("F2B35E"),
        "jungle": color("57C785"),
        "mountain": color("A9BEDA"),
    },
    routes={
        "yellow": color("F5D547"),
        "orange": color("F08A24"),
        "red": color("E5484D"),
        "purple": color("B07CE8"),
        "blue": color("4C8DFF"),
        "green": color("3CB371"),
        "white": color("F4F4F4"),
        "grey": color("9AA3AE"),
        "black": color("05070A"),
    },
)

DAY: Final = Theme(
    ground=color("F3EFE6"),
    panel=color("FFFDF8"),
    raised=color("E9E3D6"),
    line=color("CFC6B4"),
    text=color("1D1A15"),
    quiet=color("655E52"),
    accent=color("B85C00"),
    on_accent=color("FFFFFF"),
    good=color("0B7A45"),
    bad=color("B3261E"),
    ruled=color("6B3FB5"),
    outline=color("4A453C"),
    players={
        "blue": color("1F5FD0"),
        "red": color("C62828"),
        "green": color("177D43"),
        "yellow": color("C79A00"),
        "black": color("14161A"),
    },
    terrain={
        "desert": color("B5731B"),
        "jungle": color("1F8A4C"),
        "mountain": color("4B6A93"),
    },
    routes={
        "yellow": color("DDB400"),
        "orange": color("DD7410"),
        "red": color("CC2F35"),
        "purple": color("8B4FD0"),
        "blue": color("2D6FE0"),
        "green": color("2C9A5C"),
        "white": color("FFFFFF"),
        "grey": color("8A929C"),
        "black": color("14161A"),
    },
)

THEMES: Final = {"night": NIGHT, "day": DAY}

SHAPES: Final = {  # so that nothing depends on colour alone
    "blue": "square",
    "red": "triangle",
    "green": "circle",
    "yellow": "diamond",
    "black": "cross",
}


NONE: Color = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a surface."""

    fill: Color
    edge: Color
    ink: Color


def look_of(theme: Theme, look: str) -> Look:
    """The colours of a look in a theme."""
    return {
        "raised": Look(theme.raised, theme.line, theme.text),
        "accent": Look(theme.accent, NONE, theme.on_accent),
        "panel": Look(theme.panel, theme.line, theme.text),
        # Chosen, with colours on it that an accent would drown.
        "picked": Look(between(theme.panel, theme.accent, 0.25), theme.accent, theme.text),
        "line": Look(theme.panel, theme.accent, theme.accent),
        "bad": Look((*theme.bad[:3], 0.2), theme.bad, theme.bad),
        "ruled": Look((*theme.ruled[:3], 0.2), theme.ruled, theme.ruled),
        "bare": Look(NONE, NONE, theme.text),
    }[look]


def between(one: Color, other: Color, part: float) -> Color:
    """A colour on the way from one to the other; where shapes overlap it stays the same."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


# Screens whose density is known, in pixels a millimetre.
_DENSITIES: Final = {
    (800, 480): 5.2,  # the official 7" display
    (720, 1280): 8.2,  # Touch Display 2
    (1280, 720): 8.2,  # the same, lying
}
_SMALLEST: Final = (800, 456)  # in units: what the layouts need, lying; upright the other way


def density(width: int, height: int) -> float:
    """Pixels a millimetre; on a screen that is not known, as large as the layout has room for."""
    known = _DENSITIES.get((width, height))
    if known is not None:
        return known
    long, short = max(width, height), min(width, height)
    return UNIT_PER_MM * min(long / _SMALLEST[0], short / _SMALLEST[1])


def unit(width: int, height: int) -> float:
    """A unit in pixels."""
    return density(width, height) / UNIT_PER_MM
