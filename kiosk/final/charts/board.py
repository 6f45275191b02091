"""The result as a split-flap departure board: players appear one by one, the winner last."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from kivy.animation import Animation
from kivy.clock import Clock, ClockEvent
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color as Ink
from kivy.graphics import InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.text import number, shortened
from kiosk.appearance.icons import PlayerShape
from kiosk.appearance.text import Text, width_of
from kiosk.appearance.theme import Theme
from kiosk.final.charts import paint
from kiosk.final.charts.paint import PaintBox
from kiosk.final.view import ResultReveal, RevealRow
from kiosk.running import running_app
from kiosk.widgets.tap import Tappable

_LETTERS: Final = "0123456789−"
_SIZE: Final = 0.86  # relative to a flap's height


class FlapPlace(NamedTuple):
    """A number's position: right end, bottom, and the size of its flaps."""

    right: float
    bottom: float
    width: float
    height: float
    digits: int

    def boxes(self, gap: float) -> list[PaintBox]:
        """Return its flaps, from the right."""
        left = self.right - self.width
        return [
            (left - at * self.width, self.bottom, self.width - gap, self.height)
            for at in range(self.digits)
        ]


class Glyphs(NamedTuple):
    """Digits of one size in a texture."""

    texture: Texture
    lefts: tuple[float, ...]  # left edges in pixels, and the right edge of the last


@lru_cache(maxsize=8)
def glyphs(size: int) -> Glyphs:
    """Return the digits and the minus sign."""
    made = CoreLabel(text=_LETTERS, font_size=size, bold=True, color=(1, 1, 1, 1))
    made.refresh()
    ten = made.get_extents(_LETTERS[:-1])[0]
    lefts = (*(ten * at / 10 for at in range(11)), made.texture.width)
    return Glyphs(made.texture, lefts)


def digits_of(points: Iterable[int]) -> int:
    """Return how many flaps the longest number needs."""
    return max((len(number(one)) for one in points), default=1)


class FlapNumbers(InstructionGroup):
    """Numbers of one size; changing them needs no repainting of the flaps."""

    def __init__(self, theme: Theme, flaps: Sequence[FlapPlace], gap: float) -> None:
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
        """Show a number, or nothing, at each position."""
        vertices: list[float] = []
        indices: list[int] = []
        for flap, points in zip(self._flaps, numbers, strict=True):
            if points is not None:
                for box, letter in zip(flap.boxes(1), reversed(number(points)), strict=False):
                    self._letter(letter, box, vertices, indices)
        self._mesh.vertices, self._mesh.indices = vertices, indices

    def _letter(
        self, letter: str, box: PaintBox, vertices: list[float], indices: list[int]
    ) -> None:
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


BOARD_SECONDS: Final = 3.0  # seconds that the complete board is shown

_SIDE, _HEAD, _WORDS, _NAMES = 16, 64, 24, 34  # units
_GAP, _LEAST = 16, 52  # units between columns, and the minimum width
_LARGEST: Final = 62  # maximum height of a flap in units
_SMALLER: Final = 0.8  # of a heading that is wider than its column
_TOTAL: Final = 1.25  # size of a total's flaps relative to the others


@dataclass(frozen=True, slots=True)
class Billing:
    """Texts on the board."""

    names: Sequence[str]  # by seat
    colors: Sequence[str]
    columns: Sequence[str]  # the last is the total
    opening: str
    winner: str


