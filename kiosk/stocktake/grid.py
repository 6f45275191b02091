"""All counts at once: lying, a column each player; upright, a row each."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk import kv
from kiosk.look.names import show_names
from kiosk.stocktake.view import Cell, CountingView, Kind, PartyView
from kiosk.widgets.basics import Pad
from kiosk.widgets.stepper import Figure, Stepper


class KindLabel(BoxLayout):
    """What is counted: its icon and name."""

    kind = ObjectProperty(Kind("", "", ""), rebind=True)


class PartyHead(BoxLayout):
    """Whose counts these are."""

    view = ObjectProperty(PartyView(), rebind=True)
    shown = StringProperty("")


class PartyCounts(Pad):
    """A party's counts, with steppers where it is open; closed, a tap opens it."""

    view = ObjectProperty(PartyView(), rebind=True)

    def __init__(self, **given: Any) -> None:
        self.register_event_type("on_step")
        super().__init__(**given)
        self.head = PartyHead(view=self.view)
        self.add_widget(self.head)
        self._figures = [self._figure(cell) for cell in self.view.cells]
        for figure in self._figures:
            self.add_widget(figure)
        self.fbind("view", self._show)

    def on_step(self, what: str, by: int, moment: object) -> None:
        """A count was stepped."""

    def _figure(self, cell: Cell | None) -> Widget:
        if cell is None:
            return Widget()
        if not self.view.is_open:
            return Figure(cell=cell)
        stepper = Stepper(cell=cell)
        stepper.bind(
            on_step=lambda stepper, by, moment: self.dispatch("on_step", cell.what, by, moment)
        )
        return stepper

    def _show(self, *args: object) -> None:
        self.head.view = self.view
        for figure, cell in zip(self._figures, self.view.cells, strict=True):
            if cell is not None:
                figure.cell = cell


class StockGrid(BoxLayout):
    """Fires on_choose(party, moment) and on_step(party, what, by, moment)."""

    __events__ = ("on_choose", "on_step")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._made: tuple[object, ...] = ()
        self._parties: list[PartyCounts] = []

    def on_choose(self, party: int | None, moment: object) -> None:
        """A closed party was tapped."""

    def on_step(self, party: int | None, what: str, by: int, moment: object) -> None:
        """A count was stepped."""

    def show(self, view: CountingView) -> None:
        """Show the counts; a finger may be down, so nothing is made anew without need."""
        made = (view.kinds, tuple((party.party, party.is_open) for party in view.parties))
        if made != self._made:
            self._made = made
            self._make(view)
        for counts, party in zip(self._parties, view.parties, strict=True):
            counts.view = party

    def _make(self, view: CountingView) -> None:
        self.ids.kinds.clear_widgets()
        self.ids.kinds.add_widget(KindCorner())
        for kind in view.kinds:
            self.ids.kinds.add_widget(KindLabel(kind=kind))
        self.ids.parties.clear_widgets()
        self._parties = [self._party(party) for party in view.parties]
        for counts in self._parties:
            self.ids.parties.add_widget(counts)
        self._name()

    def _party(self, view: PartyView) -> PartyCounts:
        counts = PartyCounts(view=view)
        counts.bind(
            on_tap=lambda counts, moment: self._choose(counts.view, moment),
            on_step=lambda counts, *step: self.dispatch("on_step", counts.view.party, *step),
        )
        counts.head.ids.name.bind(width=self._name)
        return counts

    def _choose(self, view: PartyView, moment: object) -> None:
        if not view.is_open:
            self.dispatch("on_choose", view.party, moment)

    def _name(self, *args: object) -> None:
        """Names as they fit, no two alike; the discards are no player."""
        seats = [counts for counts in self._parties if counts.view.party is not None]
        show_names([c.head for c in seats], [c.view.name for c in seats])
        for counts in self._parties:
            if counts.view.party is None:
                counts.head.shown = counts.view.name


class KindCorner(Widget):
    """Where the names of the kinds and of the players meet."""


kv.load(__file__)
