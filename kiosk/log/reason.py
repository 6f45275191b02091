"""The sheet that asks for the reason of a table ruling: a few to pick, or one to type."""

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from companion.desk.table_rulings import WHY_LENGTH, reasons
from kiosk import kv
from kiosk.widgets.basics import Tile
from kiosk.widgets.keyboard import TextEntry
from kiosk.widgets.keyboards import TypedText
from kiosk.widgets.sheet import OverSheet
from kiosk.widgets.tiles import Tiles


class ReasonTiles(Tiles):
    """The reasons, and a tile to type another."""


class OwnWords(TextEntry, BoxLayout):
    typed = StringProperty("")
    shift = BooleanProperty(False)
    capitals = BooleanProperty(False)
    can_finish = BooleanProperty(False)

    __events__ = ("on_done",)

    def __init__(self, **given: Any) -> None:
        self._typing = TypedText(most=WHY_LENGTH, is_name=False)
        super().__init__(**given)

    def on_done(self, why: str) -> None:
        """Fired with the typed reason."""

    def finish(self) -> None:
        if self.can_finish:
            self.dispatch("on_done", self.typed.strip())

    def _show(self, typing: TypedText) -> None:
        self._typing = typing
        self.typed, self.shift, self.capitals = typing.text, typing.shift, typing.capitals
        self.can_finish = bool(typing.text.strip())


class ReasonSheet(OverSheet):
    """One tap on a reason calls `then` with it and with the moment of the touch."""

    title = StringProperty("")
    typing = BooleanProperty(False)

    def __init__(
        self,
        title: str,
        then: Callable[[str, Moment], None],
        **given: Any,
    ) -> None:
        super().__init__(title=title, **given)
        self._then = then
        self._moment = self.app.desk.moment()
        self._offer()

    def leave(self) -> None:
        """Return from the keyboard to the list, or from the list to where it was opened."""
        if self.typing:
            self._offer()
        else:
            self.close()

    def _offer(self) -> None:
        tiles = ReasonTiles()
        for reason in reasons(self.app.words):
            tile = Tile(word=reason, size_units=19)
            tile.bind(on_tap=lambda tile, moment, why=reason: self._then(why, moment))
            tiles.add_widget(tile)
        own = Tile(icon="pencil", word=self.app._("In your own words"), size_units=19, look="line")
        own.bind(on_tap=lambda *args: self._write())
        tiles.add_widget(own)
        self._show(tiles, typing=False)

    def _write(self) -> None:
        """Show a keyboard; keys have no moment, so the play is dated to when the sheet opened."""
        words = OwnWords()
        words.bind(on_done=lambda words, why: self._then(why, self._moment))
        self._show(words, typing=True)

    def _show(self, page: Widget, *, typing: bool) -> None:
        self.typing = typing
        self.ids.page.clear_widgets()
        self.ids.page.add_widget(page)


kv.load(__file__)
