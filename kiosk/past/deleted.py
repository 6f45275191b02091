"""Deleted games: where their copies are, and the way to bring them back."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv, screens
from kiosk.past.acts import done
from kiosk.past.view import deleted_rows
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class DeletedLine(Surface):
    """A deleted game; fires on_back when it is wanted again."""

    row = ObjectProperty(None, rebind=True)
    just = BooleanProperty(False)  # deleted a moment ago

    __events__ = ("on_back",)

    def on_back(self) -> None:
        """It is to count again."""


class DeletedScreen(BoxLayout):
    """All that can be brought back; `just` is the game that was deleted a moment ago."""

    def __init__(self, just: str = "", **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        for row in deleted_rows(self.app.history, self.app.words):
            line = DeletedLine(row=row, just=row.uuid == just)
            line.bind(on_back=lambda line: self._bring_back(line.row.uuid))
            self.ids.games.add_widget(line)

    def refresh(self) -> None:
        """Show why something was not done."""
        self.ids.top.show(self.app.desk.refused)

    def _bring_back(self, game: str) -> None:
        if done(self.app, lambda: self.app.history.take_back(game)):
            self.app.go(screens.past_game, game=game)


kv.load(__file__)
