"""Deleting a game after a long press, and restoring deleted games."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.history import HistoryError
from companion.history.deleting import KEEP_DAYS, KEEP_STARTS
from companion.journal import LogUnavailableError
from companion.words.pages.history import HistoryWords
from companion.words.table.choices_and_results import listed
from kiosk import kv, screens
from kiosk.past_games.view import GameView, deleted_rows
from kiosk.running import running_app
from kiosk.widgets.basics import Surface
from kiosk.widgets.sheet import Sheet

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def done(app: "KioskApp", act: Callable[[], object]) -> bool:
    """Run `act`; False if it failed, after showing why."""
    words = HistoryWords(app.desk.board, app.desk.language)
    try:
        act()
    except HistoryError as refused:
        app.desk.advise(words.not_done(refused))
        return False
    except LogUnavailableError:
        app.desk.advise(words.not_saved())
        return False
    return True


class DeleteSheet(Sheet):
    """Deletes a game after a long press, then shows how to restore it."""

    players = StringProperty("")
    outcome = StringProperty("")
    meaning = StringProperty("")

    def __init__(self, game: str, view: GameView, **given: Any) -> None:
        self.app = running_app()
        self._game = game
        super().__init__(**given)
        self.players = listed(line.name for line in view.lines)
        self.outcome = f"{view.note} · {view.title}"
        words = self.app.words
        days = words.ngettext("{n} day", "{n} days", KEEP_DAYS).format(n=KEEP_DAYS)
        # Translators: how often the program is started; goes into "You can restore it for at least
        # {days} and {starts} of Stationmaster."
        starts = words.ngettext("{n} start", "{n} starts", KEEP_STARTS).format(n=KEEP_STARTS)
        # Translators: {days}: "30 days", {starts}: "5 starts"; both must be over before it is gone
        text = words.gettext(
            "It won't count in statistics any more, and a copy is saved to a file. You can"
            " restore it for at least {days} and {starts} of Stationmaster."
        )
        self.meaning = text.format(days=days, starts=starts)

    def refresh(self) -> None:
        self.ids.refused.show(self.app.desk)

    def delete(self) -> None:
        if done(self.app, lambda: self.app.history.delete(self._game)):
            self.app.go(screens.deleted, just=self._game)


class DeletedLine(Surface):
    """A deleted game; fires on_back to restore it."""

    row = ObjectProperty(None, rebind=True)
    just = BooleanProperty(False)  # just deleted

    __events__ = ("on_back",)

    def on_back(self) -> None:
        """Fired to restore it."""


class DeletedScreen(BoxLayout):
    """Lists the games that can be restored; `just` is the one just deleted."""

    def __init__(self, just: str = "", **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        for row in deleted_rows(self.app.history, self.app.words):
            line = DeletedLine(row=row, just=row.uuid == just)
            line.bind(on_back=lambda line: self._bring_back(line.row.uuid))
            self.ids.games.add_widget(line)

    def refresh(self) -> None:
        self.ids.top.show(self.app.desk.refusal)

    def _bring_back(self, game: str) -> None:
        if done(self.app, lambda: self.app.history.take_back(game)):
            self.app.go(screens.past_game, game=game)


kv.load(__file__)
