"""The line under a long list: which part of it is shown, and the way to the others."""

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv


class Pager(BoxLayout):
    """Fires on_turn(step): -1 for the page of newer things, 1 for that of older ones."""

    note = StringProperty("")
    newer = BooleanProperty(False)
    older = BooleanProperty(False)

    __events__ = ("on_turn",)

    def on_turn(self, step: int) -> None:
        """Another page is wanted."""


kv.load(__file__)
