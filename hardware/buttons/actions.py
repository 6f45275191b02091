"""The actions of button presses, independent of the current screen."""

from dataclasses import replace
from typing import Final

from companion.desk.desk import Desk
from companion.desk.responses import Moment
from companion.game.commands import DrawCards, Undo
from companion.game.refusal import Refusal
from hardware.buttons.dial import Dial
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    Freed,
    Meaning,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
    button_in_words,
)
from hardware.buttons.menu import NoSecondCard

UNDO_TIMEOUT: Final = 60.0  # seconds of play; older changes can only be undone on the screen


class ButtonActions:
    """Applies meanings to the desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dial: Dial | None = None
        self._stuck: dict[str, Stuck] = {}  # by button
        self._own: set[tuple[str, int]] = set()  # entries made by presses: game and seq

    @property
    def dial(self) -> Dial | None:
        """The dial's position in its menu; None if idle or the game has gone on."""
        if self._dial is not None and self._dial.now().resting:
            self._dial = None
        return self._dial

    @property
    def notices(self) -> list[str]:
        """Messages about stuck buttons."""
        return [button_in_words(stuck, self._desk.words) for stuck in self._stuck.values()]

    def act(self, meaning: Meaning) -> None:
        """Apply a meaning as of the moment when the button was pressed."""
        if isinstance(meaning, Stuck | Freed):
            self._note(meaning)
            return
        if not self._desk.referee.has_game:
            return
        before = self._desk.moment()
        self._carry_out(meaning, meaning.began if isinstance(meaning.began, Moment) else before)
        after = self._desk.moment()
        if after.game is not None and after.seq > before.seq:
            self._own.add((after.game, after.seq))

    def _carry_out(self, meaning: Meaning, moment: Moment) -> None:
        match meaning:
            case CardPressed():
                self._card(meaning.card, moment)
            case UndoPressed():
                self._undo(moment)
            case SeatPressed():
                self._desk.two_trains(meaning.seat, moment)
            case SeatHeld():
                self._desk.object_by(meaning.seat, moment)
            case DialTurned():
                self._dial = self._awake().turned(meaning.steps)
                self._desk.changed()
            case DialPushed():
                self._push(moment)

    def rest(self) -> None:
        """Reset the dial, which nobody has touched for a while."""
        if self._dial is not None:
            self._dial = None
            self._desk.changed()

    def forget_stuck(self) -> None:
        """Drop the notices about stuck buttons."""
        self._stuck.clear()

    def _note(self, meaning: Stuck | Freed) -> None:
        if isinstance(meaning, Stuck):
            self._stuck[meaning.button] = meaning
        else:
            self._stuck.pop(meaning.button, None)
        self._desk.changed()

    def _card(self, card: str, moment: Moment) -> None:
        """Count every press as one card: two at once are two."""
        half = self._desk.half
        if half.first is not None and not half.accepts(card):
            # On the screen its tile is grey; for a button, show why it is refused.
            self._desk.submit(DrawCards((half.first, card)), moment)
        else:
            self._desk.card(card, replace(moment, step=half.step))

    def _undo(self, moment: Moment) -> None:
        """Undo only recent changes, because a button doesn't show what it undoes."""
        if self._desk.half.first is not None or self._is_remembered():
            self._desk.undo(moment)
        else:
            self._desk.advise(self._desk.words.undo_on_screen())

    def _is_remembered(self) -> bool:
        """Whether the change to undo is from the last minute, or was made by a button."""
        referee = self._desk.referee
        try:
            last = referee.game.propose(Undo()).switched
        except Refusal:  # the referee gives the reason
            return True
        own = (referee.game.uuid, last) in self._own
        return last is None or own or referee.seconds_since(last) <= UNDO_TIMEOUT

    # --- the dial ---

    def _awake(self) -> Dial:
        if self.dial is not None:
            return self.dial
        desk = self._desk
        return Dial(desk.referee, desk.words, waiting=lambda: desk.half.first is not None)

    def _push(self, moment: Moment) -> None:
        outcome = self._awake().pushed()
        if isinstance(outcome, Dial):
            self._dial = outcome
            self._desk.changed()
            return
        self.rest()
        if isinstance(outcome, NoSecondCard):
            self._desk.no_second_card(moment)
        elif isinstance(outcome, Undo):
            self._desk.undo(moment)
        else:
            self._desk.submit(outcome, moment)
