"""Text that fits its box, and abbreviated names that stay distinct."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.text import ELLIPSIS, shortened, typeset
from kiosk import kv
from kiosk.appearance.hiding import Hideable
from kiosk.running import running_app

_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # from normal to minimum size
_LARGER: Final = (0.0, 0.33, 0.67)  # from larger to normal size
_MAX_LAYOUT_ROUNDS: Final = 3  # in a list, every text that sets its height moves the others
_ARROWS: Final = "→←↑↓"  # missing in Roboto
_WHITE: Final = (1, 1, 1, 1)


class Text(Hideable, Label):
    """A label `size_units` high; `line`: one line, possibly with an ellipsis; `wrap`: several."""

    content = StringProperty("")
    size_units = NumericProperty(16)
    least = NumericProperty(0.7)  # minimum share of `size_units`
    fit = OptionProperty("line", options=("line", "wrap"))
    fit_width = NumericProperty(0)  # as wide as the text, up to this many units; 0: fixed width
    rich = OptionProperty("no", options=("no", "yes"))  # `content` is markup
    may_shorten = BooleanProperty(False)  # contains a player's name, so an ellipsis is fine

    def __init__(self, **given: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        self._fitted: tuple[object, ...] = ()  # cache key of the last fit
        self._is_fitting = False
        self._waited = 0  # layout passes waited for the boxes around it
        super().__init__(**{"size": (0, 0), **given})  # until the first layout
        for name in ("content", "size_units", "bold", "fit_width"):
            self.fbind(name, self._fit_to_width)  # at once, as neighbours are positioned by it
        for name in ("content", "size_units", "fit", "size", "bold", "rich"):
            self.fbind(name, self._refit)
        self._fit_to_width()
        self._refit()

    def _create_label(self) -> None:
        """Render in white and tint on the canvas, so that a new colour needs no new rendering.

        Only markup is rendered in its colours.
        """
        super()._create_label()
        if not self.markup:
            self._label.options["color"] = _WHITE

    def _trigger_texture_update(self, name: str = "", *told: object) -> None:
        """Render only after fitting, whatever changes; a new colour needs none."""
        if self.markup or name not in ("color", "disabled_color", "disabled"):
            super()._trigger_texture_update(name, *told)
            if not self._is_fitting:
                self._trigger_texture.cancel()
                self._fitted = ()
                self._refit()

    def texture_update(self, *args: object) -> None:
        """Upload the texture now, as doing so during a frame would delay it."""
        super().texture_update(*args)
        if self.texture is not None:
            self.texture.bind()

    def _fit(self, *args: object) -> None:
        full = self.size_units * running_app().text_unit
        wanted = (self.content, full, self.fit, *self.size, self.bold, self.rich)
        if self._waited < _MAX_LAYOUT_ROUNDS and _is_to_be_laid_out(self.parent):
            self._waited += 1
            self._refit()  # once the layout is done
            return
        self._waited = 0
        if wanted != self._fitted:
            self._fitted, self._is_fitting = wanted, True
            self._fit_anew(full)
            self._is_fitting = False

    def _fit_anew(self, full: float) -> None:
        self.text, self.markup = _marked_up(typeset(self.content), is_rich=self.rich == "yes")
        self.shorten = False
        if self._has_room() and self.text:
            self.text_size = (self.width, None)
            self._choose_size(full)
            self._trigger_texture.cancel()  # already rendered

    def least_width(self, content: str) -> float:
        """Return the width of a line in bold, in the minimum size."""
        return width_of(
            content, float(int(self.size_units * self.least * running_app().unit)), bold=True
        )

    def _has_room(self) -> bool:
        return bool(min(self.size) > 1)

    def _choose_size(self, full: float) -> None:
        """Use the largest size that fits, or the minimum size with an ellipsis."""
        usual = self.size_units * running_app().unit
        for size in _sizes(usual, full, self.least):
            if self._may_fit(size):
                self.font_size = size
                self.texture_update()
                if self._fits():
                    return
        self.font_size = size
        if self.fit == "line":
            self.shorten, self.shorten_from, self.split_str = True, "right", ""
        self.texture_update()

    def _may_fit(self, size: float) -> bool:
        """Whether the text, or its longest word if it wraps, fits; measured without rendering."""
        if self.markup or not self.text.strip():
            return True
        whole = self.text if self.fit == "line" else max(self.text.split(), key=len)
        width, height = _extents(whole, size, bold=self.bold)
        return width <= self.width + 1 and height <= self.height + 1

    def _fit_to_width(self, *args: object) -> None:
        if not self.fit_width:
            return
        size = self.size_units * running_app().text_unit
        natural = width_of(typeset(self.content), size, bold=self.bold) + size / 4
        self.size_hint_x = None
        self.width = min(natural, self.fit_width * running_app().unit) if self.content else 0

    def _fits(self) -> bool:
        width, height = self.texture_size
        one_line = self.fit == "wrap" or height < 1.9 * self.font_size
        return bool(one_line and width <= self.width + 1 and height <= self.height + 1)


def _is_to_be_laid_out(box: Widget | None) -> bool:
    """Whether this box or one around it is waiting for a layout."""
    while isinstance(box, Layout):
        if box._trigger_layout.is_triggered:
            return True
        box = box.parent
    return False


def width_of(text: str, size: float, *, bold: bool) -> float:
    """Return a line's width in pixels."""
    return _extents(text, size, bold=bold)[0]


