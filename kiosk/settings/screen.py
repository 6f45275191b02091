"""The Settings screen, which makes editing files unnecessary."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

import companion
from companion.desk.claim.printed_route import corrected_routes, corrections_counted
from companion.game.board.board import standard_board
from kiosk import kv, screens, sheets
from kiosk.machine import power
from kiosk.running import running_app
from kiosk.settings import view as choices
from kiosk.settings.edition import offer_edition
from kiosk.sound import speech
from kiosk.widgets.basics import Pad, Surface
from kiosk.widgets.hold_tile import HoldTile

MOST_BESIDE = 5  # choices next to the name; more go below it
SHARE_WITH_ICON = 0.36


class SettingRow(Surface):
    """A setting: its name, explanation and choices."""

    title = StringProperty("")
    note = StringProperty("")
    columns = NumericProperty(1)
    lines = NumericProperty(1)
    share = NumericProperty(0.22)  # a choice's width relative to the name's


class ChoiceTile(Pad):
    setting = StringProperty("")
    choice = ObjectProperty(None, rebind=True)


class WayRow(Surface):
    """Leads to another settings screen."""

    title = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    word = StringProperty("")
    screen = ObjectProperty(None)

    __events__ = ("on_open",)

    def on_open(self) -> None:
        """Fired to open it."""


class RosterRow(WayRow):
    """Leads to the players' names."""


class DevicesRow(WayRow):
    """Leads to buttons, lights and displays."""


class BackupsRow(WayRow):
    """Leads to the backups."""


class DoctorRow(WayRow):
    """Leads to the system check."""


class NewsRow(WayRow):
    """Shows the version, and leads to its news."""

    version = StringProperty(companion.__version__)


class PinRow(Surface):
    """Sets, changes and removes the PIN."""

    has_pin = BooleanProperty(False)

    __events__ = ("on_new", "on_remove")

    def on_new(self) -> None:
        """Fired to set or change it."""

    def on_remove(self) -> None:
        """Fired to remove it."""


class BoardRow(Surface):
    """Shows whether routes of the board were corrected."""

    note = StringProperty("")


class CorrectedRow(Pad):
    """A corrected route; a tap opens its card."""

    line = ObjectProperty(None, rebind=True)


class About(BoxLayout):
    """Shows where games are stored."""

    place = StringProperty("")


class WayOut(HoldTile):
    """Quits the app, or shuts down or restarts the machine."""


class LeaveTiles(BoxLayout):
    """Buttons to quit and shut down; each needs a long press."""


class SettingsScreen(BoxLayout):
    """The list of settings; every choice takes effect at once."""

    def __init__(
        self, down: float = 0, back: Callable[[], None] | None = None, **given: Any
    ) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        can_speak = speech.is_installed()
        rows = choices.setting_rows(self.app.settings, self.app.words, can_speak=can_speak)
        for row in rows:
            self.ids.rows.add_widget(self._row(row))
        for way in (RosterRow(), DevicesRow(), BackupsRow()):
            self._add_way(way)
        self.ids.rows.add_widget(self._pin_row())
        self._add_way(DoctorRow())
        self._add_board()
        self._add_way(NewsRow())
        self.ids.rows.add_widget(self._leaving())
        self.ids.rows.add_widget(About(place=self.app.games_place))
        self._stay(down)

    def _row(self, row: choices.SettingView) -> SettingRow:
        if not row.choices:
            return self._bare_row(row)
        count = len(row.choices)
        columns = count if count <= MOST_BESIDE else 3 if self.app.upright else 4
        widget = SettingRow(
            title=row.title, note=row.note, columns=columns, lines=-(-count // columns)
        )
        if any(choice.icon for choice in row.choices):
            widget.share = SHARE_WITH_ICON
        for choice in row.choices:
            tile = ChoiceTile(setting=row.name, choice=choice)
            tile.bind(on_tap=self._choose)
            widget.ids.choices.add_widget(tile)
        return widget

    def _bare_row(self, row: choices.SettingView) -> SettingRow:
        """Return a row without choices, with more space for the explanation."""
        widget = SettingRow(title=row.title, note=row.note)
        widget.remove_widget(widget.ids.choices)
        return widget

    def _add_way(self, row: WayRow) -> None:
        row.bind(on_open=lambda row: self._open(row.screen))
        self.ids.rows.add_widget(row)

    def _open(self, screen: Callable[..., Widget]) -> None:
        """Show a screen that returns to the current scroll position."""
        self._stay_here()
        self.app.go(screen, back=self.app.rebuild_later())

    def close(self) -> None:
        """Go back, and lock settings again if there is a PIN."""
        self.app.gate.shut()
        self._back()

    def _pin_row(self) -> PinRow:
        row = PinRow(has_pin=self.app.gate.has_pin)
        row.bind(on_new=lambda *args: self.app.open_sheet(sheets.new_pin, then=self._again))
        row.bind(on_remove=self._remove_pin)
        return row

    def _remove_pin(self, *args: object) -> None:
        self.app.gate.remove()
        self._again()

    def _add_board(self) -> None:
        """Add the corrected routes of the board."""
        words, board = self.app.words, self.app.referee.board
        lines = corrected_routes(words, board, standard_board())
        self.ids.rows.add_widget(BoardRow(note=corrections_counted(words, len(lines))))
        for line in lines:
            row = CorrectedRow(line=line)
            row.bind(on_tap=lambda row, moment: self._show_card(row.line.route))
            self.ids.rows.add_widget(row)

    def _show_card(self, route: str) -> None:
        self.app.open_sheet(sheets.route_card, route=route)

    def _leaving(self) -> LeaveTiles:
        """Return the buttons to shut down and to quit, or to restart if this is an appliance."""
        app, leaving = self.app, LeaveTiles()
        ways = []
        if app.is_appliance:
            ways.append(("redo", app.pgettext("button: the machine", "Restart"), app.restart))
        else:
            ways.append(("leave", app._("Quit Stationmaster"), app.leave))
        if power.may_shut_down():
            ways.append(("power", app._("Shut down"), app.shut_down))
        for icon, word, act in ways:
            tile = WayOut(icon=icon, word=word)
            tile.bind(on_held=lambda *args, act=act: act())
            leaving.add_widget(tile)
        return leaving

    def _choose(self, tile: ChoiceTile, moment: object) -> None:
        self._stay_here()
        self.app.set(**{tile.setting: tile.choice.value})
        if tile.setting == "language":
            offer_edition()

    def _again(self) -> None:
        self._stay_here()
        self.app.rebuild()

    def _stay_here(self) -> None:
        """Keep the scroll position if the screen is rebuilt."""
        self.app.set_rebuild(screens.settings, down=self.ids.rows.down, back=self._back)

    def _stay(self, down: float) -> None:
        """Restore the scroll position after a rebuild."""
        rows = self.ids.rows
        settle = Clock.create_trigger(lambda *args: setattr(rows, "down", down), -1)
        rows.column.bind(height=settle)


kv.load(__file__)
