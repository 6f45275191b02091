"""The table screen: drawing cards takes two taps and no navigation."""

import time
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.game.rulebook import LOCOMOTIVE, TERRAINS, TRAIN
from companion.game.state import State
from kiosk import kv, sheets
from kiosk.appearance.cached_drawing import CachedBox
from kiosk.appearance.icons import Icon
from kiosk.appearance.text import keep_named
from kiosk.devices.device_watcher import DeviceWatcher
from kiosk.running import running_app
from kiosk.table.player_panel import PlayerPanel
from kiosk.table.view import TableView, table_view
from kiosk.widgets.basics import Pad

if TYPE_CHECKING:
    from kiosk.table.table_map import TableMap


class Signs(Pad):
    """An icon for each kind of device problem; a tap leads to details."""

    icons = ListProperty()

    def on_icons(self, signs: "Signs", icons: list[str]) -> None:
        app = running_app()
        self.ids.grid.clear_widgets()
        for name in icons:
            self.ids.grid.add_widget(
                Icon(name=name, tint=app.theme.bad, ground=app.theme.ground, size_hint=(1, 1))
            )


CARDS: Final = (TRAIN, *TERRAINS, LOCOMOTIVE)
NO_TABLE: Final = TableView(0, 0, "", None, "", False, None, (), "", (), ())


class Call(Pad):
    """The last round's announcement, shown once over the panels until a tap or the next action."""

    text = StringProperty("")


class ToSettle(Pad):
    """Number of unresolved entries and the most urgent one's mark; a tap lists them."""

    marks = ListProperty()


class PhonesAsk(Pad):
    """Number of phones waiting for a seat; a tap lists them."""

    asking = NumericProperty(0)


class LastAction(Pad):
    """The last action, and the current player if upright; a tap opens the entry."""

    view = ObjectProperty(NO_TABLE, rebind=True)
    in_band = BooleanProperty(False)  # the band already shows it


class TableScreen(DeviceWatcher, BoxLayout):
    """Shows the table; refresh() applies every change."""

    view = ObjectProperty(None, rebind=True)
    clock = StringProperty("")
    turn_clock = StringProperty("")
    paused = BooleanProperty(False)
    saved = BooleanProperty(True)
    has_signs = BooleanProperty(False)
    in_band = BooleanProperty(False)  # the band already shows the last action
    stacked = BooleanProperty(False)  # names are below the shapes
    phones = StringProperty("")  # the icon, if phones are turned on
    asking = NumericProperty(0)  # number of phones waiting for a seat

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        self._looked_at: tuple[int, State, bool] | None = None  # cache key; bool: scores hidden
        super().__init__(view=self._load_view(), **given)
        self.panels: list[PlayerPanel] = []
        self._call: Call | None = None
        self._signs: Signs | None = None
        self._next_tick = Clock.create_trigger(self._tick)  # holds no reference to this screen
        self._map = self._lay_map()
        self._seat()
        self.refresh()
        self._tick()

    def _load_view(self) -> TableView:
        """Return the table's view, cached until an entry is made."""
        hidden = self.app.desk.hides_scores()
        game = self.app.referee.game
        at = game.seq, game.state, hidden
        if at != self._looked_at:
            self._looked_at = at
            self._seen = table_view(self.app.referee, self.app.words, hidden=hidden)
        return self._seen

    def _lay_map(self) -> "TableMap | None":
        """Add the map if the screen is upright; tapping a city starts a claim."""
        if not self.app.upright:
            self.remove_widget(self.ids.map)
            return None
        from kiosk.table.table_map import TableMap

        board = TableMap()
        board.bind(
            on_pick=lambda board, city, moment: self.app.claim(city),
            on_tracks=lambda board, routes, moment: self._claim_one_of(routes),
        )
        self.ids.map.add_widget(board)
        return board

    def _claim_one_of(self, routes: tuple[str, ...]) -> None:
        self.app.claim()
        if self.app.screen is not self:  # if it is, nothing can be claimed
            self.app.screen.pick_tracks(routes)

    def _seat(self) -> None:
        make_room = Clock.create_trigger(self._make_room_for_names, -1)
        for player in self.view.players:
            panel = PlayerPanel(view=player)
            panel.bind(
                on_tap=lambda panel, moment: self.app.open_sheet(
                    sheets.player, number=panel.view.seat
                ),
                on_hold=lambda panel, moment: self._peek(panel),
            )
            panel.bind(display_name=make_room)
            panel.ids.head.bind(width=make_room)
            self.panels.append(panel)
            place = CachedBox()
            place.add_widget(panel)
            self.ids.players.add_widget(place)
        keep_named(self.panels, [player.name for player in self.view.players])

    def _make_room_for_names(self, *args: object) -> None:
        """Give all names the layout that the longest one needs."""
        lines = max(panel.display_name.count("\n") + 1 for panel in self.panels)
        self.stacked = any(panel.lacks_width for panel in self.panels)
        for panel in self.panels:
            panel.name_lines, panel.stacked = lines, self.stacked

    def refresh(self) -> None:
        self.view = self._load_view()
        for panel, player in zip(self.panels, self.view.players, strict=True):
            panel.show(player)
        self.ids.band.show(self.app.desk, self.view)
        self.in_band = self.ids.band.tells(self.view.last_entry)
        self.ids.tray.show(self.app.desk)
        if self._map is not None:
            self._map.refresh()
        self.saved = self.app.desk.saved
        self.phones = "phone" if self.app.has_phones else ""
        self.asking = len(self.app.phones.guests.asking) if self.app.has_phones else 0
        self.devices_changed()
        self._call_out()
        self._show_turn_clock()

    def devices_changed(self) -> None:
        """Show icons for devices that do not work, left of the dot for the disk."""
        icons = list(dict.fromkeys(sign.icon for sign in self.app.devices.signs()))
        header = self.ids.header
        self.has_signs = bool(icons)
        if icons and self._signs is None:
            self._signs = Signs()
            header.add_widget(self._signs, header.children.index(self.ids.saved.__self__) + 1)
        elif not icons and self._signs is not None:
            header.remove_widget(self._signs)
            self._signs = None
        if self._signs is not None:
            self._signs.icons = icons

    def _call_out(self) -> None:
        text = self.app.desk.calls_out
        if self._call is not None and self._call.text != text:
            self.ids.stage.remove_widget(self._call)
            self._call = None
        if text and self._call is None:
            self._call = Call(text=text)
            self._call.bind(on_tap=lambda *args: self.app.desk.dismiss_call())
            self.ids.stage.add_widget(self._call)

    def _show_turn_clock(self) -> None:
        if self.app.settings.turn_clock:
            self.turn_clock = self.app.stopwatch.reading()
            self.paused = self.app.stopwatch.is_paused

    def _peek(self, panel: PlayerPanel) -> None:
        panel.peeking = not panel.view.score_shown and not panel.peeking
        if panel.peeking:
            Clock.schedule_once(lambda *args: setattr(panel, "peeking", False), 3)

    def _tick(self, *args: object) -> None:
        """Update the clock every minute, and the turn clock every second."""
        self.clock = self.app.words.time(self.app.referee.now())
        self._show_turn_clock()
        wait = 1 if self.app.settings.turn_clock else 60
        self._next_tick.timeout = wait - time.time() % wait  # type: ignore[attr-defined]
        self._next_tick()


kv.load(__file__)
