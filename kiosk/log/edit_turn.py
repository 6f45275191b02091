"""Edits an earlier turn: the player and the play, entered as on the table's tray."""

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.desk.responses import Moment
from companion.game.commands import Pass
from companion.game.rulebook import LOCOMOTIVE, TERRAINS, TRAIN
from kiosk import kv, screens
from kiosk.appearance.text import keep_named
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Tile
from kiosk.widgets.sheet import Sheet


class SeatChip(Pad):
    seat = NumericProperty(0)
    name = StringProperty("")
    display_name = StringProperty("")  # abbreviated to fit
    color = StringProperty("blue")
    chosen = BooleanProperty(False)
    size_units = NumericProperty(16)
    tall = BooleanProperty(False)  # the shape above the name, centred


class DrawnChip(Pad):
    """A drawn card, or a placeholder for one; a tap puts the card back."""

    card = StringProperty("")


class EditTurnSheet(Sheet):
    """Draws are confirmed with a button; claims open the map, tickets their sheet."""

    turn_context = ObjectProperty(None, rebind=True)

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(turn_context=self.app.desk.turn_context, **given)
        for card in (TRAIN, *TERRAINS, LOCOMOTIVE):
            self.ids.cards.add_widget(self._card(card))
        self._show()
        self.refresh()

    def _card(self, card: str) -> Tile:
        theme = self.app.theme
        ink = theme.accent if card == LOCOMOTIVE else theme.text
        word, tint = self.app.words.card_word(card), theme.terrain.get(card, ink)
        tile = Tile(icon=card, word=word, icon_units=34, tint=tint)
        tile.bind(on_tap=lambda tile, moment: self._draw(card))
        return tile

    def refresh(self) -> None:
        """Show the input so far, and a refusal."""
        turn_context = self.app.desk.turn_context
        if not turn_context.is_now and turn_context != self.turn_context:
            self.turn_context = turn_context
            self._show()
        self.ids.refused.show(self.app.desk)

    def _show(self) -> None:
        self._show_seats()
        self._show_cards()

    def _show_seats(self) -> None:
        self.ids.seats.clear_widgets()
        for number, seat in enumerate(self.turn_context.state.seats):
            chosen = number == self.turn_context.seat
            chip = SeatChip(seat=number, name=seat.name, color=seat.color, chosen=chosen)
            chip.bind(on_tap=lambda chip, moment: self._of(chip.seat))
            self.ids.seats.add_widget(chip)
        chips = self.ids.seats.children
        keep_named(chips, [chip.name for chip in chips])

    def _show_cards(self) -> None:
        self.ids.drawn.clear_widgets()
        for place, card in enumerate((*self.turn_context.cards, "", "")[:2]):
            chip = DrawnChip(card=card)
            chip.bind(on_tap=lambda chip, moment, place=place: self._put_back(place))
            self.ids.drawn.add_widget(chip)

    # --- actions ---

    def _of(self, seat: int) -> None:
        self.app.desk.revise(self.turn_context.of(seat))
        self.refresh()

    def _put_back(self, place: int) -> None:
        self.app.desk.revise(self.turn_context.without_card(place))
        self.refresh()

    def _draw(self, card: str) -> None:
        self.app.desk.revise(self.turn_context.with_card(card))
        self.refresh()

    def see(self, moment: Moment) -> None:
        """Preview the play if it is complete."""
        if self.turn_context.entered_play is not None:
            self.app.enter(self.turn_context.entered_play, moment)

    def drawn_alone(self, moment: Moment) -> None:
        """Enter a draw of only one card."""
        if self.turn_context.short_draw is not None:
            self.app.enter(self.turn_context.short_draw, moment)

    def passed(self, moment: Moment) -> None:
        self.app.enter(Pass(), moment)

    def claimed(self) -> None:
        """Open the map to enter a claim."""
        self.app.go(screens.claim)


kv.load(__file__)
