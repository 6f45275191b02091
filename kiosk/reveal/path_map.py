"""The board with the way of a ticket lit: what is not of it steps back."""

from dataclasses import replace
from typing import Any, Final

from kivy.properties import BooleanProperty, ObjectProperty

from companion.game.state import State
from kiosk.map.board_map import BoardMap
from kiosk.map.painting import FAINT, FULL, Stroke
from kiosk.map.viewport import View
from kiosk.reveal.view import Lit

_WORTH_IT: Final = 1.15  # times closer than the whole board, whose names all have room


class PathMap(BoardMap):
    """Shows `lit`; with `closeup` it looks at the ticket, and all else steps back."""

    lit = ObjectProperty(Lit())
    closeup = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.bind(lit=self._lit_changed, closeup=self._lit_changed)

    @property
    def aimed(self) -> View:
        """The whole board, or what the ticket is about."""
        whole = self.pane.whole
        if not self.closeup or not self.lit.along:
            return whole
        closer = self.pane.around(self.lit.along)
        return closer if closer.scale > _WORTH_IT * whole.scale else whole

    def _lit_changed(self, *args: object) -> None:
        self.strokes = []  # places are painted anew even where no track changes
        self.refresh()
        if self.closeup:
            self._settle()

    def _strokes(self, state: State | None) -> list[Stroke]:
        return [
            replace(stroke, strength=FULL, aside=False)
            if stroke.track.route.id in self.lit.routes
            else replace(stroke, strength=FAINT, aside=True)
            for stroke in super()._strokes(state)
        ]

    def _lit(self) -> tuple[str, ...]:
        return self.lit.along if self.closeup and self.lit.along else tuple(self.picture.points)

    def _paint_places(self, lit: tuple[str, ...]) -> None:
        super()._paint_places(lit)
        path = [self.picture.tracks[route] for route in self.lit.path]
        self._drawing.paint_glow(path, self._scale)
        points = [self.picture.points[location] for location in self.lit.ends]
        self._drawing.mark_places(points, self._scale)
