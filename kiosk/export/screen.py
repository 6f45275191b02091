"""Export of a game or of all games: QR codes for phones, files for a USB stick."""

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock, ClockEvent
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.exports.sticks import Stick
from kiosk import kv, sheets
from kiosk.appearance.theme import Color
from kiosk.export import view as exporting
from kiosk.export.view import EVERYTHING, KINDS, ExportStatusText, ExportView
from kiosk.export.writer import ExportRequest, GameSource
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Surface, Tile

STICK_POLL_INTERVAL: Final = 2.0  # seconds between searches for sticks


class KindPad(Tile):
    """A file type, or all of them; one tap saves it."""

    tile = ObjectProperty(None, rebind=True)
    is_all = BooleanProperty(False)


class StickPad(Pad):
    """The stick to write to; a tap selects another."""

    content = StringProperty("")
    tone = ColorProperty((0, 0, 0, 0))


class ExportStatus(Surface):
    """The stick, and the progress."""

    share = NumericProperty(0)


class ExportScreen(BoxLayout):
    """Exports the given game, by default the current one; `back` is called to close."""

    view = ObjectProperty(None, rebind=True)
    status = ObjectProperty(None, rebind=True)
    every = BooleanProperty(False)

    def __init__(
        self,
        game: str | None = None,
        back: Callable[[], None] | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._game, self._back = game, back
        self._stick: Stick | None = None  # the chosen stick
        self._advice: ExportStatusText | None = None  # why the last tap saved nothing
        self._unwatch: Callable[[], None] | None = None
        self._timer: ClockEvent | None = None
        self.app.exports.forget()
        self._selection = exporting.find_selection(self.app.referee, self.app.words, self._game)
        view = self._load_view()
        super().__init__(view=view, status=view.status, **given)
        for tile in view.kinds:
            pad = KindPad(tile=tile, is_all=tile.kind == EVERYTHING)
            pad.bind(on_tap=lambda pad, moment: self.write(pad.tile.kind))
            self.ids.kinds.add_widget(pad)

    def on_parent(self, screen: object, parent: object) -> None:
        """Search for sticks while the screen is shown."""
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if parent is not None:
            self._unwatch = self.app.exports.watch(self.show)
            self._timer = Clock.schedule_interval(
                lambda *args: self.app.exports.find_sticks_soon(), STICK_POLL_INTERVAL
            )
            self.app.exports.find_sticks_soon()
            self.show()

    def refresh(self) -> None:
        """Reload the games."""
        self._selection = exporting.find_selection(self.app.referee, self.app.words, self._game)
        self.show()

    def _load_view(self) -> ExportView:
        exports = self.app.exports
        self._stick = exporting.choose_stick(exports.sticks, self._stick)
        return exporting.export_view(
            self.app.words,
            self._selection,
            exports.sticks,
            self._stick,
            exports.outcome,
            every=self.every,
        )

    def show(self) -> None:
        """Show the available actions and the progress."""
        view = self._load_view()
        if self.app.exports.busy:
            self._advice = None
        if view != self.view:
            self.view = view
            for pad, tile in zip(reversed(self.ids.kinds.children), view.kinds, strict=True):
                pad.tile = tile
        self.status = self._advice or view.status

    def tone_of(self, tone: str) -> Color:
        """Return the colour for good, bad or neutral messages."""
        theme = self.app.theme
        color: Color = {"good": theme.good, "bad": theme.bad}.get(tone, theme.text)
        return color

    # --- actions ---

    def choose(self, *, every: bool) -> None:
        """Choose this game or all games."""
        self.every, self._advice = every, None
        self.show()

    def another_stick(self) -> None:
        """Select the next stick."""
        self._stick = exporting.next_stick(self.app.exports.sticks, self._stick)
        self.show()

    def write(self, kind: str) -> None:
        """Save a file type to the stick, or show why not."""
        self._advice = exporting.why_not(
            self.app.words, self._selection, self._stick, kind, every=self.every
        )
        if self._advice is None and self._stick is not None:
            games = self._selection.games if self.every else (self._selection.uuid,)
            kinds = KINDS if kind == EVERYTHING else (kind,)
            self.app.exports.write(ExportRequest(self._stick, kinds, games, self._shelf()))
        self.show()

    def _shelf(self) -> GameSource:
        return GameSource.of(self.app.referee, self.app.desk.language)

    def show_code(self) -> None:
        """Show the QR code, or that the game is not over."""
        self.app.open_sheet(sheets.qr_code, game=self._selection.uuid)

    def show_link(self) -> None:
        """Show the QR code of the score sheet, for any phone."""
        self.app.open_sheet(sheets.score_link, game=self._selection.uuid)

    def close(self) -> None:
        """Go back; writing continues."""
        (self._back or self.app.home)()


kv.load(__file__)
