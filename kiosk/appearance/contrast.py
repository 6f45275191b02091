"""How well colours stand out from each other, by the rules for screens (WCAG 2); pure."""

from typing import Final

from kiosk.appearance.theme import NONE, Color, Theme

OF_TEXT: Final = 4.5  # the least contrast of what is read
OF_SIGNS: Final = 3.0  # of what is seen: symbols, marks, borders that mean something


def contrast(one: Color, other: Color) -> float:
    """From 1, the same, to 21, black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def clearest(ground: Color, *inks: Color) -> Color:
    """The ink that stands out most."""
    return max(inks, key=lambda ink: contrast(ink, ground))


def vanishes(color: Color, ground: Color) -> bool:
    """Whether a sign in this colour would need a rim there."""
    return contrast(color, ground) < OF_SIGNS


def luminance(color: Color) -> float:
    """How bright a colour is, of 1."""
    red, green, blue = map(linear, color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(part: float) -> float:
    """The light of a part of a colour, without what screens do to it."""
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def rim_of(theme: Theme, player: str) -> Color:
    """Around a player's mark: the ground, which sets it off, or the outline where it vanishes."""
    outline = outline_of(theme, player)
    return outline if outline[3] else theme.ground


def outline_of(theme: Theme, player: str) -> Color:
    """Around a player's shape; nothing where it can be seen without."""
    color = theme.players.get(player, theme.text)
    return theme.outline if vanishes(color, theme.panel) else NONE
