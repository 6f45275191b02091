"""The Recount screen: counts the table and resolves differences."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.responses import DifferencesLeft, Moment
from companion.desk.stocktake.counts import Party, Stocktake, as_table_count
from companion.game.stocktake.causes import Cause, Guess, search
from kiosk import kv
from kiosk.appearance.text import show_names
from kiosk.running import running_app
from kiosk.stocktake import view as stock_view
from kiosk.stocktake.cause_search import CauseSearch
from kiosk.stocktake.differences import DifferencesPart
from kiosk.stocktake.view import CountCell, CountingView, CountKind, DifferenceView, PartyView
from kiosk.widgets.basics import Pad
from kiosk.widgets.stepper import Stepper, StepperFigure


class KindLabel(BoxLayout):
    """The icon and name of a kind of item."""

    kind = ObjectProperty(CountKind("", "", ""), rebind=True)


class PartyHead(BoxLayout):
    """The heading of a party's counts."""

    view = ObjectProperty(PartyView(), rebind=True)
    display_name = StringProperty("")


class PartyCounts(Pad):
    """A party's counts, with steppers if it is open; if closed, a tap opens it."""

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
        """Fired when a count is changed."""

    def _figure(self, cell: CountCell | None) -> Widget:
        if cell is None:
            return Widget()
        if not self.view.is_open:
            return StepperFigure(cell=cell)
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
        """Fired when a closed party is tapped."""

    def on_step(self, party: int | None, what: str, by: int, moment: object) -> None:
        """Fired when a count is changed."""

    def show(self, view: CountingView) -> None:
        """Show the counts; rebuilds only if necessary, as a finger can be down."""
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
        """Abbreviate players' names to fit, keeping them distinct; not the discards."""
        seats = [counts for counts in self._parties if counts.view.party is not None]
        show_names([c.head for c in seats], [c.view.name for c in seats])
        for counts in self._parties:
            if counts.view.party is None:
                counts.head.display_name = counts.view.name


class KindCorner(Widget):
    """The empty corner of the grid."""


SEARCH_DELAY_SECONDS: Final = 0.3  # seconds after the last change of a count


class CountsPart(BoxLayout):
    """The counts, a message, and the button to continue."""

    view = ObjectProperty(None, rebind=True)
    cause = ObjectProperty(None, rebind=True, allownone=True)

    __events__ = ("on_go", "on_look")

    def on_go(self, moment: Moment) -> None:
        """Fired when everything is counted."""

    def on_look(self, moment: Moment) -> None:
        """Fired to preview the most likely cause."""


class StocktakeScreen(BoxLayout):
    """Counting, then resolving differences; the desk keeps the counts."""

    title = StringProperty("")

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._shown: object = None
        self._counting: CountsPart | None = None
        self._settling: DifferencesPart | None = None
        self._looking = CauseSearch(self._found)
        self._look_soon = Clock.create_trigger(self._start_search, SEARCH_DELAY_SECONDS)
        self.refresh()

    @property
    def stock(self) -> Stocktake:
        """The counts for the game's current state."""
        return self.app.desk.stock.now

    def refresh(self) -> None:
        """Refresh; starts again if the game has a new entry."""
        stock = self.stock
        self.ids.top.show(self.app.desk.refusal)
        if stock == self._shown:
            return
        self._shown = stock
        self._look_soon.cancel()
        self._looking.end()
        if stock.settling:
            self._show_settling(stock)
        else:
            self._show_counting(stock)

    def _show_counting(self, stock: Stocktake) -> None:
        # Translators: heading
        self.title = self.app._("Count what's on the table")
        game = self.app.referee.game
        view = stock_view.counting(self.app.words, game, stock)
        if self._counting is None:
            self._counting = CountsPart(view=view)
            self._counting.bind(
                on_go=lambda counting, moment: self._go_on(moment),
                on_look=lambda counting, moment: self._consider(counting.cause.change),
            )
            self._counting.ids.grid.bind(on_choose=self._choose, on_step=self._step)
            self._stage(self._counting)
        self._counting.view, self._counting.cause = view, None
        self._counting.ids.grid.show(view)
        if stock.differing and not stock_view.cannot_be(self.app.words, game, stock):
            self._look_soon()  # delayed, so that a repeating stepper is not slowed down

    def _show_settling(self, stock: Stocktake) -> None:
        # Translators: heading: between the table and the kiosk
        self.title = self.app._("Differences")
        self._counting = None
        settling = DifferencesPart(
            stock_view.settling(self.app.words, self.app.referee.game, stock)
        )
        settling.bind(
            on_kiosk_right=self._kiosk_right,
            on_table_right=lambda settling, party, moment: self._table_right(party),
            on_cause=lambda settling, change, moment: self._consider(change),
        )
        settling.explain(stock_view.looking(self.app.words))
        self._settling = settling
        self._stage(settling)
        self._start_search()

    def _stage(self, part: BoxLayout) -> None:
        self.ids.stage.clear_widgets()
        self.ids.stage.add_widget(part)

    # --- causes ---

    def on_parent(self, screen: object, parent: Widget | None) -> None:
        """Pause the search while the screen is not shown."""
        if parent is None:
            self._looking.pause()
        else:
            self._looking.resume()

    def _start_search(self, *args: object) -> None:
        game, stock = self.app.referee.game, self.stock
        if stock == self._shown:
            self._looking.begin(search(game, as_table_count(stock, game.state)))

    def _found(self, causes: tuple[Cause, ...]) -> None:
        """Show the most likely cause below the counts, or all causes next to the differences."""
        if self.stock != self._shown:
            return  # the game has changed
        words, game = self.app.words, self.app.referee.game
        if self._counting is not None:
            self._counting.cause = stock_view.likeliest(words, game, causes)
        elif self._settling is not None:
            self._settling.explain(stock_view.causes(words, game, causes))

    # --- taps ---

    def close(self) -> None:
        """Go back to the counts, or from there to the table."""
        if self.stock.settling:
            self.app.desk.stock.count_on()
            self.refresh()
        else:
            self.app.home()

    def _go_on(self, moment: Moment) -> None:
        answer = self.app.desk.stock.go_on(moment)
        if isinstance(answer, DifferencesLeft):
            self.refresh()
        else:
            self.app.follow(answer)

    def _choose(self, grid: object, party: Party, moment: Moment) -> None:
        self.app.desk.stock.choose(party)
        self.refresh()

    def _step(self, grid: object, party: Party, what: str, by: int, moment: Moment) -> None:
        self.app.desk.stock.step(party, what, by, moment)
        self.refresh()

    def _kiosk_right(self, settling: object, view: DifferenceView, moment: Moment) -> None:
        self.app.desk.stock.miscounted(view.party, view.what, moment)
        self.refresh()

    def _consider(self, change: Guess) -> None:
        self.app.consider(change)

    def _table_right(self, party: Party) -> None:
        self.app.follow(self.app.desk.stock.table_is_right(party))


kv.load(__file__)
