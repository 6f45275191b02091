"""A phone asks for a seat that another has, or where tickets are kept: yes or no."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.web.access.guests import Guest
from kiosk import kv
from kiosk.phones.view import hold_to_let_in, phone_row, question
from kiosk.running import running_app
from kiosk.widgets.sheet import OverSheet


class PhoneAsksSheet(OverSheet):
    """The yes must be held: the player is to see what is asked, and gets that or nothing."""

    row = ObjectProperty(None, rebind=True)
    question = StringProperty("")
    yes = StringProperty("")

    def __init__(self, number: int, seat: int, **given: Any) -> None:
        app = running_app()
        row = phone_row(app.words, app.referee.game, Guest(number, asks=seat))
        super().__init__(row=row, **given)
        self.question = question(app.words, row)
        self.yes = hold_to_let_in(app.words, row)

    def refresh(self) -> None:
        """It may ask no longer, or for another seat."""
        asking = {(guest.number, guest.asks) for guest in self.app.phones.guests.asking}
        if (self.row.number, self.row.asks) not in asking:
            self.close()

    def let_in(self) -> None:
        """The player holds: it's their phone."""
        self.app.phones.let_in(self.row.number, self.row.asks)
        self.close()

    def refuse(self) -> None:
        """It isn't."""
        self.app.phones.refuse(self.row.number)
        self.close()


kv.load(__file__)
