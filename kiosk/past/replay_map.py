"""The board as it was after an entry of a past game."""

from typing import Any

from kivy.properties import ObjectProperty

from companion.game.board import Board
from companion.game.state import State
from kiosk.map.board_map import BoardMap
from kiosk.past.view import Frame


class ReplayMap(BoardMap):
    """Shows a `frame` of a game on its own board; what was claimed last is lit."""

    frame = ObjectProperty(None, allownone=True)

    def __init__(self, board: Board, **given: Any) -> None:
        self._board = board
        super().__init__(**given)
        self.bind(frame=lambda *args: self.refresh())

    def _subject(self) -> tuple[Board, State | None]:
        frame: Frame | None = self.frame
        return self._board, None if frame is None else frame.state

    def refresh(self) -> None:
        """Show who had what then."""
        super().refresh()
        self._light()

    def _paint_places(self, lit: tuple[str, ...]) -> None:
        super()._paint_places(lit)
        self._light()

    def _light(self) -> None:
        if self.view is not None and self.frame is not None:
            lit = [self.picture.tracks[self.frame.route]] if self.frame.route else []
            self._drawing.paint_glow(lit, self.view.scale)