@lru_cache(maxsize=2048)
def _extents(text: str, size: float, *, bold: bool) -> tuple[float, float]:
    width, height = _measure(size, bold=bold).get_extents(text)
    return float(width), float(height)


@lru_cache(maxsize=64)
def _measure(size: float, *, bold: bool) -> CoreLabel:
    return CoreLabel(font_size=size, bold=bold)


def _marked_up(text: str, *, is_rich: bool) -> tuple[str, bool]:
    """Return markup that uses another font for missing characters, and whether it is markup."""
    if not is_rich and not any(arrow in text for arrow in _ARROWS):
        return text, False
    marked = text if is_rich else escape_markup(text)
    for arrow in _ARROWS:
        marked = marked.replace(arrow, f"[font=DejaVuSans.ttf]{arrow}[/font]")
    return marked, True


def _sizes(usual: float, full: float, least: float) -> list[float]:
    """Return the sizes to try, from the requested one to the minimum.

    Text enlarged by the setting shrinks no further than normal text. Sizes are whole pixels: every
    size is a separate font in memory.
    """
    larger = [full + (usual - full) * step for step in _LARGER] if full > usual else []
    smaller = [usual * (1 - (1 - least) * step) for step in _STEPS]
    return list(dict.fromkeys(float(int(size)) for size in (*larger, *smaller)))


class Flow(Text):
    """Text of a given width that sets its height to its lines and never shrinks."""

    def _has_room(self) -> bool:
        return bool(self.width > 1)  # the height is not known yet

    def _may_fit(self, size: float) -> bool:
        return True  # words longer than a line are broken

    def _fits(self) -> bool:
        self.height = self.texture_size[1]
        return True


def keep_named(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Set `display_name` of the widgets now, and again when their widths change."""
    name_them = Clock.create_trigger(lambda *args: show_names(places, names), -1)
    for place in places:
        place.ids.name.bind(width=name_them, fit=name_them)
    name_them()


def show_names(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Set `display_name` of each widget to its name as it fits into the Text with the id `name`.

    If all of these can wrap, names take two lines before they are abbreviated. Widgets wider than
    the others can show the whole name.
    """
    if not places:
        return
    texts = [place.ids.name for place in places]
    room, measure = min(text.width for text in texts), texts[0].least_width
    lines = 2 if all(text.fit == "wrap" for text in texts) else 1
    for place, name, shown in zip(
        places, names, shortened(names, room, measure, lines), strict=True
    ):
        (alone,) = shortened([name], place.ids.name.width, measure, lines)
        place.display_name = shown if ELLIPSIS in alone else alone


kv.load(__file__)
