"""Parts of the Tickets screen: tabs, rows, messages, the result, pickers for numbers and places."""

from collections.abc import Iterable
from typing import Any, Final, Union

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.gridlayout import GridLayout

from companion.desk.responses import Moment
from kiosk import kv
from kiosk.appearance.contrast import outline_of
from kiosk.reveal.view import News, RowView, TabView
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Surface, Tile
from kiosk.widgets.tiles import Tiles

NO_TAB: Final = TabView(-1, "", "blue", "", False, 0, False)
NO_ROW: Final = RowView("", "", None, False)


class PlayerTab(Pad):
    """A player, with the state of their tickets."""

    view = ObjectProperty(NO_TAB, rebind=True)
    display_name = StringProperty("")  # the name, abbreviated to fit


class RevealTicketRow(Pad):
    """A ticket; a tap lets the players correct it."""

    view = ObjectProperty(NO_ROW, rebind=True)


class NewsLine(Surface):
    """A message on the last ticket."""

    news = ObjectProperty(News(""), rebind=True)


class Verdict(Surface):
    """The result of a player's tickets, or that they are not checked yet."""

    points = StringProperty("")
    text = StringProperty("")
    word = StringProperty("")
    good = BooleanProperty(True)

    __events__ = ("on_go",)

    def on_go(self, moment: Moment) -> None:
        """Fired when the button is tapped."""


Page = Iterable[tuple[str, Union[int, "Page"]]]  # a tile's label, and its number or another page


def page_of(numbers: Iterable[int]) -> list[tuple[str, int]]:
    return [(str(number), number) for number in numbers]


class NumberTile(Pad):
    """A number, or a group of numbers."""

    label = StringProperty("")
    size_units = NumericProperty(26)


class NumberPicker(GridLayout):
    """Fires on_pick(number, moment); highlights `chosen`."""

    __events__ = ("on_pick",)

    def __init__(self, page: Page, chosen: int | None = None, **given: Any) -> None:
        super().__init__(**given)
        self._chosen = chosen
        self._show(page)

    def on_pick(self, number: int, moment: object) -> None:
        """Fired when a number is tapped."""

    def _show(self, page: Page) -> None:
        self.clear_widgets()
        for label, behind in page:
            look = "accent" if behind == self._chosen else "raised"
            tile = NumberTile(label=label, look=look, size_units=26 if len(label) < 3 else 18)
            tile.bind(on_tap=lambda tile, moment, behind=behind: self._tapped(behind, moment))
            self.add_widget(tile)

    def _tapped(self, behind: int | Page, moment: object) -> None:
        if isinstance(behind, int):
            self.dispatch("on_pick", behind, moment)
        else:
            self._show(behind)


class TicketPlaceTile(Pad):
    """A place; `own` if the player's routes reach it."""

    place = StringProperty("")
    name = StringProperty("")
    own = BooleanProperty(False)
    own_color = ColorProperty((0, 0, 0, 0))


class MapTile(Tile):
    """Switches to the map."""


class PlacePicker(Tiles):
    """Fires on_pick(place, moment), or on_map() to switch to the map."""

    __events__ = ("on_pick", "on_map")

    def __init__(self, places: Iterable[tuple[str, str]], **given: Any) -> None:
        super().__init__(**given)
        for place, name in places:
            tile = TicketPlaceTile(place=place, name=name)
            tile.bind(on_tap=self._tapped)
            self.add_widget(tile)
        other = MapTile()
        other.bind(on_tap=lambda tile, moment: self.dispatch("on_map"))
        self.add_widget(other)

    def on_pick(self, place: str, moment: object) -> None:
        """Fired when a place is tapped."""

    def on_map(self) -> None:
        """Fired to switch to the map."""

    def show(self, own: frozenset[str], color: str, taken: str | None) -> None:
        """Mark places on the player's routes, and the place already on the ticket."""
        theme = running_app().theme
        ink = theme.outline if outline_of(theme, color)[3] else theme.players[color]
        for tile in self.children:
            if isinstance(tile, MapTile):
                continue
            tile.own, tile.own_color = tile.place in own, ink
            tile.dimmed = tile.place == taken

    def _tapped(self, tile: TicketPlaceTile, moment: object) -> None:
        self.dispatch("on_pick", tile.place, moment)


kv.load(__file__)
