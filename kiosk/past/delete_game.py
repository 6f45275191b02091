"""Before a game is deleted: what that means, and the lock that must be held."""

from typing import Any

from kivy.properties import StringProperty

from companion.history.deleting import DAYS, STARTS
from companion.words.plays import listed
from kiosk import kv, screens
from kiosk.past.acts import done
from kiosk.past.view import GameView
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class DeleteSheet(Sheet):
    """Deletes a game when its lock is held; then shows how to bring it back."""

    players = StringProperty("")
    outcome = StringProperty("")
    meaning = StringProperty("")

    def __init__(self, game: str, view: GameView, **given: Any) -> None:
        self.app = running_app()
        self._game = game
        super().__init__(**given)
        self.players = listed(line.name for line in view.lines)
        self.outcome = f"{view.note} · {view.title}"
        text = self.app._(
            "It will no longer count, and a copy is written to a file. You can bring it back"
            " for {days} days and {starts} starts of Stationmaster; after both it is gone for good."
        )
        self.meaning = text.format(days=DAYS, starts=STARTS)

    def refresh(self) -> None:
        """Show why it was not done."""
        self.ids.refused.show(self.app.desk)

    def delete(self) -> None:
        """The lock was held."""
        if done(self.app, lambda: self.app.history.delete(self._game)):
            self.app.go(screens.deleted, just=self._game)


kv.load(__file__)
