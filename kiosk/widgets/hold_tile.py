"""Buttons that need a long press, to avoid accidents."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty

from kiosk import kv
from kiosk.widgets.basics import Tile
from kiosk.widgets.tap import Tappable

HINT_SECONDS: Final = 2.5  # seconds that the hint stays after a tap
TILE_HOLD_SECONDS: Final = 0.9  # seconds to hold a refused tile


class HoldTile(Tile):
    """Fires on_held(moment) after `hold_for` seconds; fills up while held."""

    hold_for = NumericProperty(1.5)
    filled = NumericProperty(0)  # of 1
    hinted = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        self._unhint = Clock.create_trigger(
            lambda *args: setattr(self, "hinted", False), HINT_SECONDS
        )
        self.register_event_type("on_held")
        super().__init__(**given)

    def on_held(self, moment: object) -> None:
        """Fired after `hold_for` seconds."""

    def on_pressed(self, tile: object, pressed: bool) -> None:
        Animation.cancel_all(self, "filled")
        self.filled = 0
        if pressed:
            Animation(filled=1, duration=self.hold_for).start(self)

    def on_tap(self, moment: object) -> None:
        """Show a hint to hold it."""
        self.hinted = True
        self._unhint.cancel()
        self._unhint()

    def on_hold(self, moment: object) -> None:
        """Fire on_held, unless the screen has changed under the finger."""
        if self.get_parent_window() is not None:
            self.dispatch("on_held", moment)


class Refusable(Tappable):
    """Fires on_anyway(moment) if it is `refused` and held; fills up while held."""

    refused = BooleanProperty(False)
    filled = NumericProperty(0)  # of 1

    def __init__(self, **given: Any) -> None:
        self.register_event_type("on_anyway")
        super().__init__(**given)

    def on_anyway(self, moment: object) -> None:
        """Fired to record a refused play anyway."""

    def on_refused(self, *args: object) -> None:
        self.hold_for = TILE_HOLD_SECONDS if self.refused else 0

    def on_pressed(self, *args: object) -> None:
        Animation.cancel_all(self, "filled")
        self.filled = 0
        if self.pressed and self.refused:
            Animation(filled=1, duration=self.hold_for).start(self)

    def on_hold(self, moment: object) -> None:
        self.dispatch("on_anyway", moment)


kv.load(__file__)
