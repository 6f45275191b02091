"""One seat of a game being set up: colour, name, card dealt, tickets kept, who begins."""

from typing import Any

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.desk.seating_draft import TICKET_CHOICES, USUAL_TICKETS, Place
from companion.game.rulebook import COLORS, TERRAINS
from kiosk import kv
from kiosk.widgets import basics
from kiosk.widgets.keyboard import Key


class SeatIcon(basics.Pad):
    """A button with nothing but a player's shape, or an icon."""

    color = StringProperty("")
    icon = StringProperty("")
    icon_units = NumericProperty(26)
    tint = ColorProperty((0, 0, 0, 0))


class CardDealt(basics.Pad):
    """A terrain card that the seat may have been dealt."""

    row = ObjectProperty(None, rebind=True)
    terrain = StringProperty(TERRAINS[0])
    chosen = BooleanProperty(False)


class TicketsKept(Key):
    """A number of tickets that the seat may have kept."""

    row = ObjectProperty(None, rebind=True)
    tickets = NumericProperty(USUAL_TICKETS)
    chosen = BooleanProperty(False)


class SeatRow(basics.Surface):
    """Shows a place; every tap on it goes to the screen with the seat's number."""

    screen = ObjectProperty(None)
    seat = NumericProperty(0)
    place = ObjectProperty(Place(COLORS[0]), rebind=True)
    shown = StringProperty("")  # the name as it fits
    begins = BooleanProperty(False)
    can_leave = BooleanProperty(False)
    wanted = StringProperty("")  # the part that was asked for: name or terrain

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for terrain in TERRAINS:
            self.ids.cards.add_widget(CardDealt(row=self, terrain=terrain))
        for tickets in TICKET_CHOICES:
            self.ids.tickets.add_widget(TicketsKept(row=self, tickets=tickets))


kv.load(__file__)
