"""A ticket of the book that is wrong: another value, or out of the book."""

from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.game.commands import TicketFace
from companion.game.ticket_book import LEAST_POINTS, MOST_POINTS, TicketBook
from kiosk import kv
from kiosk.reveal.view import places_of
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class BookTicketSheet(Sheet):
    """What was shown in games stays as it was; this is for the next ones."""

    title = StringProperty("")
    value = NumericProperty(0)

    def __init__(self, face: TicketFace, **given: Any) -> None:
        self.app = running_app()
        self._face = face
        super().__init__(**given)
        self.title = places_of(self.app.words, face.start, face.end)
        self.value = face.points

    def refresh(self) -> None:
        """Nothing here follows the game."""

    def step(self, by: int) -> None:
        """One more or one fewer."""
        self.value = min(max(self.value + by, LEAST_POINTS), MOST_POINTS)

    def correct(self) -> None:
        """This is what is printed on it."""
        face, board = self._face, self.app.referee.game.board
        new = TicketFace(face.start, face.end, int(self.value))
        self._have(self.app.referee.book.corrected(board, face, new))

    def remove(self) -> None:
        """There is no such ticket."""
        self._have(self.app.referee.book.without(self._face.start, self._face.end))

    def _have(self, book: TicketBook) -> None:
        self.app.desk.saved = self.app.referee.save_ticket_book(book)
        self.app.close_sheet()
        self.app.desk.changed()


kv.load(__file__)