class ResultBoard(Tappable):
    """Shows the animated result; fires on_done when it has been shown, or on a tap."""

    seconds = NumericProperty(0)

    __events__ = ("on_tap", "on_hold", "on_unveiled", "on_done")  # type: ignore[assignment]

    def __init__(self, unveiling: ResultReveal, billing: Billing, **given: Any) -> None:
        self.app = running_app()
        self._unveiling, self._billing = unveiling, billing
        self._numbers: list[FlapNumbers] = []
        self._seen: object = None
        self._named: dict[int, tuple[Widget, ...]] = {}
        self._timer: ClockEvent | None = None
        super().__init__(**given)
        self._title = self._text(billing.opening, size_units=30, least=0.5, bold=True, fit="wrap")
        self._hint = self._text(
            self.app._("tap to skip"), size_units=15, halign="right", quiet=True
        )
        self._words = [
            self._text(word, size_units=14, halign="right", quiet=True) for word in billing.columns
        ]
        place = Clock.create_trigger(self._place, -1)
        self.bind(pos=place, size=place, seconds=self._show)
        place()

    def on_unveiled(self) -> None:
        """Fired when the winner is shown."""

    def on_done(self) -> None:
        """Fired at the end, or on a tap."""

    def on_tap(self, moment: object) -> None:
        self.dispatch("on_done")

    # --- timing ---

    def play(self) -> None:
        """Start the animation."""
        lasts = self._unveiling.lasts
        motion = Animation(seconds=lasts, d=lasts)
        motion.bind(on_complete=lambda *args: self._stay())
        motion.start(self)

    def _stay(self) -> None:
        self.dispatch("on_unveiled")
        self._timer = Clock.schedule_once(lambda *args: self.dispatch("on_done"), BOARD_SECONDS)

    def stop(self) -> None:
        """Stop the animation."""
        Animation.cancel_all(self, "seconds")
        if self._timer is not None:
            self._timer.cancel()

    # --- layout ---

    def _text(self, content: str, *, quiet: bool = False, **look: Any) -> Text:
        text = Text(content=content, size_hint=(None, None), **look)
        if quiet:
            text.color = self.app.theme.quiet
        self.add_widget(text)
        return text

    @property
    def _rows(self) -> tuple[RevealRow, ...]:
        return self._unveiling.rows

    def _place(self, *args: object) -> None:
        unit, upright = self.app.unit, self.app.upright
        if min(self.size) <= 1:
            return
        head = self.top - _HEAD * unit
        self._title.pos, self._title.size = (self.x + _SIDE * unit, head), self._head(0.7)
        self._hint.size = self._head(0.28)
        self._hint.pos = (self.right - _SIDE * unit - self._hint.width, head)
        below = head - _WORDS * unit
        row = min((below - self.y - 8 * unit) / len(self._rows), (150 if upright else 130) * unit)
        self._row, self._below = row, below
        names = _NAMES * unit if upright else 0
        high = min(_LARGEST * unit, 0.7 * (row - names) / _TOTAL)
        self._lay_columns(high)
        self._lay_flaps(names)
        for at in list(self._named):
            self._place_name(at)
        self._seen = None
        self._show()

    def _head(self, share: float) -> tuple[float, float]:
        return share * (self.width - 2 * _SIDE * self.app.unit), (_HEAD - 6) * self.app.unit

    def _lay_columns(self, high: float) -> None:
        """Use the largest size that fits."""
        unit = self.app.unit
        columns = list(zip(*(row.points for row in self._rows), strict=True))
        digits = [digits_of(column) for column in columns]
        digits.append(digits_of([row.total for row in self._rows]))
        room = self.width - (2 * _SIDE + (0 if self.app.upright else 180)) * unit
        wide = 0.62 * high
        for _ in range(40):  # until it fits
            if self._widths(digits, wide)[1] <= room:
                break
            wide *= 0.96
        self._digits, self._wide, self._high = digits, wide, min(high, wide / 0.62)
        widths = self._widths(digits, wide)[0]
        right = self.right - _SIDE * unit
        self._rights: list[float] = []
        for width, word in zip(widths[::-1], self._words[::-1], strict=True):
            self._rights.insert(0, right)
            word.size = (width + 0.7 * _GAP * unit, _WORDS * unit)
            word.pos = (right - word.width, self._below)
            right -= width + _GAP * unit
        self._left = right

    def _widths(self, digits: Sequence[int], wide: float) -> tuple[list[float], float]:
        unit = self.app.unit
        least = [max(_LEAST * unit, self._word_needs(word)) for word in self._words]
        counts = [*digits[:-1], digits[-1] * _TOTAL]
        widths = [max(few, count * wide) for few, count in zip(least, counts, strict=True)]
        return widths, sum(widths) + _GAP * unit * (len(widths) - 1)

    def _word_needs(self, word: Text) -> float:
        """Return a column's minimum width for its heading, which can extend into the gap."""
        unit = self.app.unit
        size = float(int(_SMALLER * word.size_units * unit))
        return width_of(word.content, size, bold=False) + float(1 - 0.7 * _GAP) * float(unit)

    def _lay_flaps(self, names: float) -> None:
        plain, totals = [], []
        for at in range(len(self._rows)):
            middle = self._below - (at + 0.5) * self._row - names / 2
            for right, digits in zip(self._rights[:-1], self._digits[:-1], strict=True):
                bottom = middle - self._high / 2
                plain.append(FlapPlace(right, bottom, self._wide, self._high, digits))
            wide, high = self._wide * _TOTAL, self._high * _TOTAL
            totals.append(
                FlapPlace(self._rights[-1], middle - high / 2, wide, high, self._digits[-1])
            )
        for numbers in self._numbers:
            self.canvas.remove(numbers)
        gap = max(1.0, 2 * self.app.unit)
        self._numbers = [FlapNumbers(self.app.theme, flaps, gap) for flaps in (plain, totals)]
        for numbers in self._numbers:
            self.canvas.add(numbers)

    # --- display ---

    def _show(self, *args: object) -> None:
        if self.seconds >= self._unveiling.lasts:
            self._title.content, self._hint.content = self._billing.winner, ""
        shown = self._unveiling.at(self.seconds)
        if shown == self._seen or not self._numbers:
            return
        self._seen = shown
        plain, totals = self._numbers
        blank = [None] * len(self._billing.columns)
        plain.show([cell for one in shown for cell in (*one.points, *blank)[: len(blank) - 1]])
        totals.show([one.total for one in shown])
        for at, one in enumerate(shown):
            if one.named and at not in self._named:
                self._name(at)

    def _name(self, at: int) -> None:
        row, theme = self._rows[at], self.app.theme
        color = self._billing.colors[row.seat]
        place = self._text(str(row.place), size_units=19, bold=True)
        place.color = theme.accent if row.place == 1 else theme.quiet
        icon = PlayerShape(color=color)
        self.add_widget(icon)
        name = self._text("", size_units=21, least=0.8, bold=True, may_shorten=True)
        self._named[at] = place, icon, name
        self._place_name(at)

    def _place_name(self, at: int) -> None:
        unit, upright = self.app.unit, self.app.upright
        place, icon, name = self._named[at]
        bottom = self._below - (at + 1) * self._row
        high = _NAMES * unit if upright else self._row
        if upright:
            bottom += self._row - high - 4 * unit
        left = self.x + _SIDE * unit
        place.pos, place.size = (left, bottom), (22 * unit, high)
        icon.size = (20 * unit, 20 * unit)
        icon.pos = (left + 24 * unit, bottom + (high - icon.height) / 2)
        start = icon.right + 9 * unit
        end = self.right - _SIDE * unit if upright else self._left
        name.pos, name.size = (start, bottom), (end - start, high)
        size = float(int(21 * 0.8 * unit))
        fitting = shortened(
            self._billing.names, end - start, lambda text: width_of(text, size, bold=True)
        )
        name.content = fitting[self._rows[at].seat]
