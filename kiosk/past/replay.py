"""How a game went: drag the slider, and see who had claimed what after each entry."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.game import Game
from kiosk import kv
from kiosk.look.names import keep_named
from kiosk.pages import local_time
from kiosk.past.replay_map import ReplayMap
from kiosk.past.view import Replay, words_for
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class ReplayPlayer(Surface):
    """A player's score at that moment."""

    line = ObjectProperty(None, rebind=True)
    shown = StringProperty("")  # the name as it fits


class ReplayScreen(BoxLayout):
    """A game entry by entry, from its start or from an `entry`; `back` leads out."""

    frame = ObjectProperty(None, rebind=True)
    at = NumericProperty(0)
    last = NumericProperty(0)
    started = StringProperty("")

    def __init__(
        self,
        game: Game,
        back: Callable[[], None],
        entry: int | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._back = back
        hidden = self.app.desk.hides_scores(game)
        self._replay = Replay(game, words_for(game, self.app.desk), hidden=hidden)
        last = self._replay.last
        at = self._shown = last if entry is None else self._replay.place_of(entry)
        super().__init__(
            started=local_time(game.entries[0].at),
            frame=self._replay.frame(at),
            last=last,
            at=at,
            **given,
        )
        self.map = ReplayMap(game.board, frame=self.frame)
        self.ids.stage.add_widget(self.map)
        self._add_players()
        self.bind(at=Clock.create_trigger(self._show, -1))  # once a frame, however fast

    def _add_players(self) -> None:
        lines = self.frame.scores
        players = [ReplayPlayer(line=line) for line in lines]
        for player in players:
            self.ids.players.add_widget(player)
        keep_named(players, [line.name for line in lines])

    def _show(self, *args: object) -> None:
        """Show the entry that the slider is at."""
        if self.at == self._shown:
            return
        self._shown = self.at
        self.frame = self._replay.frame(int(self.at))
        self.map.frame = self.frame
        self.ids.told.down = 0
        players = reversed(self.ids.players.children)
        for player, line in zip(players, self.frame.scores, strict=True):
            player.line = line

    def step(self, by: int) -> None:
        """The entry after it, or before."""
        self.at = max(0, min(self.at + by, self.last))

    def close(self) -> None:
        """Back to the game."""
        self._back()


kv.load(__file__)
