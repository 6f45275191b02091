"""Icons as data, drawn with smooth edges in any size and colour."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from kiosk import kv
from kiosk.appearance import shapes
from kiosk.appearance.shapes import Triangles
from kiosk.appearance.smooth_shapes import mesh

Part = tuple[Any, ...]
GRID: Final = 24.0
_LETTER: Final = 0.52  # size of the letter at the upper left, relative to the icon
_OVER_LETTER: Final = 0.2  # empty share of a line's height above a letter

# On a grid of 24 by 24, from the bottom left. `box` x y width height radius; `disc` x y radius;
# `tri`, `quad`, `poly` corners; `line` width points; `cut`: from here on in the background's
# colour; `ink`: in the icon's colour again.
ICONS: Final[dict[str, tuple[Part, ...]]] = {
    "square": (("box", 3, 3, 18, 18, 1.5),),
    "triangle": (("tri", 2, 3, 22, 3, 12, 21.5),),
    "circle": (("disc", 12, 12, 9.6),),
    "diamond": (("quad", 12, 1.5, 22.5, 12, 12, 22.5, 1.5, 12),),
    "cross": (("box", 8.4, 2, 7.2, 20, 1), ("box", 2, 8.4, 20, 7.2, 1)),
    "train": (
        ("box", 2, 8, 20, 12, 2.5),
        ("disc", 7, 5.5, 2.6),
        ("disc", 17, 5.5, 2.6),
        ("cut",),
        ("box", 4.5, 13, 4, 4, 0.8),
        ("box", 10, 13, 4, 4, 0.8),
        ("box", 15.5, 13, 4, 4, 0.8),
    ),
    "ticket": (
        ("box", 1, 6, 22, 12, 1.5),
        ("cut",),
        ("disc", 1, 12, 2.6),
        ("disc", 23, 12, 2.6),
    ),
    # Terrains leave space for their letter at the upper left.
    "desert": (
        ("disc", 15.5, 15, 5.2),
        ("tri", 1, 3, 1, 8.5, 14, 3),
        ("tri", 8, 3, 23, 3, 23, 8.5),
        ("box", 1, 3, 22, 2.4, 0.5),
    ),
    "jungle": (
        ("disc", 13.8, 11.2, 7.2),
        ("tri", 21, 11.2, 22.3, 20.3, 13.2, 18.4),
        ("tri", 6.6, 11.5, 13.8, 4, 2.1, 2.2),
        ("cut",),
        ("line", 0.9, 1.6, 1.8, 7.5, 6.5, 16.6, 14.6),
    ),
    "mountain": (
        ("tri", 7.5, 3.5, 23.5, 3.5, 15.5, 19),
        ("tri", 0.5, 3.5, 13, 3.5, 6.8, 11.5),
        ("cut",),
        ("tri", 13.7, 15.6, 17.3, 15.6, 15.5, 13.2),
    ),
    "locomotive": (
        ("box", 2.5, 8, 13, 6, 1.5),
        ("box", 13, 8, 8.5, 12.5, 1),
        ("box", 4.4, 13, 3.4, 7, 0.8),
        ("box", 1, 6.2, 21, 3, 1),
        ("disc", 5.2, 4.4, 2.7),
        ("disc", 11.6, 4.4, 2.7),
        ("disc", 18.4, 4.4, 2.7),
        ("cut",),
        ("box", 15.2, 14.4, 4.2, 3.6, 0.6),
    ),
    "claim": (
        ("box", 1, 10.4, 4.4, 3.2, 0.8),
        ("box", 7, 10.4, 4.4, 3.2, 0.8),
        ("box", 13, 10.4, 4, 3.2, 0.8),
        ("tri", 16, 6.2, 16, 17.8, 23, 12),
    ),
    "undo": (
        ("line", 1.25, 6, 15, 15, 15, 18.4, 13.6, 19.8, 10.4, 18.4, 7.2, 15, 5.8, 9, 5.8),
        ("tri", 8.6, 10.2, 8.6, 19.8, 2.4, 15),
    ),
    "redo": (
        ("line", 1.25, 18, 15, 9, 15, 5.6, 13.6, 4.2, 10.4, 5.6, 7.2, 9, 5.8, 15, 5.8),
        ("tri", 15.4, 10.2, 15.4, 19.8, 21.6, 15),
    ),
    "menu": (
        ("box", 3, 16.6, 18, 2.2, 1),
        ("box", 3, 10.9, 18, 2.2, 1),
        ("box", 3, 5.2, 18, 2.2, 1),
    ),
    "close": (("line", 1.2, 6, 6, 18, 18), ("line", 1.2, 6, 18, 18, 6)),
    "back": (("line", 1.3, 15, 4.5, 7.5, 12, 15, 19.5),),
    "next": (("line", 1.3, 9, 4.5, 16.5, 12, 9, 19.5),),
    "up": (("line", 1.3, 4.5, 9, 12, 16.5, 19.5, 9),),
    "down": (("line", 1.3, 4.5, 15, 12, 7.5, 19.5, 15),),
    "check": (("line", 1.5, 4, 12.5, 9.5, 6.5, 20, 18),),
    "plus": (("box", 10.6, 4, 2.8, 16, 1), ("box", 4, 10.6, 16, 2.8, 1)),
    "minus": (("box", 4, 10.6, 16, 2.8, 1),),
    "first": (
        ("disc", 12, 12, 10.5),
        ("cut",),
        ("disc", 12, 12, 8.9),
        ("ink",),
        ("box", 11, 6.5, 2.4, 11, 0.6),
        ("quad", 8.2, 14.2, 11.4, 17.5, 12.6, 16, 9.2, 12.6),
    ),
    "clock": (
        ("disc", 12, 12, 10.5),
        ("cut",),
        ("disc", 12, 12, 8.6),
        ("ink",),
        ("line", 0.95, 12, 18, 12, 12, 16.4, 9.6),
    ),
    "pause": (("box", 6, 4.5, 4.2, 15, 1), ("box", 13.8, 4.5, 4.2, 15, 1)),
    "play": (("tri", 6.5, 3.5, 6.5, 20.5, 20.5, 12),),
    "lock": (
        ("line", 1.2, 7, 12, 7, 16.4, 9, 19.6, 12, 20.8, 15, 19.6, 17, 16.4, 17, 12),
        ("box", 4, 2.5, 16, 11, 2),
        ("cut",),
        ("disc", 12, 9, 1.8),
        ("box", 11.1, 5, 1.8, 4, 0.6),
    ),
    "warning": (
        ("tri", 1, 2.5, 23, 2.5, 12, 22),
        ("cut",),
        ("box", 10.9, 8.4, 2.2, 7.2, 0.8),
        ("disc", 12, 5.8, 1.4),
    ),
    "dot": (("disc", 12, 12, 6),),
    "sun": (
        ("disc", 12, 12, 5),
        ("line", 1, 12, 19.4, 12, 22.6),
        ("line", 1, 12, 1.4, 12, 4.6),
        ("line", 1, 1.4, 12, 4.6, 12),
        ("line", 1, 19.4, 12, 22.6, 12),
        ("line", 1, 4.5, 4.5, 6.8, 6.8),
        ("line", 1, 17.2, 17.2, 19.5, 19.5),
        ("line", 1, 4.5, 19.5, 6.8, 17.2),
        ("line", 1, 17.2, 6.8, 19.5, 4.5),
    ),
    "moon": (("disc", 11, 12, 9.5), ("cut",), ("disc", 15.4, 14.6, 8)),
    "contrast": (
        ("disc", 12, 12, 10.5),
        ("cut",),
        ("disc", 12, 12, 8.6),
        ("ink",),
        ("poly", 12, 20.6, 7.7, 19.4, 4.6, 16.3, 3.4, 12, 4.6, 7.7, 7.7, 4.6, 12, 3.4),
    ),
    "book": (
        ("box", 3, 3, 18, 18, 2),
        ("cut",),
        ("box", 6.4, 5, 1.2, 14, 0.4),
        ("box", 10, 14.6, 8, 1.5, 0.5),
        ("box", 10, 11, 8, 1.5, 0.5),
    ),
    "list": (
        ("disc", 4.4, 17.8, 1.7),
        ("disc", 4.4, 12, 1.7),
        ("disc", 4.4, 6.2, 1.7),
        ("box", 8.4, 16.7, 13, 2.2, 1),
        ("box", 8.4, 10.9, 13, 2.2, 1),
        ("box", 8.4, 5.1, 13, 2.2, 1),
    ),
    "tally": (
        ("line", 1.1, 4, 4, 4, 20),
        ("line", 1.1, 9.3, 4, 9.3, 20),
        ("line", 1.1, 14.7, 4, 14.7, 20),
        ("line", 1.1, 20, 4, 20, 20),
        ("line", 1.1, 1, 7, 23, 17),
    ),
    "gear": (
        ("box", 10, 1, 4, 22, 1),
        ("box", 1, 10, 22, 4, 1),
        ("quad", 4, 6.9, 6.9, 4, 20, 17.1, 17.1, 20),
        ("quad", 17.1, 4, 20, 6.9, 6.9, 20, 4, 17.1),
        ("disc", 12, 12, 7.6),
        ("cut",),
        ("disc", 12, 12, 3.4),
    ),
    "people": (
        ("disc", 8.5, 15.5, 4),
        ("box", 2, 3.5, 13, 8, 4),
        ("disc", 17, 14.5, 3.2),
        ("box", 14.4, 4.5, 7.8, 6.8, 3.2),
    ),
    "power": (
        ("line", 1.2, 7, 17.4, 4.4, 14, 4.2, 9, 7.4, 4.6, 12, 3.2),
        ("line", 1.2, 12, 3.2, 16.6, 4.6, 19.8, 9, 19.6, 14, 17, 17.4),
        ("line", 1.2, 12, 12, 12, 21.5),
    ),
    "leave": (
        ("line", 1.1, 13, 20, 4, 20, 4, 4, 13, 4),
        ("line", 1.2, 9, 12, 19, 12),
        ("tri", 17, 7.4, 17, 16.6, 22.6, 12),
    ),
    "backspace": (
        ("tri", 1, 12, 8, 4.5, 8, 19.5),
        ("box", 7, 4.5, 16, 15, 1.5),
        ("cut",),
        ("line", 0.9, 11, 8.5, 18, 15.5),
        ("line", 0.9, 11, 15.5, 18, 8.5),
    ),
    "shift": (("tri", 3, 11, 21, 11, 12, 21), ("box", 8.4, 3, 7.2, 9, 0.8)),
    "globe": (
        ("disc", 12, 12, 10),
        ("cut",),
        ("disc", 12, 12, 8.4),
        ("ink",),
        ("line", 0.7, 2.8, 12, 21.2, 12),
        ("line", 0.7, 12, 2.8, 12, 21.2),
        ("line", 0.7, 12, 2.8, 7.8, 7, 7.4, 12, 7.8, 17, 12, 21.2),
        ("line", 0.7, 12, 21.2, 16.2, 17, 16.6, 12, 16.2, 7, 12, 2.8),
    ),
    "home": (
        ("tri", 1.5, 11.5, 22.5, 11.5, 12, 21.5),
        ("box", 5, 3, 14, 9.5, 0.8),
        ("cut",),
        ("box", 10, 3, 4, 6, 0.4),
    ),
    "flag": (("box", 4, 2, 2, 20, 0.8), ("tri", 5.5, 21, 5.5, 10, 21, 15.5)),
    "marker": (  # for scores
        ("disc", 12, 17, 4.6),
        ("tri", 4.5, 4.5, 19.5, 4.5, 12, 19),
        ("box", 3.5, 2.5, 17, 3.4, 1.2),
    ),
    "cup": (
        ("box", 6.5, 10.5, 11, 11, 2),
        ("disc", 12, 11.5, 5.5),
        ("line", 0.95, 7, 19, 2.8, 19, 3.4, 15, 7.4, 12.6),
        ("line", 0.95, 17, 19, 21.2, 19, 20.6, 15, 16.6, 12.6),
        ("box", 10.8, 4, 2.4, 6, 0.4),
        ("box", 6.8, 2, 10.4, 2.8, 0.9),
    ),
    "chart": (
        ("box", 2, 2.2, 20, 2.2, 0.8),
        ("box", 4, 6, 4.2, 6.5, 0.8),
        ("box", 10, 6, 4.2, 15.5, 0.8),
        ("box", 16, 6, 4.2, 11, 0.8),
    ),
    "bin": (
        ("box", 2.5, 17.4, 19, 2.4, 0.9),
        ("box", 8.5, 19, 7, 3, 1),
        ("quad", 4.4, 16, 19.6, 16, 18, 1.8, 6, 1.8),
        ("cut",),
        ("box", 8.6, 4.4, 1.5, 9, 0.5),
        ("box", 13.9, 4.4, 1.5, 9, 0.5),
    ),
    "shelf": (  # past games, in their boxes
        ("box", 1.5, 2, 21, 2.2, 0.6),
        ("box", 3, 5.2, 18, 5, 0.9),
        ("box", 5, 11.2, 16, 5, 0.9),
        ("box", 3.6, 17.2, 14, 5, 0.9),
    ),
    "merge": (
        ("line", 1.2, 2.5, 19, 8, 19, 13, 12, 17, 12),
        ("line", 1.2, 2.5, 5, 8, 5, 13, 12),
        ("tri", 16, 7, 16, 17, 22.5, 12),
    ),
    "pin": (  # a place
        ("disc", 12, 15.2, 6.8),
        ("tri", 6, 12, 18, 12, 12, 1.5),
        ("cut",),
        ("disc", 12, 15.4, 2.7),
    ),
    "gavel": (
        ("quad", 4.6, 14.4, 11.6, 21.4, 17.4, 15.6, 10.4, 8.6),
        ("line", 1.5, 13, 13, 21.4, 4.6),
        ("box", 1.5, 2, 12, 2.6, 0.9),
    ),
    "eye": (
        ("quad", 1, 12, 12, 5, 23, 12, 12, 19),
        ("cut",),
        ("disc", 12, 12, 4.4),
        ("ink",),
        ("disc", 12, 12, 2.4),
    ),
    "hand": (
        ("box", 7, 1.5, 11.4, 10, 3.5),
        ("box", 7, 8, 2.4, 12, 1.2),
        ("box", 10, 8, 2.4, 14.5, 1.2),
        ("box", 13, 8, 2.4, 13.5, 1.2),
        ("box", 16, 8, 2.4, 11, 1.2),
        ("line", 1.25, 8.4, 5, 3.4, 11.6),
    ),
    "pencil": (
        ("quad", 6, 4.6, 9.4, 8, 20.6, 19.2, 17.2, 22.6),
        ("quad", 6, 4.6, 17.2, 15.8, 20.6, 19.2, 9.4, 8),
        ("quad", 4.6, 6, 15.8, 17.2, 19.2, 20.6, 8, 9.4),
        ("tri", 2, 2, 8.6, 4.2, 4.2, 8.6),
    ),
    "button": (
        ("box", 2, 4, 20, 6, 1.5),
        ("box", 6, 11.5, 12, 8, 2.5),
    ),
    "light": (
        ("disc", 12, 15, 7.5),
        ("box", 8.2, 4, 7.6, 2.2, 0.8),
        ("box", 9.4, 0.8, 5.2, 2.2, 0.8),
    ),
    "sound": (
        ("box", 1, 8, 7, 8, 1),
        ("quad", 5, 8, 12.5, 2.5, 12.5, 21.5, 5, 16),
        ("line", 1.1, 15.6, 8.2, 17, 12, 15.6, 15.8),
        ("line", 1.1, 19, 5, 21.8, 12, 19, 19),
    ),
    "export": (
        ("line", 1.2, 4, 10, 4, 3.5, 20, 3.5, 20, 10),
        ("line", 1.3, 12, 8, 12, 16),
        ("tri", 6.6, 15, 17.4, 15, 12, 22.4),
    ),
    "qr": (
        ("box", 2, 13, 9, 9, 0.6),
        ("box", 13, 13, 9, 9, 0.6),
        ("box", 2, 2, 9, 9, 0.6),
        ("cut",),
        ("box", 4, 15, 5, 5, 0.3),
        ("box", 15, 15, 5, 5, 0.3),
        ("box", 4, 4, 5, 5, 0.3),
        ("ink",),
        ("box", 5.3, 16.3, 2.4, 2.4, 0.2),
        ("box", 16.3, 16.3, 2.4, 2.4, 0.2),
        ("box", 5.3, 5.3, 2.4, 2.4, 0.2),
        ("box", 13, 8, 3, 3, 0.2),
        ("box", 19, 8, 3, 3, 0.2),
        ("box", 16, 5, 3, 3, 0.2),
        ("box", 13, 2, 3, 3, 0.2),
        ("box", 19, 2, 3, 3, 0.2),
    ),
    "stick": (
        ("box", 5.5, 1, 13, 14.5, 2),
        ("box", 7.5, 15, 9, 8, 0.8),
        ("cut",),
        ("box", 9.2, 18.4, 2, 2, 0.2),
        ("box", 12.8, 18.4, 2, 2, 0.2),
    ),
    "phone": (
        ("box", 6, 1, 12, 22, 2.4),
        ("cut",),
        ("box", 7.8, 5.2, 8.4, 14.4, 0.4),
        ("box", 10.3, 2.6, 3.4, 1.2, 0.5),
    ),
    "display": (
        ("box", 1, 4.5, 22, 15, 2),
        ("cut",),
        ("box", 3.2, 6.7, 17.6, 10.6, 0.8),
        ("ink",),
        ("box", 5.6, 12.8, 12.8, 2, 0.6),
        ("box", 5.6, 9.2, 8, 2, 0.6),
    ),
}


def draw(
    name: str, box: tuple[float, float, float], ink: Sequence[float], ground: Sequence[float]
) -> InstructionGroup:
    """Return an icon in a square at x, y, as drawing instructions."""
    x, y, size = box
    group = InstructionGroup()
    for is_ink, triangles in _runs(name, size):
        group.add(Color(*(ink if is_ink else ground)))
        group.add(mesh(triangles, x, y))
    return group


@lru_cache(maxsize=256)
def _runs(name: str, size: float) -> tuple[tuple[bool, Triangles], ...]:
    """Return the icon's triangles in drawing order, each with whether it is ink or cut out."""
    k = size / GRID
    runs: list[tuple[bool, list[Triangles]]] = [(True, [])]
    for part in ICONS.get(name, ()):
        if part[0] in ("cut", "ink"):
            runs.append((part[0] == "ink", []))
        else:
            runs[-1][1].append(_shape(part, k))
    return tuple((is_ink, shapes.joined(parts)) for is_ink, parts in runs if parts)


