"""The list of players with statistics, and the group's records.

Hiding a name needs a long press. A tap on a record opens the game it was set in.
"""

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv, screens
from kiosk.appearance.text import Text
from kiosk.past_games.people import PersonRow, RecordRow, people_page, record_rows
from kiosk.running import running_app
from kiosk.widgets.basics import Pad
from kiosk.widgets.hold_tile import HoldTile


class NameToForget(HoldTile):
    """A player: a tap opens their page; a long press hides them from new games only."""

    row = ObjectProperty(None, rebind=True)
    figures = StringProperty("")


class PlayersScreen(BoxLayout):
    """A page of all players, most games first; `back` is called to close."""

    def __init__(self, back: Callable[[], None] | None = None, page: int = 0, **given: Any) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        app = self.app
        rows = app.history.players()
        self._page = people_page(rows, app.words, app.settings.forgotten, page)
        for row in self._page.rows:
            self.ids.names.add_widget(self._tile(row))
        self.ids.pager.newer, self.ids.pager.older = self._page.newer, self._page.older
        self.ids.pager.note = self._page.note(app.words)

    def _tile(self, row: PersonRow) -> NameToForget:
        tile = NameToForget(row=row)
        tile.bind(on_held=self._forget, on_tap=lambda tile, moment: self._open(tile.row.id))
        return tile

    def _open(self, player: str) -> None:
        self.app.go(screens.person, player=player, back=self.app.rebuild_later())

    def _forget(self, tile: NameToForget, moment: object) -> None:
        if tile.row.offered:
            self.app.set(forgotten=(*self.app.settings.forgotten, tile.row.name))

    def offer_all(self) -> None:
        """Suggest everyone for new games again."""
        self.app.set(forgotten=())

    def turn(self, step: int) -> None:
        self.app.go(screens.players, back=self._back, page=self._page.number + step)

    def close(self) -> None:
        self._back()


class RecordPad(Pad):
    """A record with its holder and date."""

    row = ObjectProperty(None, rebind=True)


class NoRecords(Text):
    """Shown before the first finished game."""


class RecordsScreen(BoxLayout):
    any = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        rows = record_rows(self.app.history, self.app.words)
        for row in rows:
            pad = RecordPad(row=row)
            pad.bind(on_tap=lambda pad, moment: self._open(pad.row))
            self.ids.records.add_widget(pad)
        self.any = bool(rows)
        if not rows:
            self.ids.records.add_widget(NoRecords())

    def _open(self, row: RecordRow) -> None:
        if row.game:
            self.app.go(screens.past_game, game=row.game, back=self.app.rebuild_later())


kv.load(__file__)
