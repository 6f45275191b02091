"""The sheet that asks how many drawn tickets are kept."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.game.commands import DrawTickets
from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.hold_tile import Refusable
from kiosk.widgets.sheet import Sheet


class NumberKept(Refusable, Tile):
    """A number of tickets; greyed if the rules refuse it, but a long press records it."""

    small = BooleanProperty(False)

    @property
    def play(self) -> DrawTickets:
        """The play that a tap enters."""
        return DrawTickets(int(self.word))


class TicketsDrawnSheet(Sheet):
    """One tap on a number enters the turn (R10)."""

    title = StringProperty("")
    note = StringProperty("")
    color = StringProperty("blue")
    empty = BooleanProperty(False)  # the ticket deck is empty

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        turn_context = self.app.desk.turn_context
        state = turn_context.state
        drawn = min(state.tickets_drawn, state.tickets_left)
        self.color = turn_context.color
        self.title = self.app.words.draws_tickets(turn_context.player)
        self.empty = not drawn
        self.note = self.app.words.tickets_drawn(drawn, state.tickets_left)
        for kept in range(state.tickets_drawn + 2):
            tile = NumberKept(word=str(kept), refused=not 1 <= kept <= drawn, small=self.empty)
            tile.bind(
                on_tap=lambda tile, moment: self.app.enter(tile.play, moment),
                on_anyway=lambda tile, moment: self.app.let_count(tile.play),
            )
            self.ids.numbers.add_widget(tile)

    def refresh(self) -> None:
        """Show why a number was refused."""
        self.ids.refused.show(self.app.desk)


kv.load(__file__)
