"""Numbers at one tap each; those that are rarely wanted on pages behind."""

from collections.abc import Iterable
from typing import Any, Union

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from kiosk import kv
from kiosk.widgets.basics import Pad

Page = Iterable[tuple[str, Union[int, "Page"]]]  # what a tile says: its number, or another page


def page_of(numbers: Iterable[int]) -> list[tuple[str, int]]:
    """A page with these numbers."""
    return [(str(number), number) for number in numbers]


class NumberTile(Pad):
    """A number, or the way to more of them."""

    label = StringProperty("")
    units = NumericProperty(26)


class NumberPicker(GridLayout):
    """Fires on_pick(number, moment); `chosen` is marked."""

    __events__ = ("on_pick",)

    def __init__(self, page: Page, chosen: int | None = None, **given: Any) -> None:
        super().__init__(**given)
        self._chosen = chosen
        self._show(page)

    def on_pick(self, number: int, moment: object) -> None:
        """A number was tapped."""

    def _show(self, page: Page) -> None:
        self.clear_widgets()
        for label, behind in page:
            look = "accent" if behind == self._chosen else "raised"
            tile = NumberTile(label=label, look=look, units=26 if len(label) < 3 else 18)
            tile.bind(on_tap=lambda tile, moment, behind=behind: self._tapped(behind, moment))
            self.add_widget(tile)

    def _tapped(self, behind: int | Page, moment: object) -> None:
        if isinstance(behind, int):
            self.dispatch("on_pick", behind, moment)
        else:
            self._show(behind)


kv.load(__file__)
