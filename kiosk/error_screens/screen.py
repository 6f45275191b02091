"""Shown after an exception, or after a damaged log was recovered."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.appearance.text import Flow
from kiosk.widgets.sheet import Sheet


class FaultScreen(BoxLayout):
    """Shown after an exception."""

    saved = BooleanProperty(True)  # whether every turn is saved


class ReportText(Flow):
    pass


class ReportSheet(Sheet):
    """Reports of recovered or unreadable data."""

    title = StringProperty("")

    def __init__(self, title: str, texts: Sequence[str], **given: Any) -> None:
        super().__init__(title=title, **given)
        for text in texts:
            self.ids.reports.add_widget(ReportText(content=text))


kv.load(__file__)
