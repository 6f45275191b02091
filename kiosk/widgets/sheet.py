"""A sheet over a screen, and the line on it that says why something was refused."""

from kivy.uix.boxlayout import BoxLayout

from companion.desk.desk import Desk
from kiosk import kv
from kiosk.widgets.band import RefusedLine


class Sheet(BoxLayout):
    """Covers the whole screen, in the ground's colour."""


class RefusedSlot(BoxLayout):
    """Empty, until something is refused."""

    def show(self, desk: Desk) -> None:
        """Show why something was refused, or nothing."""
        self.clear_widgets()
        if desk.refused is not None:
            self.add_widget(RefusedLine(refused=desk.refused))
        self.height = sum(child.height for child in self.children)


kv.load(__file__)
