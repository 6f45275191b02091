"""What became of a damaged log: said once, where the one who keeps score sees it."""

from typing import Any

from kiosk import kv
from kiosk.look.flow import Flow
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


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
