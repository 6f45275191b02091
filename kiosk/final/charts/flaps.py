"""Numbers on flaps, as on a departure board: all of them in three instructions."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color as Ink
from kivy.graphics import InstructionGroup, Mesh
from kivy.graphics.texture import Texture

from companion.text import number
from kiosk.final.charts import paint
from kiosk.final.charts.paint import Box
from kiosk.look.theme import Theme

_LETTERS: Final = "0123456789−"
_SIZE: Final = 0.86  # of a flap's height


class Flap(NamedTuple):
    """A number's place: the right end, the bottom, and how large its flaps are."""

    right: float
    bottom: float
    width: float
    height: float
    digits: int

    def boxes(self, gap: float) -> list[Box]:
        """Its flaps, from the right."""
        left = self.right - self.width
        return [
            (left - at * self.width, self.bottom, self.width - gap, self.height)
            for at in range(self.digits)
        ]


class Glyphs(NamedTuple):
    """Digits of one size, side by side in a texture."""

    texture: Texture
    lefts: tuple[float, ...]  # of each, in pixels; and where the last ends


@lru_cache(maxsize=8)
def glyphs(size: int) -> Glyphs:
    """All that numbers are made of."""
    made = CoreLabel(text=_LETTERS, font_size=size, bold=True, color=(1, 1, 1, 1))
    made.refresh()
    ten = made.get_extents(_LETTERS[:-1])[0]
    lefts = (*(ten * at / 10 for at in range(11)), made.texture.width)
    return Glyphs(made.texture, lefts)


def digits_of(points: Iterable[int]) -> int:
    """How many flaps the longest of these numbers needs."""
    return max((len(number(one)) for one in points), default=1)


class FlapNumbers(InstructionGroup):
    """Numbers of one size at their places; what they show changes without painting anew."""

    def __init__(self, theme: Theme, flaps: Sequence[Flap], gap: float) -> None:
        super().__init__()
        self._flaps = flaps
        boxes = [box for flap in flaps for box in flap.boxes(gap)]
        paint.fill(self, theme.raised, boxes)
        lines = [(x, y + height / 2, width, 1.0) for x, y, width, height in boxes]
        paint.fill(self, theme.ground, lines)
        self._glyphs = glyphs(int(flaps[0].height * _SIZE))
        self.add(Ink(*theme.text))
        self._mesh = Mesh(mode="triangles", texture=self._glyphs.texture)
        self.add(self._mesh)

    def show(self, numbers: Sequence[int | None]) -> None:
        """A number, or nothing, at every place."""
        vertices: list[float] = []
        indices: list[int] = []
        for flap, points in zip(self._flaps, numbers, strict=True):
            if points is not None:
                for box, letter in zip(flap.boxes(1), reversed(number(points)), strict=False):
                    self._letter(letter, box, vertices, indices)
        self._mesh.vertices, self._mesh.indices = vertices, indices

    def _letter(self, letter: str, box: Box, vertices: list[float], indices: list[int]) -> None:
        texture, at = self._glyphs.texture, _LETTERS.index(letter)
        left, right = self._glyphs.lefts[at : at + 2]
        (first, top), (whole, high) = texture.tex_coords[:2], texture.tex_coords[4:6]
        share = (whole - first) / texture.width
        u, v = first + left * share, first + right * share
        x = round(box[0] + (box[2] - right + left) / 2)
        y = round(box[1] + (box[3] - texture.height) / 2)
        number, wide = len(vertices) // 4, right - left
        vertices += (x, y, u, top, x + wide, y, v, top)
        vertices += (x + wide, y + texture.height, v, high, x, y + texture.height, u, high)
        indices += (number, number + 1, number + 2, number, number + 2, number + 3)
