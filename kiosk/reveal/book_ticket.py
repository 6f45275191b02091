"""The sheet to correct or remove a ticket of the ticket book."""

from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.game.commands import TicketFace
from companion.game.ticket_book import LEAST_POINTS, MOST_POINTS, TicketBook
from kiosk import kv
from kiosk.reveal.view import places_of
from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class BookTicketSheet(Sheet):
    """Changes the book for future games; recorded games keep their tickets."""

    title = StringProperty("")
    value = NumericProperty(0)

    def __init__(self, face: TicketFace, **given: Any) -> None:
        self.app = running_app()
        self._face = face
        super().__init__(**given)
        self.title = places_of(self.app.words, face.start, face.end)
        self.value = face.points

    def refresh(self) -> None:
        """Do nothing, as it does not depend on the game."""

    def step(self, by: int) -> None:
        """Change the value by one."""
        self.value = min(max(self.value + by, LEAST_POINTS), MOST_POINTS)

    def correct(self) -> None:
        """Save the corrected value."""
        face, board = self._face, self.app.referee.game.board
        new = TicketFace(face.start, face.end, int(self.value))
        self._have(self.app.referee.book.corrected(board, face, new))

    def remove(self) -> None:
        """Remove the ticket from the book."""
        self._have(self.app.referee.book.without(self._face.start, self._face.end))

    def _have(self, book: TicketBook) -> None:
        self.app.desk.saved = self.app.referee.save_ticket_book(book)
        self.app.close_sheet()
        self.app.desk.changed()


kv.load(__file__)
