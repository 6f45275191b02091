"""The on-screen keyboard: national layouts, accents on long press, digits, a globe key."""

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

from companion.words import LANGUAGES
from kiosk import kv
from kiosk.appearance.text import Text
from kiosk.running import running_app
from kiosk.widgets import keyboards
from kiosk.widgets.basics import LOOKS
from kiosk.widgets.tap import Tappable

_WIDEST_UPRIGHT: Final = 9  # keys per row: more would be too narrow for a finger
_WIDEST: Final = 12
_LAYOUTS_A_ROW: Final = 4
_GAP: Final = 2  # units
_KEY_HOLD_SECONDS: Final = 0.45  # seconds


class Key(Tappable, Text):
    """Looks like a Tile; `content` is its label."""

    look = OptionProperty("raised", options=LOOKS)
    fill = ColorProperty((0, 0, 0, 0))
    edge = ColorProperty((0, 0, 0, 0))
    radius = NumericProperty(8)


class LetterKey(Key):
    """A letter or sign; a long press offers its accented forms."""

    board = ObjectProperty(None, rebind=True)
    letter = StringProperty("")

    @staticmethod
    def face(letter: str, *, capitals: bool) -> str:
        """Return the key's label."""
        return keyboards.capital(letter) if capitals else letter


class FunctionRow(BoxLayout):
    board = ObjectProperty(None, rebind=True)

    @staticmethod
    def language(layout: str) -> str:
        """Return the space bar's label."""
        return LANGUAGES[layout]


class TextEntry:
    """Mixin for text that is typed letter by letter; _show() receives every change."""

    _typing: keyboards.TypedText

    def type(self, letter: str) -> None:
        self._show(self._typing.key(letter))

    def back(self) -> None:
        self._show(self._typing.back())

    def turn_case(self) -> None:
        self._show(self._typing.shifted())

    def _show(self, typing: keyboards.TypedText) -> None:
        raise NotImplementedError


class KeyReceiver:
    """Accepts input from the on-screen keyboard and from real ones."""

    def typed(self, text: str) -> None:
        """Handle text typed on a real keyboard."""
        raise NotImplementedError

    def struck(self, key: str) -> None:
        """Handle another key of a real keyboard, such as backspace."""
        raise NotImplementedError


class ScreenKeyboard(KeyReceiver, BoxLayout):
    """Fires events for typed letters; remembers the last layout."""

    layout = StringProperty("en")
    signs = BooleanProperty(False)  # digits and signs instead of letters
    capitals = BooleanProperty(False)
    shift = BooleanProperty(False)
    can_finish = BooleanProperty(False)

    __events__ = ("on_type", "on_back", "on_turn_case", "on_done")

    def __init__(self, **given: Any) -> None:
        self._app = running_app()
        self._held = ""
        self._letters: tuple[str, ...] = ()
        super().__init__(layout=keyboards.known(self._app.settings.keyboard), **given)

    def on_kv_post(self, base: Widget) -> None:
        """Create the keys, after the .kv rules are applied."""
        for name in ("layout", "signs"):
            self.fbind(name, self._lay)
        self._lay()

    # --- events ---

    def on_type(self, letter: str) -> None:
        """Fired for a letter, a sign or a space."""

    def on_back(self) -> None:
        """Fired for backspace."""

    def on_turn_case(self) -> None:
        """Fired for Shift."""

    def on_done(self) -> None:
        """Fired for Enter or the done key."""

    # --- real keyboards ---

    def typed(self, text: str) -> None:
        for letter in filter(str.isprintable, text):
            self.type(letter)

    def struck(self, key: str) -> None:
        if key == "backspace":
            self.dispatch("on_back")
        elif key in ("enter", "kp_enter"):
            self.dispatch("on_done")

    # --- on-screen keys ---

    def type(self, letter: str) -> None:
        """Fire on_type, and hide accented letters."""
        self._offer_marked("")
        self.dispatch("on_type", letter)

    def hold(self, letter: str) -> None:
        """Replace the key's row with its accented letters."""
        self._offer_marked(letter)

    def turn_signs(self) -> None:
        """Switch between letters and signs."""
        self.signs = not self.signs

    def change(self) -> None:
        """Switch to the next layout."""
        self._take(keyboards.after(self.layout))

    def offer_layouts(self) -> None:
        """Show a key for every layout."""
        self._held = ""
        self.ids.letters.clear_widgets()
        codes = list(keyboards.LAYOUTS)
        for at in range(0, len(codes), _LAYOUTS_A_ROW):
            row = BoxLayout(spacing=_GAP * self._app.unit)
            for code in codes[at : at + _LAYOUTS_A_ROW]:
                row.add_widget(self._layout_key(code))
            for _ in range(_LAYOUTS_A_ROW - len(row.children)):
                row.add_widget(Widget())
            self.ids.letters.add_widget(row)

    def _layout_key(self, code: str) -> Key:
        look = "accent" if code == self.layout else "raised"
        key = Key(content=LANGUAGES[code], size_units=18, look=look)
        key.bind(on_tap=lambda key, moment: self._take(code))
        return key

    def _take(self, layout: str) -> None:
        """Switch to a layout and save it as the default."""
        self.layout, self.signs = layout, False
        self._app.save_settings(keyboard=layout)
        self._lay()

    # --- layout ---

    def _lay(self, *args: object) -> None:
        """Create all keys of the layout, or the signs, above the row of function keys."""
        widest = _WIDEST_UPRIGHT if self._app.upright else _WIDEST
        rows = keyboards.rows_of(self.layout, widest)
        self._held, self._letters = "", keyboards.SIGNS if self.signs else rows
        self.ids.letters.clear_widgets()
        for letters in self._letters:
            self.ids.letters.add_widget(self._row(letters))
        lines, high = len(self._letters) + 1, 58 if self._app.upright else 50
        self.height = (lines * high + (lines - 1) * _GAP) * self._app.unit
        self.ids.letters.size_hint_y = lines - 1

    def _offer_marked(self, letter: str) -> None:
        """Replace a key's row with its accented letters; an empty letter restores the row."""
        before, self._held = self._held, letter
        if before:
            self._replace(before, self._row(self._letters[self._line(before)]))
        if letter:
            marked = keyboards.held(self.layout, letter)
            self._replace(letter, self._row(marked, are_marked=True))

    def _line(self, letter: str) -> int:
        return next(n for n, row in enumerate(self._letters) if letter in row)

    def _replace(self, letter: str, row: BoxLayout) -> None:
        """Replace the row of this letter; Kivy's children are in reverse order."""
        box, at = self.ids.letters, len(self._letters) - 1 - self._line(letter)
        box.remove_widget(box.children[at])
        box.add_widget(row, index=at)

    def _row(self, letters: str, *, are_marked: bool = False) -> BoxLayout:
        """Return a centred row of keys, as wide as those in the longest row."""
        row = BoxLayout(spacing=_GAP * self._app.unit)
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
        return LetterKey(board=self, letter=letter, hold_for=_KEY_HOLD_SECONDS if holds else 0)


kv.load(__file__)
