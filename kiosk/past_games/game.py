"""A past game: its result, its log, and links to charts and replay."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from companion.game.commands import Resume
from companion.game.game import Game
from kiosk import kv, screens, sheets
from kiosk.appearance.text import Flow
from kiosk.log.screen import LogLine, RuleKey
from kiosk.log.view import log_page
from kiosk.past_games.view import GameView, game_view, unreadable, words_for
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class PastPlayer(Surface):
    line = ObjectProperty(None, rebind=True)


class UnreadableGame(Flow):
    """Advice on a game that cannot be read."""


class PastGameScreen(BoxLayout):
    """Shows a game by its id, without resuming it; `back` is called to close."""

    view = ObjectProperty(None, rebind=True)

    def __init__(
        self,
        game: str,
        back: Callable[[], None] | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._uuid, self._back = game, back
        self.game: Game | None = self.app.referee.look(game)
        super().__init__(view=self._load_view(), **given)
        if not self.view.readable:
            self.ids.players.add_widget(UnreadableGame())
        for line in self.view.lines:
            self.ids.players.add_widget(PastPlayer(line=line))

    def _load_view(self) -> GameView:
        game, referee = self.game, self.app.referee
        if game is None:  # deleted in the meantime, or unreadable
            return unreadable(self.app.words)
        return game_view(
            game,
            words_for(game, self.app.desk),
            on_table=referee.has_game and referee.game.uuid == game.uuid,
            hidden=self.app.desk.hides_scores(game),
        )

    def refresh(self) -> None:
        self.ids.top.show(self.app.desk.refusal)

    # --- actions ---

    def show(self, screen: Callable[[Game, Callable[[], None]], Widget]) -> None:
        """Open a screen about the game, which returns here."""
        if self.game is not None:
            self.app.go(screen, self.game, self.app.rebuild_later())

    def export(self) -> None:
        if self.game is not None:
            self.app.go(screens.export, game=self._uuid, back=self.app.rebuild_later())

    def play_on(self, moment: Moment) -> None:
        """Resume the game on the table."""
        if self.game is None:
            return
        if self._uuid == moment.game or self.app.desk.submit(Resume(self._uuid), moment):
            self.app.home()

    def ask_to_delete(self) -> None:
        """Explain the consequences of deleting, after the PIN if there is one."""
        if self.game is not None:
            ask = partial(self.app.open_sheet, sheets.delete_game, game=self._uuid, view=self.view)
            self.app.behind_pin(ask)

    def close(self) -> None:
        if self._back is not None:
            self._back()
        else:
            self.app.go(screens.games)


class PastLogScreen(BoxLayout):
    """A page of a game's log, newest first."""

    started = StringProperty("")

    def __init__(
        self,
        game: Game,
        back: Callable[[], None],
        page: int = 0,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._game, self._back = game, back
        super().__init__(started=running_app().words.day_and_time(game.entries[0].at), **given)
        words = words_for(game, self.app.desk)
        self._page = log_page(game, words, page)
        for row in self._page.rows:
            line = LogLine(row=row)
            line.bind(on_tap=lambda line, moment: self._replay(line.row.entry))
            if row.rule and not self.app.upright:
                key = RuleKey(key=row.rule)
                key.bind(on_tap=lambda key, moment: self.app.show_rule(key.key))
                line.add_key(key)
            self.ids.entries.add_widget(line)
        self.ids.pager.newer, self.ids.pager.older = self._page.newer, self._page.older
        self.ids.pager.note = self._page.note(words)

    def turn(self, step: int) -> None:
        number = self._page.number + step
        self.app.go(screens.past_log, game=self._game, back=self._back, page=number)

    def _replay(self, entry: int) -> None:
        back = self.app.rebuild_later()
        self.app.go(screens.replay, game=self._game, back=back, entry=entry)

    def close(self) -> None:
        self._back()


kv.load(__file__)
