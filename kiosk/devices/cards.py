"""Cards over whatever screen a press came to: a word on what it did, and the dial's menu."""

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from hardware.buttons.dial import DialLines
from kiosk import kv


class WordCard(FloatLayout):
    """Seen over the screen for a while, and never touched."""

    text = StringProperty("")


class DialCard(FloatLayout):
    """Seen over the screen while somebody turns the dial; fills it, with a card in the middle."""

    lines = ObjectProperty(DialLines("", "", "", ""), rebind=True)


kv.load(__file__)
