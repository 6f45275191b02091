"""The dial's menu: where it is, and what is beside it."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from hardware.buttons.dial import Lines
from kiosk.widgets import basics  # noqa: F401 (the rule is made of them)


class DialCard(FloatLayout):
    """Seen over the screen while somebody turns the dial; fills it, with a card in the middle."""

    lines = ObjectProperty(Lines("", "", "", ""), rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
