"""The turn that is being entered: now, in the place of an earlier one, or a forgotten one. Pure."""

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
    """Whose turn, on what table; `state` is before it, with `seat` to move."""

    board: Board
    state: State
    seat: int
    entry: int | None = None  # that is amended
    after: int | None = None  # the entry after which a turn was forgotten
    entered: Play | None = None  # what stands in the entry
    by: int | None = None  # who stands in the entry
    cards: tuple[str, ...] = ()  # drawn, as far as they are told

    @classmethod
    def now(cls, game: Game) -> Self:
        """The turn of whoever is to move."""
        return cls(game.board, game.state, game.state.to_move)

    @classmethod
    def again(cls, game: Game, entry: int, seat: int | None = None) -> Self:
        """The turn of an earlier entry, for the same player or another."""
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
        """A turn after an entry that nobody entered."""
        state = game.head.since(after)[0].state._replace(to_move=seat)
        return cls(game.board, state, seat, after=after)

    @property
    def is_now(self) -> bool:
        """Whether it is the turn that the table is at."""
        return self.entry is None and self.after is None

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.state.seats[self.seat].name

    @property
    def color(self) -> str:
        """The colour of whose turn it is."""
        return self.state.seats[self.seat].color

    def of(self, seat: int) -> Self:
        """The same turn, of another player."""
        return replace(self, seat=seat, state=self.state._replace(to_move=seat))

    def with_card(self, card: str) -> Self:
        """One more card was drawn; where it can follow none of those told, it is the first."""
        before = self.cards if may_follow(self.cards, card) else ()
        return replace(self, cards=(*before, card))

    def without_card(self, place: int) -> Self:
        """A card was not drawn after all."""
        return replace(self, cards=self.cards[:place] + self.cards[place + 1 :])

    @property
    def draw(self) -> DrawCards | None:
        """The draw that the cards make; None where one is missing."""
        return DrawCards(self.cards) if is_whole(self.cards) else None

    @property
    def short_draw(self) -> DrawCards | None:
        """The draw where there was no second card (R5)."""
        return DrawCards(self.cards, short=True) if len(self.cards) == 1 else None

    @property
    def entered_play(self) -> Play | None:
        """The turn as it is told; None where a card is missing, or all is as it was entered."""
        play: Play | None = self.draw
        if play is None and self.cards == getattr(self.entered, "cards", ()):
            play = self.entered
        return None if (play, self.seat) == (self.entered, self.by) else play

    def worth(self, route: str) -> Worth:
        """What a claim would be worth."""
        return worth(self.board, self.state, self.seat, route)

    def judged(self, move: Move) -> Ruling:
        """What a play would do.

        Raises:
            Refusal: it is against the rules.
        """
        return judge(self.board, self.state, move, self.seat)

    def change(self, turn: Turn) -> Change:
        """The command that enters a turn on this occasion."""
        if self.after is not None:
            return Insert(self.after, self.player, turn)
        if self.entry is None:
            return turn
        same, by = turn == self.entered, None if self.seat == self.by else self.player
        return Amend(self.entry, None if same and by else turn, player=by)
