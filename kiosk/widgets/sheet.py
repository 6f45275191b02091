"""Sheets over a screen, and the lines on sheets and screens that say why something was refused."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.desk import Desk, RefusalNotice
from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.band import RefusedLine


class Sheet(BoxLayout):
    """Covers the whole screen, in the ground's colour."""


class RefusedSlot(BoxLayout):
    """Empty, until something is refused."""

    def show(self, desk: Desk) -> None:
        """Show why something was refused, or nothing."""
        self.clear_widgets()
        if desk.refusal is not None:
            self.add_widget(RefusedLine(refused=desk.refusal))
        self.height = sum(child.height for child in self.children)


class OverSheet(Sheet):
    """Knows what was on top when it was made."""

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        self._under = self.app.root.sheet
        super().__init__(**given)

    def close(self) -> None:
        """Back to where it came from."""
        if self._under is None:
            self.app.close_sheet()
            return
        self.app.reopen_sheet(self._under)
        refresh = getattr(self._under, "refresh", None)
        if refresh is not None:
            refresh()

    def refresh(self) -> None:
        """Show why something was refused."""
        self.ids.refused.show(self.app.desk)


class TopLine(BoxLayout):
    """Holds a Heading, which makes room for a refusal until that has been read."""

    def __init__(self, **given: Any) -> None:
        self._heading: Widget | None = None
        super().__init__(**given)
        self.size_hint_y = None
        self.height = 60 * running_app().unit

    def show(self, refused: RefusalNotice | None) -> None:
        """Show the refusal, or the heading where there is none."""
        self._heading = self._heading or self.children[0]
        self.clear_widgets()
        if refused is None:
            self.add_widget(self._heading)
        else:  # a heading's place is one line, upright too
            self.add_widget(RefusedLine(refused=refused, low=True, size_hint_y=1, narrow=False))


kv.load(__file__)
