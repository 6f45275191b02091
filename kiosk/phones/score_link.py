"""A QR code of a game's score sheet for any phone, valid while it is shown."""

from typing import Any

from kivy.core.window import Window
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.exports.documents import Document, documents
from companion.exports.extras import MissingExtraError
from companion.exports.formats.qr import code_of
from kiosk import kv
from kiosk.export import view as exporting
from kiosk.export.qr_code import BESIDE
from kiosk.export.writer import GameSource
from kiosk.running import running_app


class ScoreLinkSheet(BoxLayout):
    """Shares the score sheet while open, or shows why that is not possible."""

    code = ObjectProperty(None, allownone=True)
    content = StringProperty("")
    room = NumericProperty(1)  # pixels per side available for the code; 1 if there is none

    def __init__(self, game: str | None = None, **given: Any) -> None:
        self.app = running_app()
        self.game = game
        super().__init__(**given)
        self._selection = exporting.find_selection(self.app.referee, self.app.words, game)

    def on_parent(self, sheet: Widget, parent: Widget | None) -> None:
        """Start sharing when opened, stop when closed."""
        if parent is None:
            self.app.phones.stop_sharing()
        else:
            self._lend()

    def _lend(self) -> None:
        shelf = GameSource.of(self.app.referee, self.app.desk.language)
        game = self._selection.uuid

        def make(kind: str) -> Document | None:
            return next(documents(kind, list(shelf.subjects([game]))), None)

        address = self.app.phones.share(make)
        if not address:
            self.content = " ".join(self.app.phones.troubles())
            return
        self.content = self.app._(
            "Scan this with a phone on the same network: picture, printable sheet, all data."
        )
        try:
            self.code = code_of(address)
        except MissingExtraError:
            self.code = None
        if self.code is not None:
            long, short = max(Window.size), min(Window.size)
            self.room = min(short, long - BESIDE * self.app.unit)


kv.load(__file__)
