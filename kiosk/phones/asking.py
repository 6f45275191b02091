"""Asks the player if a phone can have a seat that is taken or has tickets."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from companion.web.access.guests import Guest
from kiosk import kv
from kiosk.phones.view import hold_to_let_in, phone_row, question
from kiosk.running import running_app
from kiosk.widgets.sheet import OverSheet


class PhoneAsksSheet(OverSheet):
    """Yes needs a long press, so that the player reads the question first."""

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
        """Close if the phone no longer asks for this seat."""
        asking = {(guest.number, guest.asks) for guest in self.app.phones.guests.asking}
        if (self.row.number, self.row.asks) not in asking:
            self.close()

    def let_in(self) -> None:
        self.app.phones.let_in(self.row.number, self.row.asks)
        self.close()

    def refuse(self) -> None:
        self.app.phones.refuse(self.row.number)
        self.close()


kv.load(__file__)
