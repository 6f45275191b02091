"""Text that fits: smaller where it must be, never cut in silence."""

from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.properties import BooleanProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)  # from its full size to its least
_ARROWS: Final = "→←↑↓"  # Roboto has none


class Text(Label):
    """A label of `units` in size; `line`: one line, may end in an ellipsis; `wrap`: several."""

    said = StringProperty("")
    units = NumericProperty(16)
    least = NumericProperty(0.7)  # of `units`: smaller than this it does not get
    fit = OptionProperty("line", options=("line", "wrap"))
    hug = NumericProperty(0)  # as wide as the text, up to so many units; 0: as wide as it is made
    rich = OptionProperty("no", options=("no", "yes"))  # `said` is markup already
    may_shorten = BooleanProperty(False)  # a player's name is in it: an ellipsis is no fault

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        self._refit = Clock.create_trigger(self._fit, -1)
        super().__init__(**given)
        for name in ("said", "units", "fit", "size", "bold", "rich", "hug"):
            self.fbind(name, self._refit)
        self._refit()

    def _fit(self, *args: object) -> None:
        self.text, self.markup = _marked_up(self.said, is_rich=self.rich == "yes")
        self.shorten = False
        full = self.units * App.get_running_app().u
        if self.hug:
            self._hug(full)
        if self.width <= 1 or not self.text:
            return
        self.text_size = (self.width, None)
        for step in _STEPS:
            self.font_size = full * (1 - (1 - self.least) * step)
            self.texture_update()
            if self._fits():
                return
        if self.fit == "line":
            self.shorten, self.shorten_from, self.split_str = True, "right", ""
            self.texture_update()

    def _hug(self, size: float) -> None:
        label = CoreLabel(font_size=size, bold=self.bold)
        natural = label.get_extents(self.said)[0] + size / 4
        self.size_hint_x = None
        self.width = min(natural, self.hug * App.get_running_app().u) if self.said else 0

    def _fits(self) -> bool:
        width, height = self.texture_size
        one_line = self.fit == "wrap" or height < 1.9 * self.font_size
        return bool(one_line and width <= self.width + 1 and height <= self.height + 1)


def _marked_up(text: str, *, is_rich: bool) -> tuple[str, bool]:
    """With another font for what the usual one lacks."""
    if not is_rich and not any(arrow in text for arrow in _ARROWS):
        return text, False
    marked = text if is_rich else escape_markup(text)
    for arrow in _ARROWS:
        marked = marked.replace(arrow, f"[font=DejaVuSans]{arrow}[/font]")
    return marked, True
