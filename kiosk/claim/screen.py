"""Claim: pick a city on the map or by name, or a colour and a length; then a route."""

from typing import Any, Final

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.desk.claim.route_choices import RouteRow, chosen, claims_title, place_name, routes_of
from companion.game.commands import ClaimRoute
from kiosk import kv
from kiosk.claim.lists import CalledList, NameList, RouteItem
from kiosk.map.board_map import BoardMap
from kiosk.map.viewport import MapView
from kiosk.running import running_app
from kiosk.widgets import band

LONG_TITLE: Final = 26  # letters: a way station's name needs several lines


class ClaimScreen(FloatLayout):
    """Map and routes; two lists can cover them."""

    city = StringProperty("")
    player = StringProperty("")
    color = StringProperty("")
    listing = BooleanProperty(False)  # a list covers the map
    refusing = BooleanProperty(False)  # a refusal is shown
    closer = BooleanProperty(False)  # the map is zoomed in

    def __init__(self, city: str | None = None, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self._near: tuple[str, ...] = ()  # tracks too close to tell apart
        self._shown: object = None
        self._main = self.ids.main.__self__  # `ids` holds only weak references
        self.list: Any = None
        self.ids.map.bind(view=self._looked)
        self.city = city or ""
        self.refresh()

    def refresh(self) -> None:
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

    # --- actions ---

    def pick(self, city: str) -> None:
        """Show a city's routes."""
        self._do_something_else()
        self._near = ()
        self.city = city
        self.show_map()
        self._show_panel()

    def show_whole_board(self) -> None:
        """Clear the picked city and zoom out."""
        self.pick("")
        self.ids.map.view = self.ids.map.aimed

    def pick_tracks(self, routes: tuple[str, ...]) -> None:
        """Rule on the only available track of those tapped, or list them."""
        rows = self._chosen(routes)
        if len(rows) == 1 or rows[0].refusal is not None:
            self.take(rows[0])
        else:
            self._do_something_else()
            self._near = routes
            self._show_panel()

    def _do_something_else(self) -> None:
        """Dismiss a refusal when the player continues elsewhere."""
        self.app.desk.dismiss_refusal()

    def _chosen(self, routes: tuple[str, ...]) -> list[RouteRow]:
        return chosen(self.app.desk.turn_context, self.app.words, self.city or None, routes)

    def _looked(self, board: BoardMap, view: MapView | None) -> None:
        self.closer = view is not None and view.scale > board.pane.whole.scale

    def take(self, row: RouteRow, *, anyway: bool = False) -> None:
        """Open a route's ruling, or show why it cannot be claimed."""
        if anyway:
            self.app.rule_on(row.route, anyway=True)
        elif row.refusal is None:
            self.app.rule_on(row.route)
        else:
            self.app.desk.refuse(row.refusal, ClaimRoute(row.route))

    # --- lists over the map ---

    def show_map(self) -> None:
        """Close the list."""
        if self.list is not None:
            self._fill(self._main)
            self.list, self.listing = None, False

    def show_names(self) -> None:
        """List all places."""
        self._lay(NameList(screen=self))

    def show_called(self) -> None:
        """List routes by colour and length."""
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
        """Return a height that shows all rows, but is never too low for a finger."""
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
        """Return the picked city's name, or an empty string."""
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
    """Covers the map and blocks touches to it."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Block touches if it has content."""
        super().on_touch_down(touch)
        return bool(self.children and self.collide_point(*touch.pos))


class PanelPart(BoxLayout):
    """A part of the side panel that forwards taps to `screen`."""

    def __init__(self, screen: ClaimScreen, **given: Any) -> None:
        self.screen = screen
        super().__init__(**given)


class Invitation(PanelPart):
    """Shown until something is picked."""


class RoutesPanel(PanelPart):
    """A city's routes, or tracks too close to tell apart."""


kv.load(__file__)
