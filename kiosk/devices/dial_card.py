"""The dial's menu: where it is, and what is beside it."""

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from hardware.buttons.dial import Lines
from kiosk import kv


class DialCard(FloatLayout):
    """Seen over the screen while somebody turns the dial; fills it, with a card in the middle."""

    lines = ObjectProperty(Lines("", "", "", ""), rebind=True)


kv.load(__file__)
