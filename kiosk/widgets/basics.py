"""Panels, buttons and headings in the kiosk's own look."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kiosk.widgets import icons, text  # noqa: F401  the rules below are made of them
from kiosk.widgets.tap import Tappable

LOOKS = ("raised", "accent", "panel", "line", "bad", "bare")


class Surface(BoxLayout):
    """A rounded area; `look` says what it is for."""

    look = OptionProperty("panel", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((1, 1, 1, 1))
    radius = NumericProperty(12)


class Pad(Tappable, Surface):
    """A surface that can be tapped."""

    dimmed = BooleanProperty(False)  # not to be had now; tapped, it says why


class Tile(Pad):
    """A button: an icon, a word, and a smaller line under it."""

    icon = StringProperty("")
    word = StringProperty("")
    note = StringProperty("")
    units = NumericProperty(15)
    icon_units = NumericProperty(30)
    tint = ColorProperty((0, 0, 0, 0))  # the icon's; the ink's where it is not given
    flat = BooleanProperty(False)  # icon beside the word


class Heading(BoxLayout):
    """The line over a screen: what it is, and the way back."""

    title = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    tint = ColorProperty((1, 1, 1, 1))
    outline = ColorProperty((0, 0, 0, 0))

    __events__ = ("on_close",)

    def on_close(self, *args: object) -> None:
        """The way back was tapped."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
