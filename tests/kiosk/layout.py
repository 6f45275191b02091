"""What is seen on the window, as boxes; and what is wrong with them, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

from fingers import is_visible
from kivy.core.window import Window
from kivy.uix.button import Button
from kivy.uix.label import Label
from kivy.uix.popup import Popup
from kivy.uix.scrollview import ScrollView
from kivy.uix.spinner import Spinner
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.game.rulebook import TERRAINS
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import Text, width_of
from kiosk.appearance.theme import UNIT_PER_MM
from kiosk.claim.ruling import WayTile
from kiosk.claim.screen import Overlay
from kiosk.running import running_app
from kiosk.seating.new_game import NewGameScreen
from kiosk.table.screen import Call
from kiosk.table.tray import Tray
from kiosk.widgets.scroller import Scroller
from kiosk.widgets.tap import Tappable

LEAST_MM, LEAST_MAIN_MM = 9, 16
ROUNDING = 1.0  # pixels
COVERING = (Call, Overlay)  # what lies over others on purpose, for a moment
STOCK = (Button, TextInput, Spinner, Popup, ScrollView)


@dataclass(frozen=True, slots=True)
class Box:
    """Of the window, in pixels."""

    left: float
    bottom: float
    right: float
    top: float

    def __and__(self, other: "Box") -> "Box":
        return Box(
            max(self.left, other.left),
            max(self.bottom, other.bottom),
            min(self.right, other.right),
            min(self.top, other.top),
        )

    @property
    def is_something(self) -> bool:
        """Whether there is more of it than rounding makes."""
        return min(self.right - self.left, self.top - self.bottom) > ROUNDING

    def holds(self, other: "Box") -> bool:
        """Whether the other is inside."""
        common = self & other
        sides = ("left", "bottom", "right", "top")
        return all(abs(getattr(common, s) - getattr(other, s)) <= ROUNDING for s in sides)


@dataclass(frozen=True, slots=True)
class Seen:
    """A widget with content, the box it takes, and how much of that is in sight."""

    widget: Any
    box: Box
    shown: Box

    def __str__(self) -> str:
        return f"{type(self.widget).__name__} {words_on(self.widget)!r}"

    def is_part_of(self, other: "Seen") -> bool:
        return other.widget in ancestors(self.widget)


def ancestors(widget: Any) -> Iterator[Any]:
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        yield widget


def said_on(widget: Any) -> str:
    said = [w.content for w in widget.walk(restrict=True) if isinstance(w, Text) and w.content]
    return " / ".join(said)


def words_on(widget: Any) -> str:
    return said_on(widget) or getattr(widget, "name", "") or getattr(widget, "icon", "")


def box_of(widget: Any) -> Box:
    return Box(*widget.to_window(*widget.pos), *widget.to_window(widget.right, widget.top))


def contents(layer: Widget) -> list[Seen]:
    """Everything in a layer that is there for eyes or fingers, as it is drawn."""
    found: list[Seen] = []
    for widget in layer.walk(restrict=True):
        if not (has_content(widget) and is_visible(widget)):
            continue
        box = shown = box_of(widget)
        for above in ancestors(widget):
            if isinstance(above, Scroller):
                shown &= box_of(above)
        if isinstance(widget, COVERING):
            found = [seen for seen in found if not box.holds(seen.shown)]
        if shown.is_something or not box.is_something:  # else it is scrolled out
            found.append(Seen(widget, box, shown))
    return found


def has_content(widget: Any) -> bool:
    if isinstance(widget, Text):
        return bool(widget.content.strip())
    if isinstance(widget, Icon):
        return bool(widget.name)
    if isinstance(widget, Overlay):
        return bool(widget.children)
    return isinstance(widget, Tappable)


def faults(layer: Widget, unit: float) -> Iterator[str]:
    """All that is wrong with a layer."""
    yield from (f"stock {type(w).__name__}" for w in layer.walk(restrict=True) if is_stock(w))
    seen = contents(layer)
    for one in seen:
        yield from cut(one)
        yield from broken(one)
        yield from too_small(one, unit)
        yield from outside(one)
        yield from nameless(one)
    for one, other in combinations(seen, 2):
        if not (one.shown & other.shown).is_something:
            continue
        if not (one.is_part_of(other) or other.is_part_of(one)):
            yield f"overlap: {one} {one.box} and {other} {other.box}"


def is_stock(widget: Any) -> bool:
    return isinstance(widget, STOCK) or type(widget) is Label


def cut(seen: Seen) -> Iterator[str]:
    text = seen.widget
    if not isinstance(text, Text):
        return
    if text.shorten and not text.may_shorten:
        yield f"shortened: {text.content!r} in {text.width:.0f}x{text.height:.0f}"
    elif any(has > room + ROUNDING for has, room in zip(text.texture_size, text.size, strict=True)):
        yield f"cut: {text.content!r} is {text.texture_size} in {text.width:.0f}x{text.height:.0f}"


def broken(seen: Seen) -> Iterator[str]:
    """Words that do not fit on a line: they go on in the next one, without a hyphen.

    What only machines call so may: the place of a file, an address, a device.
    """
    text = seen.widget
    if not isinstance(text, Text) or text.fit != "wrap" or text.markup:
        return
    for word in text.text.split():
        if any(sign in word for sign in ("/", "_")):
            continue
        if width_of(word, text.font_size, bold=text.bold) > text.width + ROUNDING:
            yield f"broken: {word!r} of {text.content!r} in {text.width:.0f}x{text.height:.0f}"


def too_small(seen: Seen, unit: float) -> Iterator[str]:
    if not isinstance(seen.widget, Tappable):
        return
    least = LEAST_MAIN_MM if is_main(seen.widget) else LEAST_MM
    size = (seen.box.right - seen.box.left, seen.box.top - seen.box.bottom)
    if min(size) + ROUNDING < least * UNIT_PER_MM * unit:
        wide, high = (length / unit / UNIT_PER_MM for length in size)
        yield f"too small to touch: {seen} is {wide:.1f}x{high:.1f} mm"


def is_main(widget: Any) -> bool:
    """What is touched every turn, or begins the game."""
    above = list(ancestors(widget))
    if isinstance(widget, WayTile) or any(isinstance(part, Tray) for part in above):
        return True
    screens = [part for part in above if isinstance(part, NewGameScreen)]
    return any(widget is screen.ids.start.__self__ for screen in screens)


def nameless(seen: Seen) -> Iterator[str]:
    """A terrain's symbol with neither its letter nor its name near it."""
    icon = seen.widget
    if not isinstance(icon, Icon) or icon.name not in TERRAINS or icon.letter:
        return
    # Its beginning is enough: many languages bend the rest.
    name = running_app().words.names.card(icon.name).casefold()[:3]
    if not any(name in said_on(above).casefold() for above in islice(ancestors(icon), 2)):
        yield f"nameless: the {icon.name} on {words_on(icon.parent)!r}"


def outside(seen: Seen) -> Iterator[str]:
    window = Box(0, 0, *Window.size)
    if not window.holds(seen.shown):
        yield f"outside the window: {seen} {seen.shown}"
