"""A player's panel, tapped: what may be doubled, and whose turn it should be."""

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.desk.entering import Moment
from companion.game.commands import Command, Pass, Undo
from companion.game.rulebook import TERRAINS
from kiosk import kv, sheets
from kiosk.running import running_app
from kiosk.widgets.basics import Surface, Tile
from kiosk.widgets.sheet import Sheet


class RightRow(Surface):
    """A terrain: how many cards, the strongest rival's, and what follows."""

    terrain = StringProperty("desert")
    own = NumericProperty(0)
    text = StringProperty("")


class PlayerSheet(Sheet):
    """Tells all of a player's rights; another player's also puts the turn right."""

    seat = ObjectProperty(None, rebind=True)

    def __init__(self, number: int, **given: Any) -> None:
        self.app = running_app()
        game = self.app.referee.game
        super().__init__(seat=game.state.seats[number], **given)
        self._number = number
        rights = self.app.referee.rights()[self.seat.name]
        for terrain in TERRAINS:
            row = RightRow(
                terrain=terrain,
                own=rights[terrain].own,
                text=self.app.words.right(terrain, rights[terrain]),
            )
            self.ids.rights.add_widget(row)
        if game.state.player not in (None, number):
            self._offer_turns()
        self._offer_values()

    def _offer_turns(self) -> None:
        game, words = self.app.referee.game, self.app.words
        state, seats = game.state, len(game.state.seats)
        ahead = (self._number - state.to_move) % seats
        names = [state.seats[(state.to_move + step) % seats].name for step in range(ahead)]
        self._offer(words.passed(names), [Pass()] * ahead)
        undos = game.undos_to(self._number)
        if undos is not None:
            self._offer(words.back_to_turn(self.seat.name), [Undo()] * undos)

    def _offer(self, label: str, commands: list[Command]) -> None:
        tile = Tile(word=label, units=19)
        tile.bind(on_tap=lambda tile, moment: self._do(commands, moment))
        self.ids.offers.add_widget(tile)

    def _offer_values(self) -> None:
        """Whatever he has can be set by a table ruling (R20)."""
        tile = Tile(word=self.app._("Put right…"), note=self.app._("trains, cards, score"))
        tile.units = 19
        tile.bind(on_tap=lambda *args: self.app.lay(sheets.values, number=self._number))
        self.ids.offers.add_widget(tile)

    def _do(self, commands: list[Command], moment: Moment) -> None:
        """One after the other; the first carries the moment of the finger."""
        for command in commands:
            if not self.app.desk.submit(command, moment):
                return
            moment = self.app.desk.moment()
        self.app.home()


kv.load(__file__)
