"""A log entry: its ruling with the numbers at that time, and the available actions."""

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.commands import Void
from kiosk import kv, sheets
from kiosk.appearance.text import keep_named
from kiosk.log.editor import amend, insert
from kiosk.log.view import EntryView, PlayerAtEntry, entry_view
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class PlayersHead(BoxLayout):
    """Column headings."""

    scored = BooleanProperty(True)  # whether scores are shown


class PlayerAtEntryRow(BoxLayout):
    """A player's numbers at that time."""

    held = ObjectProperty(None, rebind=True)
    players = NumericProperty(2)  # number of players: many need less spacing
    display_name = StringProperty("")  # abbreviated to fit


class EntrySheet(Sheet):
    """Shows an entry over the log."""

    view = ObjectProperty(None, rebind=True)

    def __init__(self, entry: int, **given: Any) -> None:
        self.app = running_app()
        self._entry = entry
        super().__init__(view=self._load_view(), **given)
        self._show_held(self.view.held)
        self.refresh()

    def _load_view(self) -> EntryView:
        app, hidden = self.app, self.app.desk.hides_scores()
        return entry_view(app.referee.game, app.words, self._entry, hidden=hidden)

    def refresh(self) -> None:
        view = self._load_view()
        if view != self.view:
            self.view = view
            self._show_held(view.held)
        self.ids.refused.show(self.app.desk)

    def _show_held(self, players: Sequence[PlayerAtEntry]) -> None:
        self.ids.held.clear_widgets()
        if players:
            self.ids.held.add_widget(PlayersHead(scored=not self.app.desk.hides_scores()))
        rows = [PlayerAtEntryRow(held=held, players=len(players)) for held in players]
        for row in rows:
            self.ids.held.add_widget(row)
        keep_named(rows, [row.held.name for row in rows])

    # --- actions ---

    def amend(self) -> None:
        amend(self.app, self._entry)

    def take_out(self) -> None:
        """Preview the game without the entry."""
        self.app.consider(Void(self._entry))

    def insert(self) -> None:
        """Enter a missed turn after it."""
        insert(self.app, self._entry)

    def object(self) -> None:
        """Dispute the entry, or resolve its dispute."""
        self.app.open_sheet(sheets.objection, entry=self._entry)


kv.load(__file__)
