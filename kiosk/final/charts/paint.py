"""Drawing functions for charts: rectangles, marks and labels, many per instruction."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color as Ink
from kivy.graphics import InstructionGroup, Mesh, Rectangle
from kivy.graphics.texture import Texture

from companion.text import typeset
from kiosk.appearance.contrast import rim_of, vanishes
from kiosk.appearance.shapes import line
from kiosk.appearance.smooth_shapes import mesh
from kiosk.appearance.theme import SHAPES, Color, Theme
from kiosk.map.canvas import texture_of
from kiosk.map.painting import squares

PaintPoint = tuple[float, float]
PaintBox = tuple[float, float, float, float]  # left, bottom, width, height

_RIM: Final = 1.42  # relative to the mark's size
_OUTLINED: Final = 1.6  # units around a line with low contrast


@lru_cache(maxsize=256)
def label(text: str, size: float, ink: Color, bold: bool = False) -> Texture:
    """Return a rendered text."""
    made = CoreLabel(text=typeset(text), font_size=size, color=ink, bold=bold)
    made.refresh()
    return made.texture


def write(
    group: InstructionGroup, texture: Texture, x: float, y: float, anchor: PaintPoint
) -> None:
    """Draw a label; `anchor` is the share of its size left of x and below y."""
    width, height = texture.size
    group.add(Ink(1, 1, 1, 1))
    corner = (round(x - width * anchor[0]), round(y - height * anchor[1]))
    group.add(Rectangle(texture=texture, pos=corner, size=texture.size))


def fill(group: InstructionGroup, ink: Color, boxes: Iterable[PaintBox]) -> None:
    """Draw rectangles on whole pixels, which need no smooth edges."""
    vertices: list[float] = []
    indices: list[int] = []
    for left, bottom, width, height in boxes:
        at = len(vertices) // 4
        x, y = round(left), round(bottom)
        right, top = max(x + 1, round(left + width)), max(y + 1, round(bottom + height))
        vertices += (x, y, 0, 0, right, y, 0, 0, right, top, 0, 0, x, top, 0, 0)
        indices += (at, at + 1, at + 2, at, at + 2, at + 3)
    if indices:
        group.add(Ink(*ink))
        group.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))


def frames(boxes: Iterable[PaintBox], width: float) -> Iterable[PaintBox]:
    """Return the edges of rectangles as rectangles."""
    for left, bottom, wide, high in boxes:
        yield left, bottom, wide, width
        yield left, bottom + high - width, wide, width
        yield left, bottom, width, high
        yield left + wide - width, bottom, width, high


def marks(
    group: InstructionGroup, theme: Theme, color: str, places: Sequence[PaintPoint], side: float
) -> None:
    """Draw a player's shape at each position, with a rim for contrast."""
    if not places:
        return
    rim = rim_of(theme, color)
    for ink, size in ((rim, side * _RIM), (theme.players[color], side)):
        stamp(group, ink, color, places, size)


def stamp(
    group: InstructionGroup, ink: Color, color: str, places: Sequence[PaintPoint], side: float
) -> None:
    """Draw a player's shape in any colour."""
    vertices, indices = squares(places, side)
    group.add(Ink(*ink))
    texture = texture_of(SHAPES[color])
    group.add(Mesh(vertices=vertices, indices=indices, mode="triangles", texture=texture))


def course(
    group: InstructionGroup, theme: Theme, color: str, places: Sequence[PaintPoint], width: float
) -> None:
    """Draw a player's line."""
    numbers = [number for place in straight(places) for number in place]
    if len(numbers) < 4:
        return
    if vanishes(theme.players[color], theme.ground):
        group.add(Ink(*theme.outline))
        group.add(mesh(line(numbers, width * _OUTLINED)))
    group.add(Ink(*theme.players[color]))
    group.add(mesh(line(numbers, width)))


def straight(places: Sequence[PaintPoint]) -> list[PaintPoint]:
    """Return the points of a line without those inside horizontal segments."""
    kept: list[PaintPoint] = []
    for place in places:
        if kept and place == kept[-1]:
            continue
        if len(kept) > 1 and kept[-2][1] == kept[-1][1] == place[1]:
            kept.pop()
        kept.append(place)
    return kept
