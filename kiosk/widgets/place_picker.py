"""All places that a ticket can name, at one tap each."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from kiosk.widgets.basics import Pad


class PlaceTile(Pad):
    """A place; `own` where the player's routes reach it."""

    place = StringProperty("")
    name = StringProperty("")
    own = BooleanProperty(False)
    own_color = ColorProperty((0, 0, 0, 0))


class PlacePicker(GridLayout):
    """Fires on_pick(place, moment)."""

    __events__ = ("on_pick",)

    def __init__(self, places: Iterable[tuple[str, str]], **given: Any) -> None:  # noqa: ANN401
        super().__init__(**given)
        for place, name in places:
            tile = PlaceTile(place=place, name=name)
            tile.bind(on_tap=self._tapped)
            self.add_widget(tile)

    def on_pick(self, place: str, moment: object) -> None:
        """A place was tapped."""

    def show(self, own: frozenset[str], color: str, taken: str | None) -> None:
        """Mark what the player's routes reach, and the place that is already on the ticket."""
        theme = App.get_running_app().theme
        ink = theme.outline if color == "black" else theme.players[color]
        for tile in self.children:
            tile.own, tile.own_color = tile.place in own, ink
            tile.dimmed = tile.place == taken

    def _tapped(self, tile: PlaceTile, moment: object) -> None:
        self.dispatch("on_pick", tile.place, moment)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
