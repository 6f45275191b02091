"""Settings: everything that can be chosen, so that no file need ever be edited."""

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

MOST_BESIDE = 5  # choices that fit beside the name; more go below it
SHARE_WITH_ICON = 0.36


class SettingRow(Surface):
    """A setting: its name, what it does, and its choices."""

    title = StringProperty("")
    note = StringProperty("")
    columns = NumericProperty(1)
    lines = NumericProperty(1)
    share = NumericProperty(0.22)  # of the name's width, for a choice beside it


class ChoiceTile(Pad):
    """A value that can be chosen."""

    setting = StringProperty("")
    choice = ObjectProperty(None, rebind=True)


class WayRow(Surface):
    """The way to another screen of settings."""

    title = StringProperty("")
    note = StringProperty("")
    icon = StringProperty("")
    word = StringProperty("")
    screen = ObjectProperty(None)

    __events__ = ("on_open",)

    def on_open(self) -> None:
        """It is to be shown."""


class RosterRow(WayRow):
    """The way to the players' names."""


class DevicesRow(WayRow):
    """The way to buttons, lights and displays."""


class BackupsRow(WayRow):
    """The way to the copies of all games."""


class DoctorRow(WayRow):
    """The way to the check-up."""


class NewsRow(WayRow):
    """Which version this is, and the way to what is new in it."""

    version = StringProperty(companion.__version__)


class PinRow(Surface):
    """Sets, changes and removes the PIN."""

    has_pin = BooleanProperty(False)

    __events__ = ("on_new", "on_remove")

    def on_new(self) -> None:
        """A PIN is to be chosen."""

    def on_remove(self) -> None:
        """There is to be none."""


class BoardRow(Surface):
    """The board: whether any route of it was corrected."""

    note = StringProperty("")


class CorrectedRow(Pad):
    """A route that was corrected; tapped, its card is shown."""

    line = ObjectProperty(None, rebind=True)


class About(BoxLayout):
    """Where games are kept."""

    place = StringProperty("")


class WayOut(HoldTile):
    """Leaves the app, or the machine."""


class LeaveTiles(BoxLayout):
    """The ways out; each must be held."""


class SettingsScreen(BoxLayout):
    """A list of settings; each choice counts at once."""

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
        """Nothing can be chosen: the note has all the room, to say why."""
        widget = SettingRow(title=row.title, note=row.note)
        widget.remove_widget(widget.ids.choices)
        return widget

    def _add_way(self, row: WayRow) -> None:
        row.bind(on_open=lambda row: self._open(row.screen))
        self.ids.rows.add_widget(row)

    def _open(self, screen: Callable[..., Widget]) -> None:
        """Show it, with the way back to where this is scrolled to."""
        self._stay_here()
        self.app.go(screen, back=self.app.rebuild_later())

    def close(self) -> None:
        """Back to where it was opened; whoever comes next gives the PIN again."""
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
        """What the table has corrected of the board, once for good."""
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
        """Out of the app only where there is something else to be in."""
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
        """The screen is built anew, and must not jump."""
        self.app.set_rebuild(screens.settings, down=self.ids.rows.down, back=self._back)

    def _stay(self, down: float) -> None:
        """Go where the screen was scrolled to when a choice had it built anew."""
        rows = self.ids.rows
        settle = Clock.create_trigger(lambda *args: setattr(rows, "down", down), -1)
        rows.column.bind(height=settle)


kv.load(__file__)
