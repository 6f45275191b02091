"""Something went wrong, nothing is lost, and there is a way back."""

from pathlib import Path

from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

from kiosk.widgets import basics  # noqa: F401

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FaultScreen(BoxLayout):
    """Shown after a fault of our own."""
