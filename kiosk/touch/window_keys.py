"""Key presses in the window: text input if a keyboard is on screen, or assigned buttons."""

from typing import TYPE_CHECKING, Final

from kivy.core.window import Window

if TYPE_CHECKING:
    from kiosk.app import KioskApp
    from kiosk.widgets.keyboard import KeyReceiver

_ESCAPE: Final = 27
# USB codes of Ctrl, Alt and the system key, left and right: with these, a key has another meaning.
# Kivy's own modifiers confuse 0 on the numpad with Alt.
_CHANGING: Final = frozenset({224, 226, 227, 228, 230, 231})


class WindowKeys:
    """Handles all keyboards that type into the window."""

    def __init__(self, app: "KioskApp") -> None:
        self._app = app
        self._changing: set[int] = set()  # modifiers that are down
        self._heard = {
            "on_key_down": self._down,
            "on_key_up": self._up,
            "on_textinput": self._text,
            "on_keyboard": self._rest,
            "on_request_close": self._way_out,
        }
        Window.bind(**self._heard)

    def close(self) -> None:
        """Unbind from the window."""
        Window.unbind(**self._heard)

    def _down(self, window: object, code: int, place: int, *args: object) -> bool:
        self._app.watch.touched()
        if place in _CHANGING:
            self._changing.add(place)
        key = _name(place)
        if key is None or self._changing:
            return False
        keyboard = self._keyboard()
        if keyboard is None:
            self._app.key(key, True)
        else:
            keyboard.struck(key)
        return False

    def _up(self, window: object, code: int, place: int, *args: object) -> bool:
        self._changing.discard(place)
        key = _name(place)
        if key is not None:
            self._app.key(key, False)
        return False

    def _text(self, window: object, text: str) -> bool:
        keyboard = self._keyboard()
        if keyboard is not None:
            keyboard.typed(text)
        return False

    def _rest(self, window: object, code: int, *args: object) -> bool:
        """Let Esc go one step back; it never quits."""
        if code == _ESCAPE:
            self._app.step_back()
        return bool(code == _ESCAPE)

    def _way_out(self, window: object, *args: object, **given: object) -> bool:
        """Quit on Alt-F4 and the like, unless this is an appliance or full screen."""
        if not (self._app.is_appliance or Window.fullscreen):
            self._app.leave()
        return True

    def _keyboard(self) -> "KeyReceiver | None":
        """Return the widget that accepts typed text, if one is on the screen."""
        from kiosk.widgets.keyboard import KeyReceiver  # imported late to keep the start fast

        front = self._app.root.front
        parts = () if front is None else front.walk(restrict=True)
        return next((part for part in parts if isinstance(part, KeyReceiver)), None)


def _name(place: int) -> str | None:
    from hardware.buttons.keyboards.key_map import BY_USB

    return BY_USB.get(place)
