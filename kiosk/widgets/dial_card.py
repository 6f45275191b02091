"""The dial's menu: where it is, and what is beside it."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from hardware.dial import Lines
from kiosk.widgets.basics import Surface


class DialCard(Surface):
    """Seen over the screen while somebody turns the dial."""

    lines = ObjectProperty(Lines("", "", "", ""), rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
