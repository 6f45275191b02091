"""A game as a code at full screen, for the camera of a phone with BG Stats on it."""

from typing import Any, Final

from kivy.core.window import Window
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.exports.bgstats import Code
from kiosk import kv
from kiosk.export import view as exporting
from kiosk.export.view import Lacking
from kiosk.export.writing import Shelf
from kiosk.look.text import width_of
from kiosk.running import running_app

_BESIDE: Final = 270  # units that words and the way out take, beside the code or under it


class QrCodeSheet(BoxLayout):
    """The code of a game, by default of the one on the table; or why there is none."""

    code = ObjectProperty(None, allownone=True)
    said = StringProperty("")
    address = StringProperty("")
    room = NumericProperty(1)  # pixels a side that the code may take; 1: there is none

    def __init__(self, game: str | None = None, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self.ids.address.bind(size=self._show_address)
        self._matter = exporting.matter(self.app.referee, game)
        if self._matter.over:
            self._work_out()
        else:
            self._show("unfinished")

    def _work_out(self) -> None:
        """Ask for the code: beside the game, for it takes a while."""
        long, short = max(Window.size), min(Window.size)
        self.room = min(short, long - _BESIDE * self.app.u)
        self.said = self.app._("Working out the code...")
        shelf = Shelf.of(self.app.referee, self.app.desk.language)
        most = exporting.most_modules(self.room)
        self.app.exports.code(shelf, self._matter.uuid, most, self._show)

    def _show(self, made: Code | str | Lacking) -> None:
        if isinstance(made, Code):
            self.code = made
            self._show_address()
        else:
            self.room = 1
        self.said = exporting.code_in_words(self.app.words, self._matter, made)

    def _show_address(self, *args: object) -> None:
        """The address too, where there is room for all of it."""
        if self.code is None:
            return
        box = self.ids.address
        size = float(int(box.units * self.app.u))
        long = width_of(self.code.address, size, bold=False)
        self.address = self.code.address if exporting.has_room(long, size, box.size) else ""


kv.load(__file__)
