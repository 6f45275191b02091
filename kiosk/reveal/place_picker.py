"""All places that a ticket can name, at one tap each, and the way to the map."""

from collections.abc import Iterable
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Tile


class PlaceTile(Pad):
    """A place; `own` where the player's routes reach it."""

    place = StringProperty("")
    name = StringProperty("")
    own = BooleanProperty(False)
    own_color = ColorProperty((0, 0, 0, 0))


class MapTile(Tile):
    """To the map."""


class PlacePicker(GridLayout):
    """Fires on_pick(place, moment), and on_map() where the map is wanted instead."""

    __events__ = ("on_pick", "on_map")

    def __init__(self, places: Iterable[tuple[str, str]], **given: Any) -> None:
        super().__init__(**given)
        for place, name in places:
            tile = PlaceTile(place=place, name=name)
            tile.bind(on_tap=self._tapped)
            self.add_widget(tile)
        other = MapTile()
        other.bind(on_tap=lambda tile, moment: self.dispatch("on_map"))
        self.add_widget(other)

    def on_pick(self, place: str, moment: object) -> None:
        """A place was tapped."""

    def on_map(self) -> None:
        """The map is wanted."""

    def show(self, own: frozenset[str], color: str, taken: str | None) -> None:
        """Mark what the player's routes reach, and the place that is already on the ticket."""
        theme = running_app().theme
        ink = theme.outline if color == "black" else theme.players[color]
        for tile in self.children:
            if isinstance(tile, MapTile):
                continue
            tile.own, tile.own_color = tile.place in own, ink
            tile.dimmed = tile.place == taken

    def _tapped(self, tile: PlaceTile, moment: object) -> None:
        self.dispatch("on_pick", tile.place, moment)


kv.load(__file__)
