"""The roster: who is offered for a new game. Forgetting a name is held, never by chance."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.uix.boxlayout import BoxLayout

from kiosk.seating import roster
from kiosk.widgets import scroller  # noqa: F401  the rule is made of it
from kiosk.widgets.hold_tile import HoldTile


class NameToForget(HoldTile):
    """A name; held, it is no longer offered. Its games stay as they are."""


class PlayersScreen(BoxLayout):
    """All names that are offered, the latest first."""

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        games = [game.players for game in self.app.referee.games()]
        for name in roster(games, self.app.settings.forgotten):
            tile = NameToForget(word=name)
            tile.bind(on_held=self._forget)
            self.ids.names.add_widget(tile)

    def _forget(self, tile: NameToForget, moment: object) -> None:
        self.app.set(forgotten=(*self.app.settings.forgotten, tile.word))

    def offer_all(self) -> None:
        """Offer everyone again who ever played."""
        self.app.set(forgotten=())


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
