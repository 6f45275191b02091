"""Ending play early while something is still to settle: what that is, before it is done."""

from typing import Any

from companion.desk.responses import Moment
from companion.game.commands import Finish
from kiosk import kv, screens
from kiosk.appearance.text import Flow
from kiosk.log.view import log_page
from kiosk.running import running_app
from kiosk.widgets.sheet import OverSheet


class UnsettledText(Flow):
    """An entry that waits for the table, and why."""


class EndEarlySheet(OverSheet):
    """End play all the same, or settle first."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        app = running_app()
        for row in log_page(app.referee.game, app.words, only_unsettled=True).rows:
            content = f"{row.entry}  {row.sentence}\n{row.flags}"
            self.ids.rows.add_widget(UnsettledText(content=content))

    def settle(self) -> None:
        """To the list of these."""
        self.app.go(screens.log, unsettled=True)

    def finish(self, moment: Moment) -> None:
        """They count as they stand, and can still be settled."""
        if self.app.desk.submit(Finish(), moment):
            self.app.home()


kv.load(__file__)
