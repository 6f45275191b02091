"""What a press does at the desk: the same whatever the screen shows."""

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.commands import DrawCards, Object
from companion.game import Game
from companion.rulebook import TRAIN
from hardware.dial import Dial
from hardware.meaning_words import button_in_words
from hardware.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    Freed,
    Meaning,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
)
from hardware.menu import NoSecondCard
from kiosk.desk import Desk, Moment

if TYPE_CHECKING:
    from kiosk.words import KioskWords


class ButtonActions:
    """Carries out meanings; `dial` is where the dial is in its menu, None while it rests."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.dial: Dial | None = None
        self.notice = ""  # a button that is stuck

    def act(self, meaning: Meaning) -> None:
        """Do what was meant, as of the moment when the finger came down."""
        if isinstance(meaning, Stuck | Freed):
            self._note(meaning)
            return
        if not self._desk.referee.has_game:
            return
        moment = meaning.began if isinstance(meaning.began, Moment) else self._desk.moment()
        match meaning:
            case CardPressed():
                # Every press is a card of its own: two at once are two.
                self._desk.card(meaning.card, replace(moment, step=self._desk.half.step))
            case UndoPressed():
                self._desk.undo(moment)
            case SeatPressed():
                self._two_trains(meaning.seat, moment)
            case SeatHeld():
                self._object(meaning.seat, moment)
            case DialTurned():
                self.dial = self._awake().turned(meaning.steps)
                self._desk.changed()
            case DialPushed():
                self._push(moment)

    def rest(self) -> None:
        """Nobody has touched the dial for a while."""
        if self.dial is not None:
            self.dial = None
            self._desk.changed()

    def _note(self, meaning: Stuck | Freed) -> None:
        text = button_in_words(meaning, self._desk.words)
        self.notice = text if isinstance(meaning, Stuck) else ""
        self._desk.changed()

    def _two_trains(self, seat: int, moment: Moment) -> None:
        """The commonest turn; only the player whose turn it is, and with no card waiting."""
        state, words = self._desk.referee.game.state, self._desk.words
        if seat >= len(state.seats) or state.player is None:
            return
        if seat != state.player:
            self._desk.advise(words.not_on_turn(state.seats[state.player].name))
        elif self._desk.half.first is not None:
            self._desk.advise(words.card_waits())
        else:
            self._desk.submit(DrawCards((TRAIN, TRAIN)), moment)

    def _object(self, seat: int, moment: Moment) -> None:
        game = self._desk.referee.game
        entry = last_ruling(game)
        if entry is not None and seat < len(game.state.seats):
            self._desk.submit(Object(entry, game.state.seats[seat].name), moment)

    # --- the dial ---

    def _awake(self) -> Dial:
        if self.dial is not None:
            return self.dial.now()
        words: KioskWords = self._desk.words
        return Dial(self._desk.referee, words, waiting=lambda: self._desk.half.first is not None)

    def _push(self, moment: Moment) -> None:
        outcome = self._awake().pushed()
        if isinstance(outcome, Dial):
            self.dial = outcome
            self._desk.changed()
            return
        self.dial = None
        if isinstance(outcome, NoSecondCard):
            self._desk.no_second_card(moment)
        else:
            self._desk.submit(outcome, moment)


def last_ruling(game: Game) -> int | None:
    """The entry of the last play that stands: what one can object to."""
    return next((step.seq for step in game.head.back() if step.seat is not None), None)
