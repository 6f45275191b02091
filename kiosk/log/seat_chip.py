"""A player to pick: shape and name."""

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from kiosk import kv
from kiosk.widgets.basics import Pad


class SeatChip(Pad):
    """One tap picks the player."""

    seat = NumericProperty(0)
    name = StringProperty("")
    shown = StringProperty("")  # the name as it fits
    color = StringProperty("blue")
    chosen = BooleanProperty(False)
    units = NumericProperty(16)
    tall = BooleanProperty(False)  # the shape over the name, both in the middle


kv.load(__file__)
