"""A player's sheet: doubling rights, whose turn it is, and corrections of the player's numbers."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.desk.responses import Moment
from companion.desk.values import DISCARDS, NAMES, label
from companion.game.commands import Command, Pass, Undo
from companion.game.rulebook import TERRAINS
from kiosk import kv, sheets
from kiosk.running import running_app
from kiosk.stocktake.view import CountCell
from kiosk.widgets.basics import Surface, Tile
from kiosk.widgets.sheet import OverSheet, Sheet
from kiosk.widgets.stepper import Stepper


class RightRow(Surface):
    """A terrain: the player's cards, the strongest opponent's, and whether it can be doubled."""

    terrain = StringProperty("desert")
    own = NumericProperty(0)
    text = StringProperty("")


class PlayerSheet(Sheet):
    """Shows a player's doubling rights; for other players, also corrects whose turn it is."""

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
        tile = Tile(word=label, size_units=19)
        tile.bind(on_tap=lambda tile, moment: self._do(commands, moment))
        self.ids.offers.add_widget(tile)

    def _offer_values(self) -> None:
        """Offer to correct all the player's numbers by a table ruling (R20)."""
        # Translators: button: correct a player's numbers
        tile = Tile(word=self.app._("Correct…"), note=self.app._("trains, cards, score"))
        tile.size_units = 19
        tile.bind(on_tap=lambda *args: self.app.open_sheet(sheets.values, number=self._number))
        self.ids.offers.add_widget(tile)

    def _do(self, commands: list[Command], moment: Moment) -> None:
        """Submit commands in order; the first is dated to the tap."""
        for command in commands:
            if not self.app.desk.submit(command, moment):
                return
            moment = self.app.desk.moment()
        self.app.home()


class ValueBox(Surface):
    """A number with its label and a stepper."""

    name = StringProperty("")
    label = StringProperty("")
    cell = ObjectProperty(CountCell(), rebind=True)

    __events__ = ("on_step",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        stepper = Stepper(cell=self.cell)
        self.bind(cell=stepper.setter("cell"))
        stepper.bind(on_step=lambda stepper, by, moment: self.dispatch("on_step", by, moment))
        self.add_widget(stepper)

    def on_step(self, by: int, moment: object) -> None:
        """Fired for one more or one fewer."""

    @staticmethod
    def icon_of(name: str) -> str:
        icons = {"trains": "train", "tickets": "ticket", "score": "marker"}
        return icons.get(name, name.removeprefix(DISCARDS))


class ValuesSheet(OverSheet):
    """Corrects a player's numbers, once a reason is given."""

    title = StringProperty("")
    color = StringProperty("blue")
    differs = BooleanProperty(False)

    def __init__(self, number: int, **given: Any) -> None:
        super().__init__(**given)
        seat = self.app.referee.game.state.seats[number]
        self.title, self.color = seat.name, seat.color
        self._numbers = self.app.desk.edit_values(number)
        self.boxes: dict[str, ValueBox] = {}
        for name in NAMES:
            said = label(self.app.words, name, hidden=self._numbers.hidden)
            box = self.boxes[name] = ValueBox(name=name, label=said)
            box.bind(on_step=lambda box, by, moment: self._step(box.name, by))
            self.ids.numbers.add_widget(box)
        self._show()

    def _step(self, name: str, by: int) -> None:
        self._numbers.step(name, by)
        self._show()

    def _show(self) -> None:
        for name, box in self.boxes.items():
            box.cell = self._cell(name)
        self.differs = bool(self._numbers.now.changed)

    def _cell(self, name: str) -> CountCell:
        values = self._numbers.now
        before, now = values.before[name], values.after[name]
        # Translators: a number before it was corrected
        had = self.app.words.gettext("was {n}").format(n=before)
        return CountCell(
            number=str(now),
            had=had if now != before else "",
            differs=now != before,
            fewer=values.may_step(name, -1),
            more=values.may_step(name, 1),
        )

    def finish(self) -> None:
        """Ask for the reason."""
        self.app.follow(self._numbers.finish())


kv.load(__file__)
