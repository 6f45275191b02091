"""Something went wrong, nothing is lost, and there is a way back."""

from kivy.uix.boxlayout import BoxLayout

from kiosk import kv

kv.load(__file__)


class FaultScreen(BoxLayout):
    """Shown after a fault of our own."""
