"""The list of past games, newest first, with links to players and records."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.history import PageMark
from kiosk import kv, screens
from kiosk.past_games.view import PastRow, games_view
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Tile


class GamePad(Pad):
    """A game: players, date, and the winner or its phase."""

    row = ObjectProperty(None, rebind=True)
    when = StringProperty("")


class NoGames(BoxLayout):
    """Shown before the first game."""


class LookBack(BoxLayout):
    """Links to players, records and deleted games."""


class DeletedTile(Tile):
    """Leads to the deleted games."""

    count = NumericProperty(0)


class GamesScreen(BoxLayout):
    """A page of all games or of a player's; `marks` lead from the first page to it."""

    title = StringProperty("")
    total = NumericProperty(0)

    def __init__(
        self,
        marks: tuple[PageMark | None, ...] = (),
        player: str | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._player = player
        super().__init__(**given)
        app = self.app
        self.view = games_view(app.history, app.referee, app.words, marks, player)
        self.title, self.total = self.view.title, self.view.total
        if not marks and player is None and app.referee.file is not None:
            self.ids.games.add_widget(self._ways())
        for row in self.view.rows:
            pad = GamePad(row=row)
            pad.bind(on_tap=lambda pad, moment: self._open(pad.row))
            self.ids.games.add_widget(pad)
        if not self.view.rows:
            self.ids.games.add_widget(NoGames())
        self.ids.pager.newer, self.ids.pager.older = self.view.newer, bool(self.view.older)
        self.ids.pager.note = self.view.note(app.words)

    def _ways(self) -> LookBack:
        ways = LookBack()
        if deleted := len(self.app.history.deleted()):
            ways.add_widget(DeletedTile(count=deleted))
        return ways

    def refresh(self) -> None:
        self.ids.top.show(self.app.desk.refusal)

    def turn(self, step: int) -> None:
        marks = self.view.marks
        marks = (*marks, self.view.older) if step > 0 else marks[:-1]
        self.app.go(screens.games, marks=marks, player=self._player)

    def close(self) -> None:
        """Go back to the table, or to the player's page."""
        if self._player is None:
            self.app.home()
        else:
            self.app.go(screens.person, player=self._player)

    def _open(self, row: PastRow) -> None:
        """Open a past game, or go home if it is in progress on the table."""
        if row.on_table and not row.over:
            self.app.home()
        else:
            self.app.go(screens.past_game, game=row.uuid, back=self.app.rebuild_later())


kv.load(__file__)
