"""A word on what a press did or did not do, over whatever screen it came to."""

from kivy.properties import StringProperty
from kivy.uix.floatlayout import FloatLayout

from kiosk import kv


class WordCard(FloatLayout):
    """Seen over the screen for a while, and never touched."""

    text = StringProperty("")


kv.load(__file__)
