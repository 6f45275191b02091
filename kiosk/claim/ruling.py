"""The ruling sheet: a button for each way to score a claim, with reasons for refused ones."""

import math
from typing import Any, Final

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.claim.printed_route import confirmation
from companion.desk.claim.ruling import RulingView, Way, ruling_view
from companion.desk.responses import Moment
from companion.game.commands import ClaimRoute
from companion.game.rulebook import LOCOMOTIVE
from kiosk import kv, sheets
from kiosk.appearance.hiding import Box
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import Text, width_of
from kiosk.log.editor import open_editor
from kiosk.running import running_app
from kiosk.widgets.basics import Pad
from kiosk.widgets.hold_tile import Refusable
from kiosk.widgets.sheet import Sheet

_GAP: Final = 4  # units, like the following
_SIDE: Final = 7
_CARD: Final = 28
_POINTS_WIDE: Final = 96  # if next to the text
_CARDS_WIDE: Final = 104
_LINE: Final = 1.25  # line height, relative to the text size
_SHRINKS: Final = 0.85  # a text shrinks to this share before it wraps


class Cards(BoxLayout):
    """A row of card icons."""

    names = ListProperty()
    tint = ColorProperty((1, 1, 1, 1))
    ground = ColorProperty((0, 0, 0, 1))

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("names", "tint", "ground"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.clear_widgets()
        for name in self.names:
            icon = Icon(name=name, size_hint=(1, 1))
            icon.tint, icon.ground = self.tint, self.ground
            self.add_widget(icon)


class WayTile(Refusable, Pad):
    """A way to score the claim; if refused, a tap shows why and a long press records it anyway."""

    way = ObjectProperty(None, rebind=True)
    flat = BooleanProperty(False)  # a row: points and cards next to the text
    faint = ColorProperty((1, 1, 1, 1))  # the ink, paler if refused

    def cards(self, way: Way) -> list[str]:
        """Return the cards to play."""
        if way.payment is None:
            return []
        return [way.terrain] * way.payment.terrain + [LOCOMOTIVE] * way.payment.locomotives

    def do_layout(self, *args: object) -> None:
        if self.flat:
            self._in_a_row()
        else:
            self._under_each_other()

    def _in_a_row(self) -> None:
        unit, ids = running_app().unit, self.ids
        at, room = self.x + _SIDE * unit, self.height - 2 * _GAP * unit
        ids.points.size, ids.points.pos = (_POINTS_WIDE * unit, room), (at, self.y + _GAP * unit)
        at += _POINTS_WIDE * unit
        self._lay_cards((at, _CARDS_WIDE * unit), self.center_y, _CARD * unit)
        at += (_CARDS_WIDE + _SIDE) * unit
        self._stack((ids.cost, ids.note), at, self.right - at - _SIDE * unit)

    def _under_each_other(self) -> None:
        unit, ids = running_app().unit, self.ids
        left, width = self.x + _SIDE * unit, self.width - 2 * _SIDE * unit
        high = min(_LINE * ids.points.size_units * unit, 0.4 * self.height)
        top = self.top - _GAP * unit - high  # the same in every tile
        ids.points.size, ids.points.pos = (width, high), (left, top)
        self._stack((ids.cards, ids.cost, ids.note), left, width, top)

    def _lay_cards(self, across: tuple[float, float], middle: float, high: float) -> None:
        """Centre the cards between left and left + width."""
        left, width = across
        cards = self.ids.cards
        wide = min(_CARD * 1.1 * running_app().unit * len(cards.names), width)
        cards.size = (wide, high)
        cards.pos = (left + (width - wide) / 2, middle - high / 2)

    def _stack(
        self, parts: tuple[Widget, ...], left: float, width: float, under: float | None = None
    ) -> None:
        """Stack the parts, centred; if space is short, shrink them."""
        ceiling = self.top if under is None else under
        unit = running_app().unit
        heights = [self._height(part, width) for part in parts]
        gap = _GAP * unit
        gaps = gap * (sum(height > 0 for height in heights) - 1)
        room = ceiling - self.y - 2 * gap - gaps
        part_of = min(1.0, room / max(1.0, sum(heights)))
        top = (ceiling + self.y) / 2 + (sum(heights) * part_of + gaps) / 2
        for part, height in zip(parts, heights, strict=True):
            high = height * part_of
            if part is self.ids.cards:
                self._lay_cards((left, width), top - high / 2, high)
            else:
                part.size, part.pos = (width, high), (left, top - high)
            top -= high + (gap if high else 0)

    def _height(self, part: Widget, width: float) -> float:
        unit = running_app().unit
        if not isinstance(part, Text):
            return float(_CARD * unit if part.names else 0)
        if not part.content:
            return 0.0
        size = part.size_units * running_app().text_unit
        wide = _SHRINKS * width_of(part.content, float(int(size)), bold=part.bold)
        lines = math.ceil(wide / width)
        return float((lines if part.fit == "wrap" else 1) * _LINE * size)


class BoardQuestion(Box):
    """Asks if the printed board matches a doubtful route, or offers to correct the route.

    Hidden if space is short.
    """

    sheet = ObjectProperty(None)
    question = StringProperty("")


class RulingSheet(Sheet):
    """Shows the ruling on a claim; one tap on a way makes the claim."""

    view = ObjectProperty(None, rebind=True)

    def __init__(self, route: str, **given: Any) -> None:
        self.app = running_app()
        self._route = route
        super().__init__(view=self._load_view(), **given)
        self._show_ways()
        self.refresh()

    def _load_view(self) -> RulingView:
        app, hidden = self.app, self.app.desk.hides_scores()
        return ruling_view(app.desk.turn_context, app.words, self._route, hidden=hidden)

    def refresh(self) -> None:
        if self.app.desk.turn_context.state.ended:
            return
        view = self._load_view()
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
                on_anyway=lambda tile, moment: self._let_count(tile.way),
            )
            self.ids.ways.add_widget(tile)

    def reminder(self, view: RulingView) -> str:
        """Return reminders for the table, and how to record a refused way."""
        if not any(way.is_refused for way in view.ways):
            return view.reminder
        return f"{view.reminder} {self.app._('Press and hold a grey tile to record it anyway.')}"

    def _claim(self, way: Way, moment: Moment) -> None:
        if way.is_ruled:
            self._let_count(way)
        else:
            self.app.enter(ClaimRoute(self._route, way.payment), moment)

    def _let_count(self, way: Way) -> None:
        self.app.let_count(ClaimRoute(self._route, way.payment))

    # --- differences from the printed board ---

    def confirm(self, moment: Moment) -> None:
        """Confirm that the printed board matches, and continue the claim."""
        if self.app.desk.submit(confirmation(self.view.route), moment):
            self.app.reopen_sheet(self)

    def differ(self) -> None:
        """Open the route's card to correct it, then continue the claim."""
        then = self._again if self.app.desk.turn_context.is_now else None
        self.app.open_sheet(sheets.route_card, route=self._route, then=then)

    def _again(self) -> None:
        """Restart the claim on the corrected board."""
        city = getattr(self.app.screen, "city", "")
        self.app.claim(city or self.view.route.a)
        self.app.rule_on(self._route, anyway=self.view.is_ruled)

    def tell_anew(self) -> None:
        """Let the player or the whole action be changed."""
        open_editor(self.app)


kv.load(__file__)
