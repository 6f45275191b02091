"""Parts of the screen of tickets: tabs, rows, news, the verdict, numbers and places to pick."""

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
    """A player, and how far their tickets are."""

    view = ObjectProperty(NO_TAB, rebind=True)
    display_name = StringProperty("")  # the name as it fits beside others


class RevealTicketRow(Pad):
    """A ticket; tapped, it can be corrected."""

    view = ObjectProperty(NO_ROW, rebind=True)


class NewsLine(Surface):
    """What has just happened."""

    news = ObjectProperty(News(""), rebind=True)


class Verdict(Surface):
    """What a player's tickets came to, or that they wait to be checked."""

    points = StringProperty("")
    text = StringProperty("")
    word = StringProperty("")
    good = BooleanProperty(True)

    __events__ = ("on_go",)

    def on_go(self, moment: Moment) -> None:
        """The button was tapped."""


Page = Iterable[tuple[str, Union[int, "Page"]]]  # what a tile says: its number, or another page


def page_of(numbers: Iterable[int]) -> list[tuple[str, int]]:
    """A page with these numbers."""
    return [(str(number), number) for number in numbers]


class NumberTile(Pad):
    """A number, or the way to more of them."""

    label = StringProperty("")
    size_units = NumericProperty(26)


class NumberPicker(GridLayout):
    """Fires on_pick(number, moment); `chosen` is marked."""

    __events__ = ("on_pick",)

    def __init__(self, page: Page, chosen: int | None = None, **given: Any) -> None:
        super().__init__(**given)
        self._chosen = chosen
        self._show(page)

    def on_pick(self, number: int, moment: object) -> None:
        """A number was tapped."""

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
    """A place; `own` where the player's routes reach it."""

    place = StringProperty("")
    name = StringProperty("")
    own = BooleanProperty(False)
    own_color = ColorProperty((0, 0, 0, 0))


class MapTile(Tile):
    """To the map."""


class PlacePicker(Tiles):
    """Fires on_pick(place, moment), and on_map() where the map is wanted instead."""

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
        """A place was tapped."""

    def on_map(self) -> None:
        """The map is wanted."""

    def show(self, own: frozenset[str], color: str, taken: str | None) -> None:
        """Mark what the player's routes reach, and the place that is already on the ticket."""
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
