"""A choice that the rules may refuse; held long enough, it counts all the same (R20)."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty

from kiosk import kv
from kiosk.widgets.tap import Tappable

HOLD: Final = 0.9  # seconds


class Overrulable(Tappable):
    """Fires on_overruled(moment) when it is `refused` and held, and fills meanwhile."""

    refused = BooleanProperty(False)
    filled = NumericProperty(0)  # of 1

    def __init__(self, **given: Any) -> None:
        self.register_event_type("on_overruled")
        super().__init__(**given)

    def on_overruled(self, moment: object) -> None:
        """The table lets it count."""

    def on_refused(self, *args: object) -> None:
        """Only what is refused need be held."""
        self.hold_for = HOLD if self.refused else 0

    def on_pressed(self, *args: object) -> None:
        """Fill while the finger is down."""
        Animation.cancel_all(self, "filled")
        self.filled = 0
        if self.pressed and self.refused:
            Animation(filled=1, duration=self.hold_for).start(self)

    def on_hold(self, moment: object) -> None:
        """The finger has stayed long enough."""
        self.dispatch("on_overruled", moment)


kv.load(__file__)
