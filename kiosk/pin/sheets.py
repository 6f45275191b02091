"""Sheets to enter the PIN or to set a new one."""

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from kiosk import kv
from kiosk.pin.secret import FEWEST, MOST, is_pin
from kiosk.pin.view import not_to_be_read, tries_left, waiting
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.keyboard import KeyReceiver
from kiosk.widgets.sheet import Sheet

_ROWS: Final = ("123", "456", "789")


class PinDigits(BoxLayout):
    """Shows how many digits are typed, but not which."""

    typed = NumericProperty(0)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.bind(typed=self._show)
        self._show()

    def _show(self, *args: object) -> None:
        self.clear_widgets()
        for place in range(max(FEWEST, int(self.typed))):
            self.add_widget(Digit(filled=place < self.typed))


class Digit(BoxLayout):
    """A placeholder for a digit."""

    filled = BooleanProperty(False)


class Keypad(KeyReceiver, GridLayout):
    """Digits, backspace and done; also accepts input from USB keyboards."""

    dimmed = BooleanProperty(False)
    can_finish = BooleanProperty(False)

    __events__ = ("on_digit", "on_back", "on_done")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for digit in "".join(_ROWS):
            self._add(digit)
        back, done = Tile(icon="backspace"), Tile(icon="check")
        back.bind(on_tap=lambda *args: self.struck("backspace"))
        done.bind(on_tap=lambda *args: self.struck("enter"))
        self.add_widget(back)
        self._add("0")
        self.add_widget(done)
        self._done = done

    def on_can_finish(self, *args: object) -> None:
        """Highlight the done key."""
        self._done.look = "accent" if self.can_finish else "raised"

    def _add(self, digit: str) -> None:
        tile = Tile(word=digit, size_units=30)
        tile.bind(on_tap=lambda *args: self.typed(digit))
        self.add_widget(tile)

    def on_digit(self, digit: str) -> None:
        """Fired for a digit."""

    def on_back(self) -> None:
        """Fired for backspace."""

    def on_done(self) -> None:
        """Fired for the done key."""

    def typed(self, text: str) -> None:
        """Fire on_digit for each digit, and ignore the rest."""
        for digit in filter("0123456789".__contains__, text):
            self.dispatch("on_digit", digit)

    def struck(self, key: str) -> None:
        """Handle backspace and Enter."""
        if key == "backspace":
            self.dispatch("on_back")
        elif key in ("enter", "kp_enter"):
            self.dispatch("on_done")


class DigitsSheet(Sheet):
    """A sheet for typing digits that are not shown."""

    title = StringProperty("")
    hint = StringProperty("")
    note = StringProperty("")
    is_problem = BooleanProperty(False)
    count = NumericProperty(0)
    is_blocked = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        self._typed = ""
        super().__init__(**given)

    def type(self, digit: str) -> None:
        if not self.is_blocked and len(self._typed) < MOST:
            self._set(self._typed + digit)

    def back(self) -> None:
        self._set(self._typed[:-1])

    def _set(self, typed: str) -> None:
        self._typed, self.count = typed, len(typed)

    def finish(self) -> None:
        """Process the PIN if it is complete."""
        typed = self._typed
        if is_pin(typed) and not self.is_blocked:
            self._set("")
            self._given(typed)

    def _given(self, pin: str) -> None:
        """Process a typed PIN."""
        raise NotImplementedError

    def _say(self, hint: str, *, problem: bool = True) -> None:
        self.hint, self.is_problem = hint, problem


class AskPinSheet(DigitsSheet):
    """Calls `then` if the right PIN is entered."""

    def __init__(self, then: Callable[[], None], **given: Any) -> None:
        self._then = then
        super().__init__(**given)
        self.title = self.app._("Enter the PIN")
        command = "sh kiosk/run.sh forget-pin"
        self.note = self.app._("Forgot it? In a terminal: {command}").format(command=command)
        self._ticking = Clock.create_trigger(self._tick, 0.5, interval=True)
        self._tick()

    def on_parent(self, sheet: object, parent: object) -> None:
        """Count down while the sheet is open."""
        self._ticking.cancel()
        if parent is not None and self.is_blocked:
            self._ticking()

    def _tick(self, *args: object) -> bool:
        """Show why nobody can try, or how long to wait; False if neither applies any more."""
        wait, unreadable = self.app.gate.wait, self.app.gate.unreadable
        if unreadable is not None:
            self.is_blocked = True
            self._say(not_to_be_read(unreadable, self.app.words))
            return True
        if wait:
            self.is_blocked = True
            self._say(waiting(wait, self.app.words))
        elif self.is_blocked:
            self.is_blocked = False
            self._say("", problem=False)
        return bool(wait)

    def _given(self, pin: str) -> None:
        if self.app.gate.enter(pin):
            self.app.close_sheet()
            self._then()
        elif not self.app.gate.wait:
            self._say(tries_left(self.app.gate.tries, self.app.words))
        else:
            self._tick()
            self._ticking()


class NewPinSheet(DigitsSheet):
    """Sets a new PIN, which is typed twice."""

    def __init__(self, then: Callable[[], None], **given: Any) -> None:
        self._then = then
        self._first = ""
        super().__init__(**given)
        self._begin()

    def _begin(self) -> None:
        self._first = ""
        self.title = self.app._("New PIN")
        hint = self.app._("{fewest} to {most} digits").format(fewest=FEWEST, most=MOST)
        self._say(hint, problem=False)

    def _given(self, pin: str) -> None:
        if not self._first:
            self._first = pin
            self.title = self.app._("Repeat the new PIN")
            self._say("", problem=False)
        elif pin != self._first:
            self._begin()
            self._say(self.app._("The PINs don't match. Try again."))
        elif self.app.gate.set(pin):
            self.app.close_sheet()
            self._then()
        else:
            self._begin()
            self._say(self.app._("Not saved: can't write to the disk."))


kv.load(__file__)
