"""A QR code as phones want it: black on white, every module of the same whole pixels."""

from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.exports.bgstats import QUIET_ZONE, Code
from kiosk.export.view import pixels_a_module
from kiosk.look import theme

WHITE: Final[theme.Color] = (1, 1, 1, 1)  # in any theme: what is light on dark many cameras miss
INK: Final[theme.Color] = (0.08, 0.08, 0.08, 1)  # of words beside it

_LIGHT, _DARK = b"\xff\xff\xff\xff", b"\x00\x00\x00\xff"


class QrCode(Widget):
    """Draws a code with its quiet zone in the middle of its box, as large as whole pixels allow."""

    code = ObjectProperty(None, allownone=True)
    pixels = NumericProperty(0)  # a module

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


def _texture(code: Code) -> Texture:
    """A dot a module, the quiet zone included; rows from the bottom, as textures have them."""
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
