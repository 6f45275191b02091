"""The ruling sheet: one big button for each way to score a claim, and why not the others."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ObjectProperty

from companion.commands import ClaimRoute
from kiosk.desk import Moment
from kiosk.ruling import Way, ruling_view
from kiosk.widgets.basics import Pad
from kiosk.widgets.route_row import Spaces  # noqa: F401  used in the rule
from kiosk.widgets.sheet import Sheet


class WayTile(Pad):
    """One way to score it; a refused one, tapped, says why."""

    way = ObjectProperty(None, rebind=True)


class RulingSheet(Sheet):
    """Laid over the claim; one tap on a way makes the claim."""

    view = ObjectProperty(None, rebind=True)

    def __init__(self, route: str, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        self._route = route
        super().__init__(**given)
        self.refresh()

    def refresh(self) -> None:
        """Show the ruling as it is now."""
        app, occasion = self.app, self.app.desk.occasion
        if occasion.state.ended:
            return
        hidden = app.settings.hidden_scores
        view = ruling_view(occasion, app.words, self._route, hidden=hidden)
        if view != self.view:
            self.view = view
            self.ids.ways.clear_widgets()
            for way in view.ways:
                tile = WayTile(way=way)
                tile.bind(on_tap=lambda tile, moment: self._claim(tile.way, moment))
                self.ids.ways.add_widget(tile)
        self.ids.refused.show(app.desk)

    def _claim(self, way: Way, moment: Moment) -> None:
        self.app.enter(ClaimRoute(self._route, way.payment), moment)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
