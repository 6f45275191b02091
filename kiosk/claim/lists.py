"""Lists of places by name, and of routes by colour and length."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.claim.route_choices import (
    COLORS,
    LENGTHS,
    RouteRow,
    called_hint,
    matching,
    places,
)
from kiosk import kv
from kiosk.appearance import icons
from kiosk.appearance.contrast import vanishes
from kiosk.appearance.hiding import Box
from kiosk.map.canvas import paint_pattern
from kiosk.map.geometry import Space
from kiosk.running import running_app
from kiosk.widgets import basics
from kiosk.widgets.hold_tile import Refusable
from kiosk.widgets.tiles import Tiles

BLANK = RouteRow("", "", "grey", 0, 0, 0, 0, 0, "", None)


class Spaces(Widget):
    """A route's spaces as small boxes, in its colour and pattern, with a ferry's locomotives."""

    color = StringProperty("grey")
    count = NumericProperty(0)
    ferry = NumericProperty(0)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("color", "count", "ferry", "pos", "size"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.canvas.clear()
        app = running_app()
        theme, unit = app.theme, app.unit
        ink = theme.routes[self.color]
        rim = theme.outline if vanishes(ink, theme.raised) else None
        width, height = 20 * unit, min(self.height, 13 * unit)
        middle = self.y + self.height / 2  # center_y could be outdated
        for number in range(int(self.count)):
            box = (self.x + number * (width + 3 * unit), middle - height / 2, width, height)
            self.canvas.add(_space(box, ink, rim, unit))
            if number >= self.ferry:
                place = Space(box[0] + width / 2, middle, width, 0)
                paint_pattern(self.canvas, theme, self.color, [place], height)
            else:
                side = 12 * unit
                corner = (box[0] + (width - side) / 2, middle - side / 2, side)
                self.canvas.add(icons.draw("locomotive", corner, theme.ground, ink))


def _space(
    box: tuple[float, ...], ink: Sequence[float], rim: Sequence[float] | None, unit: float
) -> InstructionGroup:
    group = InstructionGroup()
    x, y, width, height = box
    group.add(Color(*ink))
    group.add(SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[3 * unit]))
    if rim is not None:
        group.add(Color(*rim))
        edge = (x + unit, y + unit, width - 2 * unit, height - 2 * unit, 2 * unit)
        group.add(SmoothLine(rounded_rectangle=edge, width=0.8 * unit))
    return group


class DoublingNote(basics.Surface):
    """The points for doubling, and the number of locomotives still missing."""

    row = ObjectProperty(BLANK, rebind=True)
    filled = BooleanProperty(False)
    short = BooleanProperty(False)


class RouteItem(Refusable, basics.Pad):
    """A route in the list; greyed with a reason if it cannot be claimed.

    A long press claims it anyway, as a table ruling.
    """

    row = ObjectProperty(BLANK, rebind=True)


class ClaimHeading(Box):
    """A title with the claiming player above it, and tiles at the end."""

    title = StringProperty("")
    over = StringProperty("")
    color = StringProperty("")


class ListPage(BoxLayout):
    """A list that covers the Claim screen and forwards taps to it."""

    def __init__(self, screen: Any, **given: Any) -> None:
        self.screen = screen
        self.app = running_app()
        super().__init__(**given)

    def refresh(self) -> None:
        pass


class NameTile(basics.Pad):
    name = StringProperty("")


class NameList(ListPage):
    """All places by name, followed by the way stations."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        grid, stations = Columns(least=130), Columns(least=270)
        board = self.app.desk.board
        for place in places(board, self.app.words):
            tile = NameTile(name=place.name)
            tile.bind(on_tap=lambda tile, moment, at=place.location: self.screen.pick(at))
            (grid if board.locations[place.location].name else stations).add_widget(tile)
        self.ids.names.add_widget(grid)
        self.ids.names.add_widget(stations)


class Columns(Tiles):
    pass


class Swatch(basics.Pad):
    color = StringProperty("grey")


class CalledList(ListPage):
    """Routes by colour and length, and from the picked city if there is one."""

    color = StringProperty("")
    length = NumericProperty(0)
    city_name = StringProperty("")
    hint = StringProperty("")

    def __init__(self, **given: Any) -> None:
        self._rows: list[RouteRow] | None = None
        super().__init__(**given)
        for color in COLORS:
            swatch = Swatch(color=color)
            swatch.bind(on_tap=lambda swatch, moment: self._pick_color(swatch.color))
            self.ids.colors.add_widget(swatch)
        for length in LENGTHS:
            tile = basics.Tile(word=str(length), size_units=22)
            tile.bind(on_tap=lambda tile, moment, length=length: self._pick_length(length))
            self.ids.lengths.add_widget(tile)
        self.refresh()

    def _pick_color(self, color: str) -> None:
        self.color = "" if self.color == color else color
        self.refresh()

    def _pick_length(self, length: int) -> None:
        self.length = 0 if self.length == length else length
        self.refresh()

    def drop_city(self) -> None:
        """Show routes of the whole board."""
        self.screen.city = ""
        self.screen.refresh()

    def refresh(self) -> None:
        for swatch in self.ids.colors.children:
            swatch.look = "picked" if swatch.color == self.color else "raised"
        for tile in self.ids.lengths.children:
            tile.look = "accent" if tile.word == str(self.length) else "raised"
        self.city_name = self.screen.city_name()
        asked = bool(self.screen.city or self.color or self.length)
        rows = self._matching() if asked else []
        self.hint = called_hint(self.app.words, asked=asked, found=bool(rows))
        self._list(rows)

    def _matching(self) -> list[RouteRow]:
        return matching(
            self.app.desk.turn_context,
            self.app.words,
            self.screen.city or None,
            self.color or None,
            int(self.length) or None,
        )

    def _list(self, rows: list[RouteRow]) -> None:
        if rows == self._rows:
            return
        self._rows = rows
        self.ids.routes.clear()
        grid = Columns(least=360)
        for row in rows:
            item = RouteItem(row=row)
            item.bind(
                on_tap=lambda item, moment: self.screen.take(item.row),
                on_anyway=lambda item, moment: self.screen.take(item.row, anyway=True),
            )
            grid.add_widget(item)
        self.ids.routes.add_widget(grid)


kv.load(__file__)
