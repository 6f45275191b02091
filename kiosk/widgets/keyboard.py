"""The on-screen keyboard: national letters, their marks by holding, and a globe to change it."""

from typing import Any, Final

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kiosk import kv
from kiosk.look.text import Text
from kiosk.running import running_app
from kiosk.widgets import keyboards
from kiosk.widgets.basics import LOOKS
from kiosk.widgets.tap import Tappable

_WIDEST_UPRIGHT: Final = 9  # keys in a row: more would be narrower than a finger
_WIDEST: Final = 12
_GAP: Final = 2  # units
_HOLD: Final = 0.45  # seconds


class Key(Tappable, Text):
    """Like a Tile in its looks; `said` is what stands on it."""

    look = OptionProperty("raised", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty(8)


class LetterKey(Key):
    """A letter or a sign; held, it offers the same letter with marks."""

    board = ObjectProperty(None, rebind=True)
    letter = StringProperty("")

    @staticmethod
    def face(letter: str, *, capitals: bool) -> str:
        """What stands on the key."""
        return keyboards.capital(letter) if capitals else letter


class FunctionRow(BoxLayout):
    """Shift, globe, signs, space, backspace and done."""

    board = ObjectProperty(None, rebind=True)

    @staticmethod
    def language(layout: str) -> str:
        """What stands on the space bar."""
        return keyboards.LANGUAGES[layout]


class Keyboard(BoxLayout):
    """Tells what is typed, and keeps nothing but the layout in use and the key that is held."""

    layout = StringProperty("en")
    capitals = BooleanProperty(False)
    shift = BooleanProperty(False)
    can_finish = BooleanProperty(False)

    __events__ = ("on_type", "on_back", "on_turn_case", "on_done")

    def __init__(self, **given: Any) -> None:
        self._app = running_app()
        self._held = ""
        self._letters: tuple[str, ...] = ()
        super().__init__(**given)

    def on_kv_post(self, base: Widget) -> None:
        """Lay the keys, now that the rules have been applied."""
        self.fbind("layout", self._lay)
        self._lay()

    # --- what it tells ---

    def on_type(self, letter: str) -> None:
        """A letter, a sign or a space."""

    def on_back(self) -> None:
        """The last letter is to go."""

    def on_turn_case(self) -> None:
        """The next letter in the other case."""

    def on_done(self) -> None:
        """The name is complete."""

    # --- its keys ---

    def type(self, letter: str) -> None:
        """A key was tapped; the letters with marks have served."""
        self._offer_marked("")
        self.dispatch("on_type", letter)

    def hold(self, letter: str) -> None:
        """A key is held: its letters with marks take the place of its row."""
        self._offer_marked(letter)

    def change(self) -> None:
        """The globe: the next layout."""
        self._held = ""
        self.layout = keyboards.after(self.layout)

    # --- how it is laid out ---

    def _lay(self, *args: object) -> None:
        """All letters of a layout, over the row of functions."""
        widest = _WIDEST_UPRIGHT if self._app.upright else _WIDEST
        self._letters = keyboards.rows_of(self.layout, widest)
        self.ids.letters.clear_widgets()
        for letters in self._letters:
            self.ids.letters.add_widget(self._row(letters))
        lines, high = len(self._letters) + 1, 58 if self._app.upright else 50
        self.height = (lines * high + (lines - 1) * _GAP) * self._app.u
        self.ids.letters.size_hint_y = lines - 1

    def _offer_marked(self, letter: str) -> None:
        """Put a key's letters with marks in the place of its row; without a key, put it back."""
        before, self._held = self._held, letter
        if before:
            self._replace(before, self._row(self._letters[self._line(before)]))
        if letter:
            marked = keyboards.held(self.layout, letter)
            self._replace(letter, self._row(marked, are_marked=True))

    def _line(self, letter: str) -> int:
        return next(n for n, row in enumerate(self._letters) if letter in row)

    def _replace(self, letter: str, row: BoxLayout) -> None:
        """Another row where this letter has its key; children count from the last."""
        box, at = self.ids.letters, len(self._letters) - 1 - self._line(letter)
        box.remove_widget(box.children[at])
        box.add_widget(row, index=at)

    def _row(self, letters: str, *, are_marked: bool = False) -> BoxLayout:
        """Keys of the same width in every row, in the middle."""
        row = BoxLayout(spacing=_GAP * self._app.u)
        margin = (max(map(len, (*self._letters, letters))) - len(letters)) / 2
        if margin:
            row.add_widget(Widget(size_hint_x=margin))
        for letter in letters:
            row.add_widget(self._key(letter, are_marked=are_marked))
        if margin:
            row.add_widget(Widget(size_hint_x=margin))
        return row

    def _key(self, letter: str, *, are_marked: bool) -> LetterKey:
        if are_marked:
            return LetterKey(board=self, letter=letter, look="line")
        holds = keyboards.held(self.layout, letter)
        return LetterKey(board=self, letter=letter, hold_for=_HOLD if holds else 0)


kv.load(__file__)
