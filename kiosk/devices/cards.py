"""Overlays for button presses: a message on the effect, and the dial's menu."""

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from hardware.buttons.dial import DialLines
from kiosk import kv


class WordCard(FloatLayout):
    """A message shown over the screen for a while; ignores touches."""

    text = StringProperty("")


class DialCard(FloatLayout):
    """The dial's menu, shown over the screen while the dial is used."""

    lines = ObjectProperty(DialLines("", "", "", ""), rebind=True)


kv.load(__file__)
