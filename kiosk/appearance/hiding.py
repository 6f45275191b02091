"""Hides widgets with the property `hidden`."""

from typing import Any, Final

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk.appearance.mirrored import MirroredBox

_NOTHING: Final = {  # properties of a hidden widget
    "size_hint_x": None,
    "size_hint_y": None,
    "width": 0,
    "height": 0,
    "opacity": 0,
    "disabled": True,
}


class Hideable:
    """While `hidden`, takes no space, is invisible and ignores touches.

    Changes of these properties in the meantime are applied when it is shown again.
    """

    hidden = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self._kept: dict[str, object] = {}
        super().__init__(**given)

    def on_kv_post(self, base_widget: object) -> None:
        """Start to apply `hidden`, now that all .kv rules have been applied."""
        for name in ("hidden", *_NOTHING):
            self.fbind(name, self._vanish)  # type: ignore[attr-defined]
        self._vanish()

    def _vanish(self, *args: object) -> None:
        if self.hidden:
            for name, nothing in _NOTHING.items():
                told = getattr(self, name)
                if told != nothing:
                    self._kept[name] = told
                    setattr(self, name, nothing)
        elif self._kept:
            kept, self._kept = self._kept, {}
            for name, told in kept.items():
                setattr(self, name, told)


class Box(Hideable, MirroredBox, BoxLayout):
    """A box that can be hidden with its content, and mirrored for left-handers."""
