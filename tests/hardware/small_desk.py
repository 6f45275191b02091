"""A stand-in for the kiosk's desk: what each meaning does to a game, and nothing else."""

from collections.abc import Callable
from typing import NamedTuple

from ears import Ears

from companion.game.commands import Command, DrawCards, Object, Undo
from companion.game.refusal import Refusal
from companion.game.rulebook import LOCOMOTIVE
from companion.referee import Referee
from companion.words import translations
from companion.words.plays import PlayWords
from hardware.buttons.dial import Dial
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    Meaning,
    SeatHeld,
    SeatPressed,
    UndoPressed,
)
from hardware.buttons.menu import NoSecondCard


class Moment(NamedTuple):
    """What a finger saw when it came down."""

    game: str
    seq: int


class SmallDesk:
    """Takes meanings from the panel's thread; presses of an earlier moment are stale."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.first: str | None = None
        self.refusals: list[str] = []
        self._ears = Ears()
        words = PlayWords(referee.board, translations())
        self._dial = Dial(referee, words, waiting=lambda: self.first is not None)
        referee.subscribe(self._forget_card)

    @property
    def count(self) -> int:
        return len(self._ears.all)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        self._ears.wait_until(lambda heard: is_so())

    @property
    def dial(self) -> Dial:
        return self._dial.now()

    def moment(self) -> Moment:
        return Moment(self.referee.game.uuid, self.referee.seq)

    def take(self, meaning: Meaning) -> None:
        try:
            self._act(meaning)
        except Refusal as refusal:
            self.refusals.append(refusal.code)
        self._ears.hear(meaning)

    def _act(self, meaning: Meaning) -> None:
        match meaning:
            case CardPressed():
                self._card(meaning.card, meaning)
            case SeatPressed() if meaning.seat == self.referee.game.state.player:
                self._submit(DrawCards(("train", "train")), meaning)
            case SeatHeld():
                state = self.referee.game.state
                self._submit(Object(self.referee.seq, state.seats[meaning.seat].name), meaning)
            case UndoPressed():
                self._undo(meaning)
            case DialTurned():
                self._dial = self.dial.turned(meaning.steps)
            case DialPushed():
                self._pushed(meaning)

    def _card(self, card: str, meaning: Meaning) -> None:
        if self.first is not None:
            self._submit(DrawCards((self.first, card)), meaning)
        elif card == LOCOMOTIVE:
            self._submit(DrawCards((card,)), meaning)
        else:
            self.referee.game.propose(DrawCards((card,), short=True))
            self.first = card

    def _undo(self, meaning: Meaning) -> None:
        if self.first is not None:
            self.first = None
        else:
            self._submit(Undo(), meaning)

    def _pushed(self, meaning: Meaning) -> None:
        chosen = self.dial.pushed()
        if isinstance(chosen, Dial):
            self._dial = chosen
        elif isinstance(chosen, NoSecondCard):
            assert self.first is not None
            self._submit(DrawCards((self.first,), short=True), meaning)
        elif isinstance(chosen, Undo):
            self._undo(meaning)
        else:
            self._submit(chosen, meaning)

    def _submit(self, command: Command, meaning: Meaning) -> None:
        assert isinstance(meaning.began, Moment)
        game, seq = meaning.began
        self.referee.submit(command, game=game, seq=seq)

    def _forget_card(self, announcement: object) -> None:
        self.first = None
