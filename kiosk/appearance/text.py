"""Text that fits into its place, and names of which no two look alike."""

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

_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # from its usual size to its least
_LARGER: Final = (0.0, 0.33, 0.67)  # from a larger size to the usual one
_MAX_LAYOUT_ROUNDS: Final = (
    3  # rounds: in a list every text that finds its height moves all the others
)
_ARROWS: Final = "→←↑↓"  # Roboto has none
_WHITE: Final = (1, 1, 1, 1)


class Text(Hideable, Label):
    """A label `size_units` high; `line`: one line, may end in an ellipsis; `wrap`: several."""

    content = StringProperty("")
    size_units = NumericProperty(16)
    least = NumericProperty(0.7)  # of `size_units`: smaller than this it does not get
    fit = OptionProperty("line", options=("line", "wrap"))
    fit_width = NumericProperty(
        0
    )  # as wide as the text, up to so many units; 0: as wide as it is made
    rich = OptionProperty("no", options=("no", "yes"))  # `content` is markup already
    may_shorten = BooleanProperty(False)  # a player's name is in it: an ellipsis is no fault

    def __init__(self, **given: Any) -> None:
        self._refit = Clock.create_trigger(self._fit, -1)
        self._fitted: tuple[object, ...] = ()  # what it was fitted for
        self._is_fitting = False
        self._waited = 0  # rounds, for the boxes around it
        super().__init__(**{"size": (0, 0), **given})  # until it is laid out
        for name in ("content", "size_units", "bold", "fit_width"):
            self.fbind(name, self._fit_to_width)  # at once: what is beside it has its place by that
        for name in ("content", "size_units", "fit", "size", "bold", "rich"):
            self.fbind(name, self._refit)
        self._fit_to_width()
        self._refit()

    def _create_label(self) -> None:
        """Drawn in white, and tinted on the canvas: in another colour it need not be drawn anew.

        Markup alone is drawn in its colours.
        """
        super()._create_label()
        if not self.markup:
            self._label.options["color"] = _WHITE

    def _trigger_texture_update(self, name: str = "", *told: object) -> None:
        """Whatever changes, it is drawn when it is fitted, and only then."""
        if self.markup or name not in ("color", "disabled_color", "disabled"):
            super()._trigger_texture_update(name, *told)
            if not self._is_fitting:
                self._trigger_texture.cancel()
                self._fitted = ()
                self._refit()

    def texture_update(self, *args: object) -> None:
        """Upload the picture of the text now: in the midst of a frame it would hold that up."""
        super().texture_update(*args)
        if self.texture is not None:
            self.texture.bind()

    def _fit(self, *args: object) -> None:
        full = self.size_units * running_app().text_unit
        wanted = (self.content, full, self.fit, *self.size, self.bold, self.rich)
        if self._waited < _MAX_LAYOUT_ROUNDS and _is_to_be_laid_out(self.parent):
            self._waited += 1
            self._refit()  # then, once: its place may be another
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
            self._trigger_texture.cancel()  # it is drawn already

    def least_width(self, content: str) -> float:
        """How wide a line of it is, in bold and as small as it may get."""
        return width_of(
            content, float(int(self.size_units * self.least * running_app().unit)), bold=True
        )

    def _has_room(self) -> bool:
        return bool(min(self.size) > 1)

    def _choose_size(self, full: float) -> None:
        """The largest at which it fits, or else the least, with an ellipsis."""
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
        """What must stay in one line is measured before it is drawn: the text, or a word of it."""
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
    """Whether this box, or one around it, gives its parts new places before the next frame."""
    while isinstance(box, Layout):
        if box._trigger_layout.is_triggered:
            return True
        box = box.parent
    return False


def width_of(text: str, size: float, *, bold: bool) -> float:
    """How wide a line is."""
    return _extents(text, size, bold=bold)[0]


@lru_cache(maxsize=2048)
def _extents(text: str, size: float, *, bold: bool) -> tuple[float, float]:
    width, height = _measure(size, bold=bold).get_extents(text)
    return float(width), float(height)


@lru_cache(maxsize=64)
def _measure(size: float, *, bold: bool) -> CoreLabel:
    return CoreLabel(font_size=size, bold=bold)


def _marked_up(text: str, *, is_rich: bool) -> tuple[str, bool]:
    """With another font for what the usual one lacks."""
    if not is_rich and not any(arrow in text for arrow in _ARROWS):
        return text, False
    marked = text if is_rich else escape_markup(text)
    for arrow in _ARROWS:
        marked = marked.replace(arrow, f"[font=DejaVuSans.ttf]{arrow}[/font]")
    return marked, True


def _sizes(usual: float, full: float, least: float) -> list[float]:
    """From the size that is wanted to the least, each once.

    Text that is wanted larger takes what room there is; where there is none it is as usual, never
    smaller. In whole pixels, as it is drawn anyway: every size is a font of its own in memory.
    """
    larger = [full + (usual - full) * step for step in _LARGER] if full > usual else []
    smaller = [usual * (1 - (1 - least) * step) for step in _STEPS]
    return list(dict.fromkeys(float(int(size)) for size in (*larger, *smaller)))


class Flow(Text):
    """As wide as it is made, and as high as its lines; it never shrinks."""

    def _has_room(self) -> bool:
        return bool(self.width > 1)  # its height is yet to be found

    def _may_fit(self, size: float) -> bool:
        return True  # a word that is longer than the line goes on in the next

    def _fits(self) -> bool:
        self.height = self.texture_size[1]
        return True


def keep_named(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Name the places now, and anew whenever they change their width."""
    name_them = Clock.create_trigger(lambda *args: show_names(places, names), -1)
    for place in places:
        place.ids.name.bind(width=name_them, fit=name_them)
    name_them()


def show_names(places: Sequence[Widget], names: Sequence[str]) -> None:
    """Set `display_name` of every place to its name as it fits into the Text with the id `name`.

    One that may wrap takes two lines before it is cut; a place that is wider than others may
    have room for the whole name.
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