@lru_cache(maxsize=64)
def _rim(name: str, size: float) -> Triangles:
    """Return the icon's shapes, slightly enlarged."""
    parts = [part for part in ICONS.get(name, ()) if part[0] not in ("cut", "ink")]
    return shapes.joined(_shape(part, size / GRID, grown=size / 14) for part in parts)


def _shape(part: Part, k: float, grown: float = 0) -> Triangles:
    kind, numbers = part[0], [k * number for number in part[1:]]
    if kind == "line":
        return shapes.line(numbers[1:], 2 * max(1.0, numbers[0]) + 2 * grown)
    if kind == "box":
        return shapes.filled(shapes.box(*numbers), grown)
    if kind == "disc":
        return shapes.filled(shapes.disc(*numbers), grown)
    return shapes.filled(shapes.polygon(numbers), grown)


@lru_cache(maxsize=32)
def _letter(letter: str, size: int) -> Texture:
    """Return the letter in white, for tinting."""
    made = CoreLabel(text=letter, font_size=size, bold=True)
    made.refresh()
    return made.texture


class Icon(Widget):
    """An icon in its box, or in `size_units` if set; empty without a name."""

    name = StringProperty("")
    size_units = NumericProperty(0)
    tint = ColorProperty((1, 1, 1, 1))
    ground = ColorProperty((0, 0, 0, 1))  # fills cut-outs
    outline = ColorProperty((0, 0, 0, 0))  # for low contrast
    letter = StringProperty("")  # a terrain's letter at the upper left

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        redraw = Clock.create_trigger(self._draw, -1)  # once per frame
        for name in ("name", "letter", "tint", "ground", "outline", "pos", "size"):
            self.fbind(name, redraw)
        redraw()

    def _draw(self, *args: object) -> None:
        self.canvas.clear()
        size = min(self.size)
        if not self.name or size <= 0:
            return
        x, y = self.center_x - size / 2, self.center_y - size / 2
        if self.outline[3]:
            self.canvas.add(Color(*self.outline))
            self.canvas.add(mesh(_rim(self.name, size), x, y))
        self.canvas.add(draw(self.name, (x, y, size), self.tint, self.ground))
        if self.letter:
            self._write((x, y + size), size)

    def _write(self, corner: tuple[float, float], size: float) -> None:
        """Draw the letter in the icon's colour."""
        texture = _letter(self.letter, round(_LETTER * size))
        left, top = corner
        place = (round(left), round(top - texture.height + _OVER_LETTER * texture.height))
        self.canvas.add(Color(*self.tint))
        self.canvas.add(Rectangle(texture=texture, pos=place, size=texture.size))


class PlayerShape(Icon):
    """A player's shape in their colour, outlined if contrast is too low; '' shows nothing.

    The icon `instead` replaces the shape, in the colour `ink`.
    """

    color = StringProperty("")
    instead = StringProperty("")
    ink = ColorProperty((1, 1, 1, 1))


kv.load(__file__)
