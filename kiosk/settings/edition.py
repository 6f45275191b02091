"""Asks whether to follow the rulebook of a language if it differs from the others."""

from typing import Any

from kivy.properties import StringProperty

from companion.game.rulebook import TICKETS_DRAWN, TICKETS_DRAWN_IN
from kiosk import kv, sheets
from kiosk.running import running_app
from kiosk.settings.file import CHOICES
from kiosk.widgets.basics import Tile
from kiosk.widgets.sheet import Sheet


class EditionSheet(Sheet):
    """Number of tickets to draw; by default that of the other editions."""

    text = StringProperty("")

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        # Translators: a number of tickets drawn; R10 is the number of a rule
        text = self.app._("R10: {n} in this language's rulebook, {usual} in all others.")
        own = TICKETS_DRAWN_IN.get(self.app.language, min(CHOICES["tickets_drawn"]))
        self.text = text.format(n=own, usual=TICKETS_DRAWN)
        chosen = self.app.settings.tickets_drawn
        for number in reversed(CHOICES["tickets_drawn"]):
            tile = Tile(
                word=self.app.words.tickets(int(number)),
                size_units=24,
                look="accent" if number == chosen else "raised",
            )
            tile.bind(on_tap=lambda tile, *args, number=number: self._choose(number))
            self.ids.numbers.add_widget(tile)

    def _choose(self, number: int) -> None:
        self.app.save_settings(tickets_drawn=number)
        self.app.close_sheet()
        self.app.rebuild()


def offer_edition() -> None:
    """Open the sheet if the rulebook of the language differs."""
    app = running_app()
    if app.language in TICKETS_DRAWN_IN:
        app.open_sheet(sheets.edition)


kv.load(__file__)
