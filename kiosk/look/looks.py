"""What a surface is for, and the colours that go with it."""

from dataclasses import dataclass

from kiosk.look.theme import Color, Theme

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
        "line": Look(theme.panel, theme.accent, theme.accent),
        "bad": Look((*theme.bad[:3], 0.2), theme.bad, theme.bad),
        "ruled": Look((*theme.ruled[:3], 0.2), theme.ruled, theme.ruled),
        "bare": Look(NONE, NONE, theme.text),
    }[look]


def between(one: Color, other: Color, part: float) -> Color:
    """A colour on the way from one to the other; where shapes overlap it stays the same."""
    red, green, blue, alpha = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha
