"""A small button with a letter or a number: one widget alone, for a keyboard has forty of them."""

from kivy.properties import ColorProperty, NumericProperty, OptionProperty

from kiosk import kv
from kiosk.look.text import Text
from kiosk.widgets.basics import LOOKS
from kiosk.widgets.tap import Tappable


class Key(Tappable, Text):
    """Like a Tile in its looks; `said` is what stands on it."""

    look = OptionProperty("raised", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty(8)


kv.load(__file__)
