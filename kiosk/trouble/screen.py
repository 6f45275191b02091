"""What is shown when something went wrong: a fault of our own, or a log that was damaged."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.look.text import Flow
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class FaultScreen(BoxLayout):
    """Shown after a fault of our own."""


class ReportText(Flow):
    """One report, line by line."""


class ReportSheet(Sheet):
    """All reports of what had to be recovered."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        app = running_app()
        for report in app.referee.reports:
            self.ids.reports.add_widget(ReportText(said=app.words.report(report)))


kv.load(__file__)
