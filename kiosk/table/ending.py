"""The sheet that warns about unresolved entries before the game is ended early."""

from typing import Any

from companion.desk.responses import Moment
from companion.game.commands import Finish
from kiosk import kv, screens
from kiosk.appearance.text import Flow
from kiosk.log.view import log_page
from kiosk.running import running_app
from kiosk.widgets.sheet import OverSheet


class UnsettledText(Flow):
    """An unresolved entry and why it is unresolved."""


class EndEarlySheet(OverSheet):
    """Offers to end the game early anyway, or to resolve the entries first."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        app = running_app()
        for row in log_page(app.referee.game, app.words, only_unsettled=True).rows:
            content = f"{row.entry}  {row.sentence}\n{row.flags}"
            self.ids.rows.add_widget(UnsettledText(content=content))

    def settle(self) -> None:
        """Show the unresolved entries in the log."""
        self.app.go(screens.log, unsettled=True)

    def finish(self, moment: Moment) -> None:
        """End the game; entries count as they are and can still be resolved."""
        if self.app.desk.submit(Finish(), moment):
            self.app.home()


kv.load(__file__)
