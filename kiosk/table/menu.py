"""The menu: less frequent actions, all visible at once."""

from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.desk.responses import Moment
from companion.game.commands import Command, Finish, Pass, Redo
from companion.game.log.disputes import unsettled
from kiosk import kv, sheets
from kiosk.running import running_app
from kiosk.table.view import MenuView, menu_view
from kiosk.widgets.basics import Tile


class ClockTile(Tile):
    """Pauses or resumes the turn clock."""


class MenuScreen(BoxLayout):
    """Offers the actions that do not fit on the table screen."""

    view = ObjectProperty(None, rebind=True)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(view=self._load_view(), **given)
        self._clock = ClockTile(hidden=not self.view.playing)
        if self.app.settings.turn_clock:
            self.ids.turn.add_widget(self._clock)
        self.refresh()

    def _load_view(self) -> MenuView:
        return menu_view(self.app.referee, self.app.words)

    def refresh(self) -> None:
        """Show the available actions, or why the last one was refused."""
        self.view = self._load_view()
        self._clock.hidden = not self.view.playing
        self.ids.top.show(self.app.desk.refusal)

    def pass_turn(self, moment: Moment) -> None:
        self._do(Pass(), moment)

    def redo(self, moment: Moment) -> None:
        self._do(Redo(), moment)

    def finish(self, moment: Moment) -> None:
        """End the game early; if entries are unresolved, warn first."""
        if unsettled(self.app.referee.game):
            self.app.open_sheet(sheets.end_early)
        else:
            self._do(Finish(), moment)

    def _do(self, command: Command, moment: Moment) -> None:
        """Submit a command and return to the table; a refusal is shown here."""
        if self.app.desk.submit(command, moment):
            self.app.home()


kv.load(__file__)
