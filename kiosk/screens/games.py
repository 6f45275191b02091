"""All games: go back to one, or look at how it ended."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.commands import Resume
from kiosk.desk import Moment
from kiosk.listing import games_page
from kiosk.widgets import pager, scroller, top_line  # noqa: F401
from kiosk.widgets.basics import Pad


class GamePad(Pad):
    """A game: who plays, since when, and how far it has come."""

    row = ObjectProperty(None, rebind=True)


class NoGames(BoxLayout):
    """What is shown before the first game."""


class GamesScreen(BoxLayout):
    """A page of the games, newest first."""

    total = NumericProperty(0)

    def __init__(self, page: int = 0, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        self._page = games_page(self.app.referee, self.app.words, page)
        self.total = self._page.total
        for row in self._page.rows:
            pad = GamePad(row=row)
            pad.bind(on_tap=lambda pad, moment: self._open(pad.row.uuid, moment))
            self.ids.games.add_widget(pad)
        if not self._page.rows:
            self.ids.games.add_widget(NoGames())
        self.ids.pager.newer, self.ids.pager.older = self._page.newer, self._page.older
        self.ids.pager.note = self._page.note(self.app.words)

    def refresh(self) -> None:
        """Show why a game could not be opened."""
        self.ids.top.show(self.app.desk.refused)

    def turn(self, step: int) -> None:
        """Show another page."""
        self.app.go("games", page=self._page.number + step)

    def _open(self, game: str, moment: Moment) -> None:
        if game == moment.game or self.app.desk.submit(Resume(game), moment):
            self.app.home()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
