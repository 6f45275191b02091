"""The tray: the five kinds of cards, and Claim, Tickets and Undo."""

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.desk.desk import Desk
from companion.desk.table_rulings import draw_so_far, why_not_drawn
from companion.desk.turn_context import TurnContext
from companion.game.rulebook import LOCOMOTIVE, TERRAINS
from kiosk import kv
from kiosk.appearance.hiding import Box
from kiosk.running import running_app
from kiosk.widgets.basics import Tile
from kiosk.widgets.hold_tile import Refusable

kv.load(__file__)


class TrayTile(Refusable, Tile):
    """Greyed while the rules refuse it; a long press records it anyway."""


class CardTile(TrayTile):
    card = StringProperty("")


class Tray(Box):
    """Passes every tap to the desk, with the moment of the touch."""

    refused = ListProperty()  # cards that cannot be drawn now
    no_tickets = BooleanProperty(False)
    ended = BooleanProperty(False)  # the last turn is played: only Show tickets and Undo

    def show(self, desk: Desk) -> None:
        """Grey the cards that cannot be drawn now."""
        now = TurnContext.now(desk.referee.game)
        self.ended = now.state.ended
        cards = () if now.state.ended else (*TERRAINS, LOCOMOTIVE)
        self.refused = [card for card in cards if why_not_drawn(now, desk.half, card)]
        self.no_tickets = not now.state.tickets_left

    def let_count(self, card: str) -> None:
        """Record a card by a table ruling (R20)."""
        app = running_app()
        app.let_count(draw_so_far(app.desk.half, card))
