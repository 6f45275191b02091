"""What a press does at the desk: the same whatever the screen shows."""

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

UNDO_TIMEOUT: Final = 60.0  # seconds of play: older changes are taken back where one sees them


class ButtonActions:
    """Carries out meanings."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dial: Dial | None = None
        self._stuck: dict[str, Stuck] = {}  # by button
        self._own: set[tuple[str, int]] = set()  # games and their entries that presses made

    @property
    def dial(self) -> Dial | None:
        """Where the dial is in its menu; None while it rests, and when the game has gone on."""
        if self._dial is not None and self._dial.now().resting:
            self._dial = None
        return self._dial

    @property
    def notices(self) -> list[str]:
        """The buttons that are stuck, in words."""
        return [button_in_words(stuck, self._desk.words) for stuck in self._stuck.values()]

    def act(self, meaning: Meaning) -> None:
        """Do what was meant, as of the moment when the finger came down."""
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
        """Nobody has touched the dial for a while."""
        if self._dial is not None:
            self._dial = None
            self._desk.changed()

    def forget_stuck(self) -> None:
        """Nobody listens to the buttons that were stuck any more."""
        self._stuck.clear()

    def _note(self, meaning: Stuck | Freed) -> None:
        if isinstance(meaning, Stuck):
            self._stuck[meaning.button] = meaning
        else:
            self._stuck.pop(meaning.button, None)
        self._desk.changed()

    def _card(self, card: str, moment: Moment) -> None:
        """Every press is a card of its own: two at once are two."""
        half = self._desk.half
        if half.first is not None and not half.accepts(card):
            # On the screen its tile is grey then; a button must be told why it does nothing.
            self._desk.submit(DrawCards((half.first, card)), moment)
        else:
            self._desk.card(card, replace(moment, step=half.step))

    def _undo(self, moment: Moment) -> None:
        """A button shows not what it takes back: at most what everybody remembers."""
        if self._desk.half.first is not None or self._is_remembered():
            self._desk.undo(moment)
        else:
            self._desk.advise(self._desk.words.undo_on_screen())

    def _is_remembered(self) -> bool:
        """Whether what an undo takes back is of the last minute, or was entered by a press."""
        referee = self._desk.referee
        try:
            last = referee.game.propose(Undo()).switched
        except Refusal:  # the referee says it better
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
