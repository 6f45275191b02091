"""Export: a code for a phone, files for a USB stick; of this game or of all."""

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

STICK_POLL_INTERVAL: Final = 2.0  # seconds from one look for sticks to the next


class KindPad(Tile):
    """A kind of document, or all of them; one tap writes it."""

    tile = ObjectProperty(None, rebind=True)
    is_all = BooleanProperty(False)


class StickPad(Pad):
    """The stick that is written to; a tap takes another one."""

    content = StringProperty("")
    tone = ColorProperty((0, 0, 0, 0))


class ExportStatus(Surface):
    """The stick, and how the writing goes."""

    share = NumericProperty(0)


class ExportScreen(BoxLayout):
    """Offers the game that is given, by default the one on the table; `back` leads out."""

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
        self._stick: Stick | None = None  # that was chosen
        self._advice: ExportStatusText | None = None  # why a tap has written nothing
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
        """Look for sticks as long as the screen is there to show them."""
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
        """The games may be others."""
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
        """Show what is offered now, and how the writing goes."""
        view = self._load_view()
        if self.app.exports.busy:
            self._advice = None
        if view != self.view:
            self.view = view
            for pad, tile in zip(reversed(self.ids.kinds.children), view.kinds, strict=True):
                pad.tile = tile
        self.status = self._advice or view.status

    def tone_of(self, tone: str) -> Color:
        """The colour of good news, of bad ones, and of others."""
        theme = self.app.theme
        color: Color = {"good": theme.good, "bad": theme.bad}.get(tone, theme.text)
        return color

    # --- what fingers do ---

    def choose(self, *, every: bool) -> None:
        """This game, or all of them."""
        self.every, self._advice = every, None
        self.show()

    def another_stick(self) -> None:
        """Take the next stick, where there are several."""
        self._stick = exporting.next_stick(self.app.exports.sticks, self._stick)
        self.show()

    def write(self, kind: str) -> None:
        """Write a kind to the stick, or say why not."""
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
        """The code at full screen; of a game that is not over, that it is not."""
        self.app.open_sheet(sheets.qr_code, game=self._selection.uuid)

    def show_link(self) -> None:
        """The score sheet for any phone."""
        self.app.open_sheet(sheets.score_link, game=self._selection.uuid)

    def close(self) -> None:
        """Back to where it was opened; what is being written goes on."""
        (self._back or self.app.home)()


kv.load(__file__)
