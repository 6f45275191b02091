"""A player's panel: score, trains, tickets, terrain cards and doubling rights."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.desk.claim.rights import DoublingBadge
from kiosk import kv
from kiosk.running import running_app
from kiosk.table.view import PlayerView, TerrainLine
from kiosk.widgets.basics import Pad, Surface

COUNT_UP_SECONDS: Final = 1 / 3  # seconds


NOBODY: Final = PlayerView(-1, "", "blue", 0, 0, False, 0, (), False)
NOTHING: Final = TerrainLine("desert", 0, DoublingBadge("never"))  # type: ignore[arg-type]


class RightBadge(Surface):
    """Whether a player can double: any route, short ones, or with how many more locomotives."""

    badge = ObjectProperty(NOTHING.badge, rebind=True)
    tight = BooleanProperty(False)


class TerrainRow(BoxLayout):
    line = ObjectProperty(NOTHING, rebind=True)
    tight = BooleanProperty(False)


class ScoreFlap(Surface):
    """Covers a hidden score."""


class PlayerPanel(Pad):
    """A player's panel; score changes are animated."""

    view = ObjectProperty(NOBODY, rebind=True)
    number = NumericProperty(0)  # the score during its animation
    display_name = StringProperty("")  # the name, abbreviated to fit
    name_lines = NumericProperty(1)  # the most lines that any player's name takes
    stacked = BooleanProperty(False)  # all names go below the shapes because one is too long
    narrow = BooleanProperty(False)
    beside = NumericProperty(4)  # units between shape and name
    narrow_below = NumericProperty(112)  # units: below this, everything is in one column
    wide = BooleanProperty(False)
    wide_above = NumericProperty(235)  # units: above this, terrain goes next to a larger score
    peeking = BooleanProperty(False)

    def __init__(self, view: PlayerView, **given: Any) -> None:
        self._flap: ScoreFlap | None = None
        super().__init__(**given)
        for name in ("view", "peeking"):
            self.fbind(name, self._hide_score)
        self.number = view.score
        self.show(view)

    def show(self, view: PlayerView) -> None:
        if view == self.view:
            return
        Animation.cancel_all(self, "number")
        self.view = view
        if view.score != self.number:
            Animation(number=view.score, d=COUNT_UP_SECONDS, t="out_quad").start(self)

    @property
    def lacks_width(self) -> bool:
        """Whether the name is too long to fit next to the shape."""
        room = self.ids.head.width - (self.ids.shape.size_units + self.beside) * running_app().unit
        return bool(self.narrow and self.ids.name.least_width(self.view.name) > room)

    def _hide_score(self, *args: object) -> None:
        is_open = self.view.score_shown or self.peeking
        if is_open and self._flap is not None:
            self.ids.score.remove_widget(self._flap)
            self._flap = None
        elif not is_open and self._flap is None:
            self._flap = ScoreFlap()
            self.ids.score.add_widget(self._flap)

    @property
    def rows(self) -> tuple[TerrainLine, ...]:
        """The player's terrain cards."""
        return self.view.lines or (NOTHING,) * 3


kv.load(__file__)
