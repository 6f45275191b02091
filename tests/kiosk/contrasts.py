"""What is written, drawn and framed on the window, with the colours under it; what is too faint."""

from collections.abc import Iterable, Iterator
from typing import Any

from fingers import is_visible
from kivy.graphics import Color as Ink
from kivy.graphics import Rectangle
from kivy.uix.widget import Widget
from layout import ancestors, box_of, contents, words_on

from kiosk.appearance.cached_drawing import CachedBox
from kiosk.appearance.contrast import OF_SIGNS, OF_TEXT, contrast
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import Text
from kiosk.appearance.theme import Color, Theme, between
from kiosk.widgets.basics import Surface

SOLID = 1.0


def faint(layer: Widget, theme: Theme) -> Iterator[str]:
    """All of a layer that does not stand out enough from what it lies on."""
    for seen in contents(layer):
        widget = seen.widget
        if isinstance(widget, Text):
            yield from _too_faint(widget, [widget.color], OF_TEXT, theme)
        elif isinstance(widget, Icon):
            inks = [widget.tint, widget.outline] if widget.outline[3] else [widget.tint]
            yield from _too_faint(widget, inks, OF_SIGNS, theme)
    surfaces = (part for part in layer.walk(restrict=True) if isinstance(part, Surface))
    for surface in surfaces:
        if is_visible(surface) and not surface.hidden and _means_something(surface.edge, theme):
            yield from _too_faint(surface, [surface.edge], OF_SIGNS, theme)


def _means_something(edge: Color, theme: Theme) -> bool:
    """A line around a panel is an ornament: what it holds says what it is."""
    return bool(edge[3]) and tuple(edge) not in (theme.line, theme.ground)


def _too_faint(widget: Any, inks: Iterable[Color], least: float, theme: Theme) -> Iterator[str]:
    """Of several inks one is enough: a shape and its rim."""
    under = ground_of(widget, theme)
    strength = _strength(widget)
    found = [contrast(over(under, ink, strength), under) for ink in inks]
    if max(found) < least:
        name = f"{type(widget).__name__} {words_on(widget)!r}"
        yield f"faint: {name} has {max(found):.2f} of {least}"


def ground_of(widget: Any, theme: Theme) -> Color:
    """The colour that a widget lies on: all that those around it paint, one over the other."""
    ground = theme.ground
    for around in [widget, *ancestors(widget)][::-1]:
        for ink in _painted(around, widget):
            ground = over(ground, ink, _strength(around))
    return ground


def _painted(around: Any, widget: Any) -> Iterator[Color]:
    """What one that is around a widget, or itself, paints under all of it."""
    if isinstance(around, Surface) and around is not widget:
        yield tuple(around.fill)
    if isinstance(around, CachedBox) and around is not widget:
        return  # it shows a picture of what is in it
    canvas = getattr(around, "canvas", None)
    layers = (
        () if canvas is None else (canvas.before,) if around is widget else (canvas.before, canvas)
    )
    for layer in layers:
        ink = None  # a box without one is a window's edge
        for part in layer.children:
            if isinstance(part, Ink):
                ink = tuple(part.rgba)
            elif ink and isinstance(part, Rectangle) and _is_under(part, around, widget):
                yield ink


def _is_under(part: Rectangle, around: Any, widget: Any) -> bool:
    """Whether all of the widget lies on a painted box."""
    (x, y), (width, height) = part.pos, part.size
    left, bottom = around.to_window(x, y, initial=False)
    box = box_of(widget)
    return bool(
        left <= box.left + 1
        and bottom <= box.bottom + 1
        and left + width >= box.right - 1
        and bottom + height >= box.top - 1
    )


def _strength(widget: Any) -> float:
    """How strong it is, in whatever is faint as a whole."""
    strength = widget.opacity
    for around in ancestors(widget):
        strength *= getattr(around, "opacity", SOLID)
    return float(strength)


def over(ground: Color, ink: Color, strength: float) -> Color:
    """A colour seen through another one."""
    return between(ground, (*ink[:3], 1.0), ink[3] * strength)
