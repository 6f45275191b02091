"""The tray: the five cards, and claim, tickets, undo."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk.desk import Desk
from kiosk.widgets import basics  # noqa: F401

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Tray(BoxLayout):
    """Every tap goes to the desk with the moment of its finger."""

    waiting = BooleanProperty(False)  # a first card waits: no open locomotive now (R5)

    def show(self, desk: Desk) -> None:
        """Show what can be drawn now."""
        self.waiting = desk.half.first is not None
