"""New game: players, seats, colours, dealt cards and the first player, on one screen."""

import random
from typing import Any

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from companion.desk.seating_draft import (
    TICKET_CHOICES,
    USUAL_TICKETS,
    MissingPart,
    SeatDraft,
    Seating,
    roster,
)
from companion.game.rulebook import COLORS, MAX_PLAYERS, TERRAINS
from companion.history import History
from companion.referee import Referee
from kiosk import kv
from kiosk.appearance.text import show_names
from kiosk.running import running_app
from kiosk.widgets import basics
from kiosk.widgets.keyboard import Key
from kiosk.widgets.name_sheet import NameSheet

_CHANCE = random.SystemRandom()


class SeatIcon(basics.Pad):
    """A button with only a player's shape or an icon."""

    color = StringProperty("")
    icon = StringProperty("")
    icon_units = NumericProperty(26)
    tint = ColorProperty((0, 0, 0, 0))


class DealtCardPad(basics.Pad):
    """A terrain card that can be dealt to the seat."""

    row = ObjectProperty(None, rebind=True)
    terrain = StringProperty(TERRAINS[0])
    chosen = BooleanProperty(False)


class TicketCountKey(Key):
    """A number of tickets that can be kept at the seat."""

    row = ObjectProperty(None, rebind=True)
    tickets = NumericProperty(USUAL_TICKETS)
    chosen = BooleanProperty(False)


class SeatRow(basics.Surface):
    """A seat; passes every tap to the screen with the seat's number."""

    screen = ObjectProperty(None)
    seat = NumericProperty(0)
    place = ObjectProperty(SeatDraft(COLORS[0]), rebind=True)
    display_name = StringProperty("")  # the name, abbreviated to fit
    begins = BooleanProperty(False)
    can_leave = BooleanProperty(False)
    wanted = StringProperty("")  # the missing part to highlight: name or terrain

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for terrain in TERRAINS:
            self.ids.cards.add_widget(DealtCardPad(row=self, terrain=terrain))
        for tickets in TICKET_CHOICES:
            self.ids.tickets.add_widget(TicketCountKey(row=self, tickets=tickets))


class AddPlayer(basics.Tile):
    """The tile below the last seat; smaller than a seat in portrait format."""

    screen = ObjectProperty(None)
    share = 0.42  # of a seat's height


class NewGameScreen(BoxLayout):
    """Shows the seating; `ready` if the game can start."""

    note = StringProperty("")
    is_warning = BooleanProperty(False)
    ready = BooleanProperty(False)

    def __init__(self, seating: Seating | None = None, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        players = last_players(self.app.referee, self.app.history) if seating is None else ()
        self.app.desk.seats.open(seating or Seating.opening(players))
        self._rows: list[SeatRow] = []
        self.refresh()

    @property
    def _seating(self) -> Seating:
        return self.app.desk.seats.seating

    # --- taps ---

    def recolor(self, seat: int) -> None:
        """Switch to the next free colour."""
        self._change(self._seating.recolored(seat))

    def deal(self, seat: int, terrain: str) -> None:
        """Set the terrain card dealt."""
        self._change(self._seating.dealt(seat, terrain))

    def keep(self, seat: int, tickets: int) -> None:
        """Set the number of tickets kept."""
        self._change(self._seating.kept(seat, tickets))

    def begin_with(self, seat: int) -> None:
        """Set the first player."""
        self._change(self._seating.starting(seat))

    def move_up(self, seat: int) -> None:
        """Swap with the previous seat."""
        self._change(self._seating.moved_up(seat))

    def join(self) -> None:
        """Add a player, and ask for the name."""
        if self._seating.can_join:
            self._change(self._seating.joined())
            self.ask_name(len(self._seating.places) - 1)

    def leave(self, seat: int) -> None:
        """Remove a player."""
        if self._seating.can_leave:
            self._change(self._seating.left(seat))

    def draw_lot(self) -> None:
        """Pick a random first player."""
        self.app.desk.seats.lot_says(_CHANCE.randrange(len(self._seating.places)))
        self.refresh()

    def ask_name(self, seat: int) -> None:
        """Open the sheet to pick or type a name."""
        others = self._seating.others(seat)
        without = (*others, self._seating.places[seat].name, *self.app.settings.forgotten)
        self.app.open_sheet(
            NameSheet,
            title=self.app._("Who sits here?"),
            names=roster(self.app.history.latest_names(), without),
            taken=others,
            on_done=lambda name: self._change(self._seating.named(seat, name)),
        )

    def start(self, moment: Moment) -> None:
        """Start the game, or show what is missing."""
        answer = self.app.desk.seats.start(self.app.settings.tickets_drawn, moment)
        self.refresh()
        self.app.follow(answer)

    # --- display ---

    def _change(self, seating: Seating) -> None:
        self.app.desk.seats.change(seating)
        self.refresh()

    def refresh(self) -> None:
        if len(self._rows) != len(self._seating.places):
            self._lay_rows()
        missing = self._seating.missing
        self.ready = missing is None
        for row in self._rows:
            self._show_row(row, missing if self.app.desk.seats.asking else None)
        self._show_names()
        self._say()

    def _show_row(self, row: SeatRow, asked: MissingPart | None) -> None:
        row.place = self._seating.places[row.seat]
        row.begins = row.seat == self._seating.first
        row.can_leave = self._seating.can_leave
        row.wanted = asked.part if asked is not None and asked.seat == row.seat else ""

    def _show_names(self, *args: object) -> None:
        show_names(self._rows, [row.place.name for row in self._rows])

    def _lay_rows(self) -> None:
        """Add the seats, a tile to add one, and empty space for the others."""
        players = len(self._seating.places)
        del self._rows[players:]
        for seat in range(len(self._rows), players):
            row = SeatRow(screen=self, seat=seat)
            row.ids.name.bind(width=self._show_names)
            self._rows.append(row)
        self.ids.seats.clear_widgets()
        for row in self._rows:
            self.ids.seats.add_widget(row)
        if players < MAX_PLAYERS:
            add = AddPlayer(screen=self)
            self.ids.seats.add_widget(add)
            if left := MAX_PLAYERS - players - add.size_hint_y:
                self.ids.seats.add_widget(Widget(size_hint_y=left))

    def _say(self) -> None:
        desk = self.app.desk
        self.is_warning = desk.refusal is not None or desk.seats.asking
        self.note = desk.seats.note


def last_players(referee: Referee, history: History) -> list[tuple[str, str]]:
    """Return names and colours of the last game's players, in seat order."""
    if referee.has_game:
        return [(seat.name, seat.color) for seat in referee.game.state.seats]
    latest = history.games(most=1).games
    return [(one.person.name, one.color) for game in latest for one in game.players]


kv.load(__file__)
