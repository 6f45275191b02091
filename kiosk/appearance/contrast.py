"""Colour contrast according to WCAG 2."""

from typing import Final

from kiosk.appearance.theme import NONE, Color, Theme

OF_TEXT: Final = 4.5  # minimum contrast of text
OF_SIGNS: Final = 3.0  # of symbols, marks and meaningful borders


def contrast(one: Color, other: Color) -> float:
    """Return the contrast, from 1 (the same) to 21 (black and white)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def clearest(ground: Color, *inks: Color) -> Color:
    """Return the ink with the highest contrast."""
    return max(inks, key=lambda ink: contrast(ink, ground))


def vanishes(color: Color, ground: Color) -> bool:
    """Whether a symbol in this colour would need an outline."""
    return contrast(color, ground) < OF_SIGNS


def luminance(color: Color) -> float:
    """Return the relative luminance, from 0 to 1."""
    red, green, blue = map(linear, color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """Convert a colour component from sRGB to linear light."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def rim_of(theme: Theme, player: str) -> Color:
    """Return the rim of a player's mark: the background, or the outline if contrast is too low."""
    outline = outline_of(theme, player)
    return outline if outline[3] else theme.ground


def outline_of(theme: Theme, player: str) -> Color:
    """Return the outline of a player's shape; transparent if it needs none."""
    color = theme.players.get(player, theme.text)
    return theme.outline if vanishes(color, theme.panel) else NONE
