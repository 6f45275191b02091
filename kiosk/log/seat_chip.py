"""A player to pick: shape and name."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

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


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
