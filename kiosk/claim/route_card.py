"""A route's card, to correct our data if the printed board differs."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.desk.claim.printed_route import PrintedRoute, confirmation, printed_so
from companion.desk.claim.route_choices import COLORS, LENGTHS
from companion.desk.responses import Moment
from companion.game.board.board import Route
from kiosk import kv
from kiosk.claim.lists import Swatch
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import OverSheet


class RouteCard(OverSheet):
    """Colour, length and ferry of a route; changes are previewed first."""

    printed = ObjectProperty(None, rebind=True)
    title = StringProperty("")
    ours = StringProperty("")
    both = StringProperty("")
    differs = BooleanProperty(False)
    in_doubt = BooleanProperty(False)

    def __init__(self, route: str, then: Callable[[], None] | None = None, **given: Any) -> None:
        self._then = then  # continues the claim that it was opened from
        super().__init__(**given)
        self._id = route
        words = self.app.words
        self.title = words.names.route(route)
        if route in self.app.desk.board.twins:
            # Translators: under the card of a route: its length, for instance, is the same on both
            # tracks
            self.both = words.gettext("Double route: what both tracks share is corrected on both.")
        for color in COLORS:
            swatch = Swatch(color=color)
            swatch.bind(on_tap=lambda swatch, moment: self._pick(color=swatch.color))
            self.ids.colors.add_widget(swatch)
        for length in LENGTHS:
            self._number(self.ids.lengths, length, self._pick_length)
        for locomotives in (0, *LENGTHS):
            self._number(self.ids.ferry, locomotives, self._pick_ferry)
        self._show(PrintedRoute.of(self.route))

    @property
    def route(self) -> Route:
        """The route as recorded."""
        route: Route = self.app.desk.board.routes[self._id]
        return route

    def refresh(self) -> None:
        super().refresh()
        self._show(self.printed)

    def _number(self, box: Widget, number: int, pick: Callable[[int], None]) -> None:
        tile = Tile(word=str(number), size_units=22)
        tile.bind(on_tap=lambda tile, moment: pick(number))
        box.add_widget(tile)

    # --- actions ---

    def _pick_length(self, length: int) -> None:
        self._show(self.printed.with_length(length))

    def _pick_ferry(self, locomotives: int) -> None:
        if locomotives <= self.printed.length:
            self._pick(ferry_locomotives=locomotives)

    def _pick(self, **found: Any) -> None:
        self._show(replace(self.printed, **found))

    def finish(self, moment: Moment) -> None:
        """Preview the changes; if there are none, confirm the route and close."""
        change = self.printed.change(self.route)
        if change is not None:
            self.app.consider(change, self._then)
        elif not self.in_doubt or self.app.desk.submit(confirmation(self.route), moment):
            self.close()

    def _show(self, printed: PrintedRoute) -> None:
        ours = PrintedRoute.of(self.route)
        self.printed, self.in_doubt = printed, self.route.unverified is not None
        self.ours = printed_so(self.app.words, self.route)
        self.differs = printed != ours
        for swatch in self.ids.colors.children:
            look = _tile_look(swatch.color, printed.color, ours.color)
            swatch.look = "picked" if look == "accent" else look
        for tile in self.ids.lengths.children:
            tile.look = _tile_look(tile.word, str(printed.length), str(ours.length))
        for tile in self.ids.ferry.children:
            chosen, our = str(printed.ferry_locomotives), str(ours.ferry_locomotives)
            tile.look = _tile_look(tile.word, chosen, our)
            tile.dimmed = int(tile.word) > printed.length


def _tile_look(value: str, chosen: str, ours: str) -> str:
    """Return the style: filled if chosen, outlined if it is the recorded value."""
    return "accent" if value == chosen else "line" if value == ours else "raised"


kv.load(__file__)
