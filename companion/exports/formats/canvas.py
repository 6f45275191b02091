"""A drawing surface with resolution-independent units, and its fonts."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont
from PIL.ImageFont import FreeTypeFont

from companion.text import typeset

Point = tuple[float, float]

ELLIPSIS: Final = "…"
_LEAST: Final = 0.5  # smallest share of its size before a text is cut

# The kiosk's shape for each colour, on a 24 by 24 grid from the top left.
_SHAPES: Final[dict[str, Sequence[Sequence[Point]]]] = {
    "blue": (((3, 3), (21, 3), (21, 21), (3, 21)),),
    "red": (((2, 21), (22, 21), (12, 2.5)),),
    "yellow": (((12, 1.5), (22.5, 12), (12, 22.5), (1.5, 12)),),
    "black": (
        (
            *((8.4, 2), (15.6, 2), (15.6, 8.4), (22, 8.4), (22, 15.6), (15.6, 15.6)),
            *((15.6, 22), (8.4, 22), (8.4, 15.6), (2, 15.6), (2, 8.4), (8.4, 8.4)),
        ),
    ),
}
_GRID: Final = 24


class Canvas:
    """Draws boxes, shapes and texts; `scale` is pixels per unit."""

    def __init__(self, width: float, height: float, scale: int, ground: str) -> None:
        self._scale = scale
        self.image = Image.new("RGB", (round(width * scale), round(height * scale)), ground)
        self._draw = ImageDraw.Draw(self.image)

    def box(
        self,
        corner: Point,
        size: Point,
        fill: str,
        *,
        radius: float = 0,
        outline: str | None = None,
        corners: tuple[bool, bool, bool, bool] = (True, True, True, True),
    ) -> None:
        """Draw a rounded box; `corner` is its top left corner."""
        self._draw.rounded_rectangle(
            (*self._at(corner), *self._at((corner[0] + size[0], corner[1] + size[1]))),
            radius=radius * self._scale,
            fill=fill,
            outline=outline,
            width=3 * self._scale if outline else 0,
            corners=corners,
        )

    def shape(self, color: str, corner: Point, size: float, fill: str, outline: str) -> None:
        """Draw a player's shape, so that nothing depends on colour alone."""
        grid = size / _GRID
        if color not in _SHAPES:  # green, the circle
            low, high = 2.4 * grid, 21.6 * grid
            ends = [(corner[0] + edge, corner[1] + edge) for edge in (low, high)]
            pen = 2 * self._scale
            self._draw.ellipse((*self._at(ends[0]), *self._at(ends[1])), fill, outline, pen)
            return
        for points in _SHAPES[color]:
            line = [self._at((corner[0] + x * grid, corner[1] + y * grid)) for x, y in points]
            self._draw.polygon(line, fill=fill)
            self._draw.line([*line, line[0], line[1]], outline, 2 * self._scale, joint="curve")

    def text(
        self,
        place: Point,
        text: str,
        size: float,
        color: str,
        *,
        room: float,
        bold: bool = False,
        anchor: str = "ls",
    ) -> float:
        """Draw a text at its baseline, shrunk or finally cut to fit `room`; return its width."""
        shown, font = self._fitted(typeset(text), size, room, bold=bold)
        self._draw.text(self._at(place), shown, color, font, anchor)
        return font.getlength(shown) / self._scale

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """Return the width that a text would have."""
        return self._font(text, size, bold=bold).getlength(text) / self._scale

    def lines(self, text: str, size: float, room: float) -> Iterator[str]:
        """Break a text into lines between words."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width(longer, size) > room:
                yield line
                longer = word
            line = longer
        yield line

    def _fitted(
        self, text: str, size: float, room: float, *, bold: bool
    ) -> tuple[str, FreeTypeFont]:
        wide = self.width(text, size, bold=bold)
        if wide > room:
            size = max(size * room / wide - 0.5, size * _LEAST)
        shown, font = text, self._font(text, size, bold=bold)
        while len(text) > 1 and font.getlength(shown) > room * self._scale:
            text = text[:-1]
            shown = text.rstrip() + ELLIPSIS
        return shown, font

    def _font(self, text: str, size: float, *, bold: bool) -> FreeTypeFont:
        return font_for(text, max(1, round(size * self._scale)), bold=bold)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale


_SYSTEM: Final = Path("/usr/share/fonts/truetype")
_PAIRS: Final = (  # regular and bold, preferred first
    ("kivy", "Roboto-Regular.ttf", "Roboto-Bold.ttf"),
    ("system", "dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    ("kivy", "DejaVuSans.ttf", "DejaVuSans.ttf"),
)
_NOWHERE: Final = "\U0010ffff"  # in no font: drawn as the missing-character glyph


def font_for(text: str, size: int, *, bold: bool = False) -> FreeTypeFont:
    """Return the first font that has the most characters of a text."""
    files = font_files(bold=bold)
    fonts = [_font(file, size) for file in files] or [_own_font(size)]
    return max(fonts, key=lambda font: sum(_has(font, character) for character in set(text)))


@cache
def font_files(*, bold: bool = False) -> tuple[Path, ...]:
    """Return the fonts on this machine, preferred first."""
    spec = find_spec("kivy")  # not imported, which would take a second and open the screen
    folders = {"system": _SYSTEM}
    if spec and spec.submodule_search_locations:
        folders["kivy"] = Path(spec.submodule_search_locations[0]) / "data/fonts"
    found = [
        folders[place] / (heavy if bold else regular)
        for place, regular, heavy in _PAIRS
        if place in folders
    ]
    return tuple(file for file in found if file.is_file())


@cache
def _font(file: Path, size: int) -> FreeTypeFont:
    return ImageFont.truetype(file, size)


@cache
def _own_font(size: int) -> FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, FreeTypeFont)  # it is if a size is given
    return font


@cache
def _has(font: FreeTypeFont, character: str) -> bool:
    return character.isspace() or _drawn(font, character) != _drawn(font, _NOWHERE)


def _drawn(font: FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character)
    return mask.size, bytes(mask)
