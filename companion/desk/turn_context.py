"""The turn being entered: the current one, an earlier one, or a missed one. Pure."""

from dataclasses import dataclass, replace
from typing import Self

from companion.game.board.board import Board
from companion.game.commands import Amend, Change, DrawCards, Insert, Move, Play, RuledPlay, Turn
from companion.game.game import Game
from companion.game.rules.claims import Worth, worth
from companion.game.rules.draws import is_whole, may_follow
from companion.game.rules.judging import Ruling, judge
from companion.game.state import State


@dataclass(frozen=True, slots=True)
class TurnContext:
    """Player and state of a turn; `state` is before it, with `seat` to move."""

    board: Board
    state: State
    seat: int
    entry: int | None = None  # being amended
    after: int | None = None  # the entry after which a turn was missed
    entered: Play | None = None  # the play in the entry
    by: int | None = None  # the player in the entry
    cards: tuple[str, ...] = ()  # drawn, as far as entered

    @classmethod
    def now(cls, game: Game) -> Self:
        """Return the current turn."""
        return cls(game.board, game.state, game.state.to_move)

    @classmethod
    def again(cls, game: Game, entry: int, seat: int | None = None) -> Self:
        """Return the turn of an earlier entry, for the same player or another."""
        step = game.head.since(entry)[0]
        assert step.before is not None
        assert step.seat is not None
        seat = step.seat if seat is None else seat
        state = step.before.state._replace(to_move=seat)
        play = step.turn.play if isinstance(step.turn, RuledPlay) else step.turn
        cards = play.cards if isinstance(play, DrawCards) else ()
        return cls(game.board, state, seat, entry, None, play, step.seat, cards)

    @classmethod
    def forgotten(cls, game: Game, after: int, seat: int) -> Self:
        """Return a missed turn after an entry."""
        state = game.head.since(after)[0].state._replace(to_move=seat)
        return cls(game.board, state, seat, after=after)

    @property
    def is_now(self) -> bool:
        """Whether it is the current turn."""
        return self.entry is None and self.after is None

    @property
    def player(self) -> str:
        return self.state.seats[self.seat].name

    @property
    def color(self) -> str:
        """The player's colour."""
        return self.state.seats[self.seat].color

    def of(self, seat: int) -> Self:
        """Return the same turn for another player."""
        return replace(self, seat=seat, state=self.state._replace(to_move=seat))

    def with_card(self, card: str) -> Self:
        """Return the turn with one more card; start over if it can't follow the others."""
        before = self.cards if may_follow(self.cards, card) else ()
        return replace(self, cards=(*before, card))

    def without_card(self, place: int) -> Self:
        """Return the turn without the card at this position."""
        return replace(self, cards=self.cards[:place] + self.cards[place + 1 :])

    @property
    def draw(self) -> DrawCards | None:
        """The draw that the cards make, or None if it is incomplete."""
        return DrawCards(self.cards) if is_whole(self.cards) else None

    @property
    def short_draw(self) -> DrawCards | None:
        """The draw if there was no second card (R5), or None."""
        return DrawCards(self.cards, short=True) if len(self.cards) == 1 else None

    @property
    def entered_play(self) -> Play | None:
        """The play entered so far, or None if it is incomplete or unchanged."""
        play: Play | None = self.draw
        if play is None and self.cards == getattr(self.entered, "cards", ()):
            play = self.entered
        return None if (play, self.seat) == (self.entered, self.by) else play

    def worth(self, route: str) -> Worth:
        """Return what a claim would be worth."""
        return worth(self.board, self.state, self.seat, route)

    def judged(self, move: Move) -> Ruling:
        """Return the effect of a play.

        Raises:
            Refusal: If it is against the rules.
        """
        return judge(self.board, self.state, move, self.seat)

    def change(self, turn: Turn) -> Change:
        """Return the command that enters a turn in this context."""
        if self.after is not None:
            return Insert(self.after, self.player, turn)
        if self.entry is None:
            return turn
        same, by = turn == self.entered, None if self.seat == self.by else self.player
        return Amend(self.entry, None if same and by else turn, player=by)
