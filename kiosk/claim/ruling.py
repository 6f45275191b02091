"""The ruling sheet: one big button for each way to score a claim, and why not the others."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.desk.entering import Moment
from companion.desk.printed_route import confirmation
from companion.desk.ruling import RulingView, Way, ruling_view
from companion.game.commands import ClaimRoute
from kiosk import kv, sheets
from kiosk.claim.way_tile import WayTile
from kiosk.log.revising import tell
from kiosk.look.hiding import Box
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class BoardQuestion(Box):
    """Whether the board is printed as we have it: asked where that is in doubt, else offered.

    Gone where the room is needed.
    """

    sheet = ObjectProperty(None)
    question = StringProperty("")


class RulingSheet(Sheet):
    """Laid over the claim; one tap on a way makes the claim."""

    view = ObjectProperty(None, rebind=True)

    def __init__(self, route: str, **given: Any) -> None:
        self.app = running_app()
        self._route = route
        super().__init__(view=self._look(), **given)
        self._show_ways()
        self.refresh()

    def _look(self) -> RulingView:
        app, hidden = self.app, self.app.desk.hides_scores()
        return ruling_view(app.desk.occasion, app.words, self._route, hidden=hidden)

    def refresh(self) -> None:
        """Show the ruling as it is now."""
        if self.app.desk.occasion.state.ended:
            return
        view = self._look()
        if view != self.view:
            self.view = view
            self._show_ways()
        self.ids.refused.show(self.app.desk)

    def _show_ways(self) -> None:
        self.ids.ways.clear_widgets()
        for way in self.view.ways:
            tile = WayTile(way=way)
            tile.bind(
                on_tap=lambda tile, moment: self._claim(tile.way, moment),
                on_overruled=lambda tile, moment: self._overrule(tile.way),
            )
            self.ids.ways.add_widget(tile)

    def reminder(self, view: RulingView) -> str:
        """What to mind at the table, and how to do what the rules refuse."""
        if not any(way.is_refused for way in view.ways):
            return view.reminder
        return f"{view.reminder} {self.app._('Hold a grey one to record it anyway.')}"

    def _claim(self, way: Way, moment: Moment) -> None:
        if way.is_ruled:
            self._overrule(way)
        else:
            self.app.enter(ClaimRoute(self._route, way.payment), moment)

    def _overrule(self, way: Way) -> None:
        self.app.overrule(ClaimRoute(self._route, way.payment))

    # --- the board on the table is right ---

    def confirm(self, moment: Moment) -> None:
        """The board was looked at, and it is as we have it; the claim goes on."""
        if self.app.desk.submit(confirmation(self.view.route), moment):
            self.app.lay_back(self)

    def differ(self) -> None:
        """The board has it otherwise."""
        self.app.lay(sheets.route_card, route=self._route)

    def tell_anew(self) -> None:
        """It was somebody else, or something else."""
        tell(self.app)


kv.load(__file__)
