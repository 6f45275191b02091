"""The top of a screen: its heading, or why what was just tapped there was refused."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.desk import Refused
from kiosk.running import running_app
from kiosk.widgets.band import RefusedLine


class TopLine(BoxLayout):
    """Holds a Heading, which makes room for a refusal until that has been read."""

    def __init__(self, **given: Any) -> None:
        self._heading: Widget | None = None
        super().__init__(**given)
        self.size_hint_y = None
        self.height = 60 * running_app().u

    def show(self, refused: Refused | None) -> None:
        """Show the refusal, or the heading where there is none."""
        self._heading = self._heading or self.children[0]
        self.clear_widgets()
        if refused is None:
            self.add_widget(self._heading)
        else:  # a heading's place is one line, upright too
            self.add_widget(RefusedLine(refused=refused, size_hint_y=1, narrow=False))
