"""How colours look to people who see fewer of them, and how far apart they look then."""

import math
from typing import Final

from kiosk.appearance.contrast import linear
from kiosk.appearance.theme import Color

Lab = tuple[float, float, float]
Light = tuple[float, float, float]  # red, green and blue without what screens do to them

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision
# Deficiency, 2009, at full severity; for light.
EYES: Final[dict[str, tuple[Light, Light, Light]]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ: Final = (  # of sRGB, seen by daylight (D65)
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_DAYLIGHT: Final = (0.95047, 1.0, 1.08883)
_FAR: Final = 25.0**7


def seen(color: Color, eyes: str) -> Light:
    """The light of a colour that would look the same to everybody."""
    light = tuple(map(linear, color[:3]))
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(EYES[eyes], light))
    return red, green, blue


def _times(matrix: tuple[Light, ...], light: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(m * part for m, part in zip(row, light, strict=True)) for row in matrix)


def lab(light: Light) -> Lab:
    """How a light looks: its lightness, from green to red, from blue to yellow."""
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_TO_XYZ, light), _DAYLIGHT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def apart(one: Color, other: Color, eyes: str) -> float:
    """How different two colours look to these eyes."""
    return difference(lab(seen(one, eyes)), lab(seen(other, eyes)))


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000, as Sharma, Wu and Dalal write it down (2005)."""
    mean = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    widened = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + _FAR))
    chroma, other_chroma = (math.hypot(widened * a, b) for _, a, b in (one, other))
    hue, other_hue = (math.degrees(math.atan2(b, widened * a)) % 360 for _, a, b in (one, other))
    colored = chroma * other_chroma > 0
    turn = (other_hue - hue + 180) % 360 - 180 if colored else 0.0
    middle = hue + turn / 2 if colored else hue + other_hue
    light, strong = (one[0] + other[0]) / 2, (chroma + other_chroma) / 2
    hues = 2 * math.sqrt(chroma * other_chroma) * math.sin(math.radians(turn / 2))
    by_light = (other[0] - one[0]) / (
        1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    )
    by_chroma = (other_chroma - chroma) / (1 + 0.045 * strong)
    by_hue = hues / (1 + 0.015 * strong * _hue_weight(middle))
    blue = math.sin(math.radians(60 * math.exp(-((((middle % 360) - 275) / 25) ** 2))))
    turned = -2 * math.sqrt(strong**7 / (strong**7 + _FAR)) * blue
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + turned * by_chroma * by_hue)


def _hue_weight(hue: float) -> float:
    parts = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    return 1 + sum(part * math.cos(math.radians(by * hue + at)) for part, by, at in parts)
