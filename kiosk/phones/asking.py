"""A phone asks for a seat that another has, or where tickets are kept: yes or no."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty

from kiosk import kv
from kiosk.phones.view import hold_to_let_in, phone_row, question
from kiosk.running import running_app
from kiosk.widgets.sheet import OverSheet


class PhoneAsksSheet(OverSheet):
    """The yes must be held: the player is to see what is asked."""

    row = ObjectProperty(None, rebind=True)
    question = StringProperty("")
    yes = StringProperty("")

    def __init__(self, number: int, **given: Any) -> None:
        app = running_app()
        guests = app.phones.guests.asking
        guest = next(guest for guest in guests if guest.number == number)
        row = phone_row(app.words, app.referee.game, guest)
        super().__init__(row=row, **given)
        self.question = question(app.words, row)
        self.yes = hold_to_let_in(app.words, row)

    def refresh(self) -> None:
        """It may ask no longer."""
        asking = {guest.number for guest in self.app.phones.guests.asking}
        if self.row.number not in asking:
            self.close()

    def answer(self, yes: bool) -> None:
        """The player has decided."""
        self.app.phones.answer(self.row.number, yes=yes)
        self.close()


kv.load(__file__)
