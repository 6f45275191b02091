"""A sheet to pick a name or to type a new one."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.seating_draft import is_taken
from companion.game.requests.fields import clean_name
from companion.words.table import seating as seating_words
from kiosk import kv
from kiosk.appearance.text import Text, show_names
from kiosk.running import running_app
from kiosk.widgets import basics
from kiosk.widgets.keyboard import TextEntry
from kiosk.widgets.keyboards import TypedText


class PersonTile(basics.Pad):
    """A person who has played before."""

    name = StringProperty("")
    display_name = StringProperty("")  # abbreviated to fit


class NameSheet(TextEntry, basics.Surface):
    """Stays open until a name is picked or typed, and passes it to `on_done`.

    `names` can be picked; `taken` are refused when typed.
    """

    title = StringProperty("")
    typed = StringProperty("")
    hint = StringProperty("")
    is_problem = BooleanProperty(False)
    can_finish = BooleanProperty(False)
    shift = BooleanProperty(False)
    capitals = BooleanProperty(True)

    def __init__(
        self,
        title: str,
        names: Sequence[str],
        on_done: Callable[[str], None],
        taken: Iterable[str] = (),
        **given: Any,
    ) -> None:
        self._app = running_app()
        self._done = on_done
        self._taken = tuple(taken)
        self._typing = TypedText()
        self._tiles: list[PersonTile] = []
        self._fit_names = Clock.create_trigger(self._show_names, -1)
        super().__init__(title=title, **given)
        self._offer(names)
        self._show(TypedText())

    def _offer(self, names: Sequence[str]) -> None:
        """Show the names in rows, each wide enough to read."""
        if not names:
            self.ids.names.add_widget(NobodyYet())
        a_row = 2 if self._app.upright else 4
        for at in range(0, len(names), a_row):
            row = NameRow()
            for name in names[at : at + a_row]:
                row.add_widget(self._tile(name))
            for _ in range(a_row - len(row.children)):
                row.add_widget(Widget())
            self.ids.names.add_widget(row)

    def _tile(self, name: str) -> PersonTile:
        tile = PersonTile(name=name)
        tile.bind(on_tap=lambda tile, moment: self._finish(tile.name))
        tile.ids.name.bind(width=self._fit_names)
        self._tiles.append(tile)
        return tile

    def _show_names(self, *args: object) -> None:
        show_names(self._tiles, [tile.name for tile in self._tiles])

    # --- typing ---

    def finish(self) -> None:
        """Accept the typed name if nobody else has it."""
        if self.can_finish:
            self._finish(clean_name(self.typed))
        elif not self.typed:
            self.is_problem = True
            self.hint = self._app._("Pick a name, or type one.")

    def _finish(self, name: str) -> None:
        self._app.close_sheet()
        self._done(name)

    def _show(self, typing: TypedText) -> None:
        self._typing = typing
        self.typed = typing.text
        self.shift, self.capitals = typing.shift, typing.capitals
        name = clean_name(typing.text)
        self.is_problem = is_taken(name, self._taken)
        self.can_finish = bool(name) and not self.is_problem
        self.hint = self._hint(name, typing)

    def _hint(self, name: str, typing: TypedText) -> str:
        words = self._app.words
        if self.is_problem:
            return seating_words.taken(words, name)
        return seating_words.full(words) if typing.full else seating_words.how_to_mark(words)


class NobodyYet(Text):
    """Shown if there are no names yet."""


class NameRow(BoxLayout):
    pass


kv.load(__file__)
