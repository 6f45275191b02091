"""A small button with a letter or a number: one widget alone, for a keyboard has forty of them."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty, OptionProperty

from kiosk.look.text import Text
from kiosk.widgets import basics  # noqa: F401  the rule of Text
from kiosk.widgets.basics import LOOKS
from kiosk.widgets.tap import Tappable


class Key(Tappable, Text):
    """Like a Tile in its looks; `said` is what stands on it."""

    look = OptionProperty("raised", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty(8)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
