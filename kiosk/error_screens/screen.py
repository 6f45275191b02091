"""What is shown when something went wrong: a fault of our own, or a log that was damaged."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.appearance.text import Flow
from kiosk.widgets.sheet import Sheet


class FaultScreen(BoxLayout):
    """Shown after a fault of our own."""

    saved = BooleanProperty(True)  # every turn


class ReportText(Flow):
    """One report, line by line."""


class ReportSheet(Sheet):
    """What had to be recovered, or could not be read."""

    title = StringProperty("")

    def __init__(self, title: str, texts: Sequence[str], **given: Any) -> None:
        super().__init__(title=title, **given)
        for text in texts:
            self.ids.reports.add_widget(ReportText(content=text))


kv.load(__file__)
