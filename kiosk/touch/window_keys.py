"""Keys pressed in the window: typed where somebody types, else buttons, on every screen."""

from typing import TYPE_CHECKING, Final

from kivy.core.window import Window

if TYPE_CHECKING:
    from kiosk.app import KioskApp
    from kiosk.widgets.keyboard import KeyReceiver

_ESCAPE: Final = 27
# Ctrl, Alt and the system's key, on both sides, by their numbers on USB: with these a key means
# something else. Kivy tells of them too, and takes 0 on the numpad for Alt.
_CHANGING: Final = frozenset({224, 226, 227, 228, 230, 231})


class WindowKeys:
    """Listens to whatever keyboard types into the window."""

    def __init__(self, app: "KioskApp") -> None:
        self._app = app
        self._changing: set[int] = set()  # those that are down
        self._heard = {
            "on_key_down": self._down,
            "on_key_up": self._up,
            "on_textinput": self._text,
            "on_keyboard": self._rest,
            "on_request_close": self._way_out,
        }
        Window.bind(**self._heard)

    def close(self) -> None:
        """Listen no more."""
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
        """Esc goes home, and never out."""
        if code == _ESCAPE:
            self._app.step_back()
        return bool(code == _ESCAPE)

    def _way_out(self, window: object, *args: object, **given: object) -> bool:
        """The window's own way out, such as Alt-F4: none where the kiosk is all there is to see."""
        if not (self._app.is_appliance or Window.fullscreen):
            self._app.leave()
        return True

    def _keyboard(self) -> "KeyReceiver | None":
        """The one on the screen, where somebody types."""
        from kiosk.widgets.keyboard import KeyReceiver  # now: nobody waits for it at the start

        front = self._app.root.front
        parts = () if front is None else front.walk(restrict=True)
        return next((part for part in parts if isinstance(part, KeyReceiver)), None)


def _name(place: int) -> str | None:
    from hardware.buttons.keyboards.key_map import BY_USB

    return BY_USB.get(place)
