"""Claim: pick a city on the map or by name, or call a colour and a length; then a route."""

from typing import Any, Final

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.desk.claim.choices import RouteRow, chosen, claims_title, place_name, routes_of
from companion.game.commands import ClaimRoute
from kiosk import kv
from kiosk.claim.lists import CalledList, NameList, RouteItem
from kiosk.map.board_map import BoardMap
from kiosk.map.viewport import MapView
from kiosk.running import running_app
from kiosk.widgets import band

LONG_TITLE: Final = 26  # letters: a way station's name takes several lines


class ClaimScreen(FloatLayout):
    """Map and routes; two lists lie over them when they are asked for."""

    city = StringProperty("")
    player = StringProperty("")
    color = StringProperty("")
    listing = BooleanProperty(False)  # a list lies over the map
    refusing = BooleanProperty(False)  # it is said why a route is not to be had
    closer = BooleanProperty(False)  # only a part of the board is in sight

    def __init__(self, city: str | None = None, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._near: tuple[str, ...] = ()  # the tracks that a finger could not tell apart
        self._shown: object = None
        self._main = self.ids.main.__self__  # ids alone would not keep it under a list
        self.list: Any = None
        self.ids.map.bind(view=self._looked)
        self.city = city or ""
        self.refresh()

    def refresh(self) -> None:
        """Show what is so now."""
        turn_context = self.app.desk.turn_context
        if turn_context.state.ended:
            self.app.home()
            return
        self.player, self.color = claims_title(self.app.words, turn_context), turn_context.color
        self.ids.map.refresh()
        self._show_panel()
        self._show_refusal()
        if self.list is not None:
            self.list.refresh()

    # --- what fingers do ---

    def pick(self, city: str) -> None:
        """Show a city's routes."""
        self._do_something_else()
        self._near = ()
        self.city = city
        self.show_map()
        self._show_panel()

    def show_whole_board(self) -> None:
        """Back to the beginning, from a city or from a closer look."""
        self.pick("")
        self.ids.map.view = self.ids.map.aimed

    def pick_tracks(self, routes: tuple[str, ...]) -> None:
        """Tracks were tapped on the map: rule on the one to be had, or ask which."""
        rows = self._chosen(routes)
        if len(rows) == 1 or rows[0].refusal is not None:
            self.take(rows[0])
        else:
            self._do_something_else()
            self._near = routes
            self._show_panel()

    def _do_something_else(self) -> None:
        """A refusal has been read by whoever goes on to another city or list."""
        self.app.desk.dismiss_refusal()

    def _chosen(self, routes: tuple[str, ...]) -> list[RouteRow]:
        return chosen(self.app.desk.turn_context, self.app.words, self.city or None, routes)

    def _looked(self, board: BoardMap, view: MapView | None) -> None:
        self.closer = view is not None and view.scale > board.pane.whole.scale

    def take(self, row: RouteRow, *, anyway: bool = False) -> None:
        """A route was picked: on to its ruling, or why it is not to be had."""
        if anyway:
            self.app.rule_on(row.route, anyway=True)
        elif row.refusal is None:
            self.app.rule_on(row.route)
        else:
            self.app.desk.refuse(row.refusal, ClaimRoute(row.route))

    # --- the map and the lists over it ---

    def show_map(self) -> None:
        """Put a list away."""
        if self.list is not None:
            self._fill(self._main)
            self.list, self.listing = None, False

    def show_names(self) -> None:
        """All places by name."""
        self._lay(NameList(screen=self))

    def show_called(self) -> None:
        """Routes by colour and length."""
        self._lay(CalledList(screen=self))

    def _lay(self, page: Widget) -> None:
        self._do_something_else()
        self.list, self.listing = page, True
        self._fill(page)

    def _fill(self, page: Widget) -> None:
        self.ids.body.clear_widgets()
        self.ids.body.add_widget(page)

    # --- the panel ---

    def _show_panel(self) -> None:
        rows = self._rows()
        shown = (self.city, rows, self.player)
        if shown == self._shown:
            return
        self._shown = shown
        self.ids.panel.clear_widgets()
        if not rows:
            self.ids.panel.add_widget(Invitation(screen=self))
            return
        panel = RoutesPanel(screen=self)
        for row in rows:
            item = RouteItem(row=row, height=self._row_height(row, len(rows)))
            item.bind(
                on_tap=lambda item, moment: self.take(item.row),
                on_anyway=lambda item, moment: self.take(item.row, anyway=True),
            )
            panel.ids.routes.add_widget(item)
        self.ids.panel.add_widget(panel)

    def _row_height(self, row: RouteRow, count: int) -> float:
        """So high that all rows are in sight, as long as a finger can still hit them."""
        unit = self.app.unit
        if len(row.title) > LONG_TITLE:
            return float(76 * unit)
        room = (404 * unit if self.app.upright else self.app.root.height) - 134 * unit
        return float(min(64 * unit, max(48 * unit, room / count - 6 * unit)))

    def _rows(self) -> list[RouteRow]:
        if self._near:
            return self._chosen(self._near)
        if not self.city:
            return []
        return routes_of(self.app.desk.turn_context, self.app.words, self.city)

    def city_name(self) -> str:
        """The picked city, as a heading."""
        if not self.city:
            return ""
        return place_name(self.app.words, self.city)

    def _show_refusal(self) -> None:
        place, refused = self.ids.refusal, self.app.desk.refusal
        narrow = self.app.upright or not self.listing
        self.refusing = refused is not None
        place.clear_widgets()
        if refused is not None:
            place.add_widget(band.RefusedLine(refused=refused, size_hint_y=1, narrow=narrow))


class Overlay(BoxLayout):
    """Lies over the map: what it covers is not touched through it."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let nothing through while something is shown."""
        super().on_touch_down(touch)
        return bool(self.children and self.collide_point(*touch.pos))


class PanelPart(BoxLayout):
    """What stands in the panel; `screen` is told of taps."""

    def __init__(self, screen: ClaimScreen, **given: Any) -> None:
        self.screen = screen
        super().__init__(**given)


class Invitation(PanelPart):
    """Nothing is picked yet."""


class RoutesPanel(PanelPart):
    """A city and its routes, or those that a finger could not tell apart."""


kv.load(__file__)
