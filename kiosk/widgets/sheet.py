"""Sheets over a screen, and the lines that show refusals."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.desk import Desk, RefusalNotice
from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.band import RefusedLine


class Sheet(BoxLayout):
    """Covers the whole screen."""


class RefusedSlot(BoxLayout):
    """Empty unless there is a refusal."""

    def show(self, desk: Desk) -> None:
        """Show the desk's refusal, if there is one."""
        self.clear_widgets()
        if desk.refusal is not None:
            self.add_widget(RefusedLine(refused=desk.refusal))
        self.height = sum(child.height for child in self.children)


class OverSheet(Sheet):
    """A sheet that returns to the sheet below it when closed."""

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        self._under = self.app.root.sheet
        super().__init__(**given)

    def close(self) -> None:
        """Return to the sheet or screen below."""
        if self._under is None:
            self.app.close_sheet()
            return
        self.app.reopen_sheet(self._under)
        refresh = getattr(self._under, "refresh", None)
        if refresh is not None:
            refresh()

    def refresh(self) -> None:
        """Show the desk's refusal, if there is one."""
        self.ids.refused.show(self.app.desk)


class TopLine(BoxLayout):
    """Holds a heading, or a refusal in its place until that is dismissed."""

    def __init__(self, **given: Any) -> None:
        self._heading: Widget | None = None
        super().__init__(**given)
        self.size_hint_y = None
        self.height = 60 * running_app().unit

    def show(self, refused: RefusalNotice | None) -> None:
        """Show the refusal, or the heading if it is None."""
        self._heading = self._heading or self.children[0]
        self.clear_widgets()
        if refused is None:
            self.add_widget(self._heading)
        else:  # a heading has one line, in portrait format too
            self.add_widget(RefusedLine(refused=refused, low=True, size_hint_y=1, narrow=False))


kv.load(__file__)
