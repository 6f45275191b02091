"""A game as a full-screen QR code for BG Stats on a phone."""

from typing import Any, Final

from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.exports.formats.qr import QUIET_ZONE, QrMatrix
from kiosk import kv
from kiosk.appearance.text import width_of
from kiosk.export import view as exporting
from kiosk.export.view import MissingPackage, pixels_a_module
from kiosk.export.writer import GameSource
from kiosk.running import running_app

_LIGHT, _DARK = b"\xff\xff\xff\xff", b"\x00\x00\x00\xff"


class QrCode(Widget):
    """Draws a centred QR code with its quiet zone, as large as whole pixels per module allow."""

    code = ObjectProperty(None, allownone=True)
    pixels = NumericProperty(0)  # per module

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("code", "pos", "size"):
            self.fbind(name, self._draw)
        self._draw()

    def _draw(self, *args: object) -> None:
        self.canvas.clear()
        self.pixels = 0 if self.code is None else pixels_a_module(min(self.size), self.code.size)
        if not self.pixels:
            return
        side = self.pixels * (self.code.size + 2 * QUIET_ZONE)
        x, y = (int(middle - side / 2) for middle in self.center)
        self.canvas.add(Color(1, 1, 1, 1))
        self.canvas.add(Rectangle(texture=_texture(self.code), pos=(x, y), size=(side, side)))


def _texture(code: QrMatrix) -> Texture:
    """Return a texture with a pixel per module, including the quiet zone; rows from the bottom."""
    side = code.size + 2 * QUIET_ZONE
    edge, blank = _LIGHT * QUIET_ZONE, _LIGHT * side * QUIET_ZONE
    rows = (
        edge + b"".join(_DARK if dark else _LIGHT for dark in row) + edge
        for row in reversed(code.modules)
    )
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.mag_filter = texture.min_filter = "nearest"
    texture.wrap = "clamp_to_edge"
    texture.blit_buffer(blank + b"".join(rows) + blank, colorfmt="rgba")
    return texture


BESIDE: Final = 270  # units for text and buttons, next to the code or below it


class QrCodeSheet(BoxLayout):
    """The QR code of a game, by default the current one; or why there is none."""

    code = ObjectProperty(None, allownone=True)
    content = StringProperty("")
    address = StringProperty("")
    room = NumericProperty(1)  # pixels per side available for the code; 1 if there is none

    def __init__(self, game: str | None = None, **given: Any) -> None:
        self.app = running_app()
        self.game = game
        super().__init__(**given)
        self.ids.address.bind(size=self._show_address)
        self._selection = exporting.find_selection(self.app.referee, self.app.words, game)
        if self._selection.over:
            self._work_out()
        else:
            self._show("unfinished")

    def _work_out(self) -> None:
        """Create the code in another thread, as that is slow."""
        long, short = max(Window.size), min(Window.size)
        self.room = min(short, long - BESIDE * self.app.unit)
        # Translators: a QR code
        self.content = self.app._("Creating the code…")
        source = GameSource.of(self.app.referee, self.app.desk.language)
        most = exporting.most_modules(self.room)
        self.app.exports.code(source, self._selection.uuid, most, self._show)

    def _show(self, made: QrMatrix | str | MissingPackage) -> None:
        if isinstance(made, QrMatrix):
            self.code = made
            self._show_address()
        else:
            self.room = 1
        self.content = exporting.code_in_words(self.app.words, self._selection, made)

    def _show_address(self, *args: object) -> None:
        """Show the address as well, if all of it fits."""
        if self.code is None:
            return
        box = self.ids.address
        size = float(int(box.size_units * self.app.unit))
        long = width_of(self.code.address, size, bold=False)
        self.address = self.code.address if exporting.has_room(long, size, box.size) else ""


kv.load(__file__)
