"""Differences found by a recount, to be resolved, and their possible causes."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.stocktake.view import CausesView, CauseView, DifferenceView, SettlingView, UnsettledView
from kiosk.widgets.basics import Pad, Surface


class ImpossibleCounts(Surface):
    """Shown if the counts are impossible."""

    text = StringProperty("")


class DifferenceRow(BoxLayout):
    """A count that differs, possibly miscounted."""

    view = ObjectProperty(None, rebind=True)

    __events__ = ("on_kiosk_right",)

    def on_kiosk_right(self, moment: object) -> None:
        """Fired if the kiosk is right."""


class UnsettledRow(Surface):
    """All differences of a party, for which the table could be right."""

    view = ObjectProperty(None, rebind=True)

    __events__ = ("on_table_right",)

    def on_table_right(self, moment: object) -> None:
        """Fired if the table is right."""


class CausePad(Pad):
    """A change that explains all differences; a tap previews it."""

    view = ObjectProperty(None, rebind=True)


class DifferencesPart(BoxLayout):
    """Fires on_kiosk_right(difference), on_table_right(party) and on_cause(change)."""

    heading = StringProperty("")
    hint = StringProperty("")

    __events__ = ("on_kiosk_right", "on_table_right", "on_cause")

    def __init__(self, view: SettlingView, **given: Any) -> None:
        super().__init__(**given)
        if view.impossible:
            self.ids.unsettled.add_widget(ImpossibleCounts(text=view.impossible))
        for one in view.unsettled:
            self.ids.unsettled.add_widget(self._unsettled(one))
        if self.orientation == "vertical":
            share = Clock.create_trigger(self._share, -1)
            for part in ("unsettled", "causes"):
                self.ids[part].column.bind(minimum_height=share)
            self.bind(height=share, heading=share)

    def explain(self, view: CausesView) -> None:
        """Show possible causes; keep the differences, as a finger can be down on them."""
        self.heading, self.hint = view.heading, view.hint
        self.ids.causes.clear()
        for cause in view.causes:
            self.ids.causes.add_widget(self._cause(cause))

    def on_kiosk_right(self, difference: DifferenceView, moment: object) -> None:
        """Fired if a number was miscounted."""

    def on_table_right(self, party: int | None, moment: object) -> None:
        """Fired if the table is right about a party."""

    def on_cause(self, change: object, moment: object) -> None:
        """Fired to preview a cause."""

    def _share(self, *args: object) -> None:
        """Divide the height: differences get what they need, causes the rest; both can scroll."""
        upper, lower, below = self.ids.unsettled, self.ids.causes, self.ids.below
        said = sum(part.height + below.spacing for part in below.children if part is not lower)
        left = self.height - self.spacing - said - lower.column.minimum_height
        upper.height = min(upper.column.minimum_height, max(self.height / 2, left))

    def _unsettled(self, view: UnsettledView) -> UnsettledRow:
        card = UnsettledRow(view=view)
        card.bind(
            on_table_right=lambda card, moment: self.dispatch("on_table_right", view.party, moment)
        )
        for difference in view.differences:
            card.add_widget(self._row(difference))
        return card

    def _row(self, view: DifferenceView) -> DifferenceRow:
        row = DifferenceRow(view=view)
        row.bind(on_kiosk_right=lambda row, moment: self.dispatch("on_kiosk_right", view, moment))
        return row

    def _cause(self, view: CauseView) -> CausePad:
        pad = CausePad(view=view)
        pad.bind(on_tap=lambda pad, moment: self.dispatch("on_cause", view.change, moment))
        return pad


kv.load(__file__)
