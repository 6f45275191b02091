"""The log of a past game, to read: a tap on an entry shows the board after it."""

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.game import Game
from kiosk import kv, screens
from kiosk.log.screen import LogLine, RuleKey
from kiosk.log.view import log_page
from kiosk.pages import local_time
from kiosk.past.view import words_for
from kiosk.running import running_app


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
        super().__init__(started=local_time(game.entries[0].at), **given)
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
        """Show another page."""
        number = self._page.number + step
        self.app.go(screens.past_log, game=self._game, back=self._back, page=number)

    def _replay(self, entry: int) -> None:
        back = self.app.again_later()
        self.app.go(screens.replay, game=self._game, back=back, entry=entry)

    def close(self) -> None:
        """Back to the game."""
        self._back()


kv.load(__file__)
