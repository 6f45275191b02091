"""What must not happen by chance: it acts only when the finger stays on it."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty

from kiosk import kv
from kiosk.widgets.basics import Tile
from kiosk.widgets.tap import Tappable

HINT_SECONDS: Final = 2.5  # seconds that it says so after a tap that was too short
TILE_HOLD_SECONDS: Final = 0.9  # seconds until what is refused counts all the same


class HoldTile(Tile):
    """Fires on_held(moment) after `hold_for` seconds, and fills while it is held."""

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
        """The finger has stayed long enough."""

    def on_pressed(self, tile: object, pressed: bool) -> None:
        """Fill while the finger is down."""
        Animation.cancel_all(self, "filled")
        self.filled = 0
        if pressed:
            Animation(filled=1, duration=self.hold_for).start(self)

    def on_tap(self, moment: object) -> None:
        """Too short: say what it takes."""
        self.hinted = True
        self._unhint.cancel()
        self._unhint()

    def on_hold(self, moment: object) -> None:
        """Act, unless the screen has gone from under the finger."""
        if self.get_parent_window() is not None:
            self.dispatch("on_held", moment)


class Refusable(Tappable):
    """Fires on_anyway(moment) when it is `refused` and held, and fills meanwhile."""

    refused = BooleanProperty(False)
    filled = NumericProperty(0)  # of 1

    def __init__(self, **given: Any) -> None:
        self.register_event_type("on_anyway")
        super().__init__(**given)

    def on_anyway(self, moment: object) -> None:
        """The table lets it count."""

    def on_refused(self, *args: object) -> None:
        """Only what is refused need be held."""
        self.hold_for = TILE_HOLD_SECONDS if self.refused else 0

    def on_pressed(self, *args: object) -> None:
        """Fill while the finger is down."""
        Animation.cancel_all(self, "filled")
        self.filled = 0
        if self.pressed and self.refused:
            Animation(filled=1, duration=self.hold_for).start(self)

    def on_hold(self, moment: object) -> None:
        """The finger has stayed long enough."""
        self.dispatch("on_anyway", moment)


kv.load(__file__)
