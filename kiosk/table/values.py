"""A player's numbers put right: each with a stepper, and all set by one table ruling."""

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.desk.entering import Moment
from companion.desk.values import DISCARDS, NAMES, Values, in_words, label
from kiosk import kv
from kiosk.stocktake.view import Cell
from kiosk.widgets.basics import Surface
from kiosk.widgets.sheet import OverSheet
from kiosk.widgets.stepper import Stepper


class ValueBox(Surface):
    """A number with what it is of."""

    name = StringProperty("")
    label = StringProperty("")
    cell = ObjectProperty(Cell(), rebind=True)

    __events__ = ("on_step",)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        stepper = Stepper(cell=self.cell)
        self.bind(cell=stepper.setter("cell"))
        stepper.bind(on_step=lambda stepper, by, moment: self.dispatch("on_step", by, moment))
        self.add_widget(stepper)

    def on_step(self, by: int, moment: object) -> None:
        """One more or one fewer."""

    @staticmethod
    def icon_of(name: str) -> str:
        """What stands for it."""
        icons = {"trains": "train", "tickets": "ticket", "score": "flag"}
        return icons.get(name, name.removeprefix(DISCARDS))


class ValuesSheet(OverSheet):
    """Nothing is set until the reason is given."""

    title = StringProperty("")
    color = StringProperty("blue")
    differs = BooleanProperty(False)

    def __init__(self, number: int, **given: Any) -> None:
        super().__init__(**given)
        self._hidden = self.app.desk.hides_scores()
        state = self.app.referee.game.state
        self.title, self.color = state.seats[number].name, state.seats[number].color
        self._values = Values.of(state, number, hidden=self._hidden)
        self.boxes: dict[str, ValueBox] = {}
        for name in NAMES:
            said = label(self.app.words, name, hidden=self._hidden)
            box = self.boxes[name] = ValueBox(name=name, label=said)
            box.bind(on_step=lambda box, by, moment: self._step(box.name, by))
            self.ids.numbers.add_widget(box)
        self._show()

    def _step(self, name: str, by: int) -> None:
        self._values = self._values.stepped(name, by)
        self._show()

    def _show(self) -> None:
        for name, box in self.boxes.items():
            box.cell = self._cell(name)
        self.differs = bool(self._values.changed)

    def _cell(self, name: str) -> Cell:
        values = self._values
        before, now = values.before[name], values.after[name]
        had = self.app.words.gettext("had {n}").format(n=before)
        return Cell(
            number=str(now),
            had=had if now != before else "",
            differs=now != before,
            fewer=values.may_step(name, -1),
            more=values.may_step(name, 1),
        )

    def finish(self) -> None:
        """On to the reason."""
        if self.differs:
            self.app.ask_why(
                in_words(self.app.words, self._values, hidden=self._hidden), self._rule
            )

    def _rule(self, why: str, moment: Moment) -> None:
        if self.app.desk.submit(self._values.ruling(why), moment):
            self.app.home()


kv.load(__file__)
