"""The half-drawn turn: the first card tapped waits here for the second, outside any widget."""

from dataclasses import dataclass

from companion.game.commands import DrawCards, RuledPlay
from companion.game.rulebook import LOCOMOTIVE


@dataclass(frozen=True, slots=True)
class Tap:
    """A card touched, with the seq and the step that the finger saw when it came down."""

    card: str
    seq: int
    step: int


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """At most one card waiting; `step` tells one touch delivered twice from two touches.

    `why` is said where the table lets the waiting card count against the rules (R20).
    """

    seq: int
    first: str | None = None
    step: int = 0
    why: str | None = None

    def accepts(self, card: str) -> bool:
        """Whether this card can be drawn now: an open locomotive is the only card of its turn."""
        return self.first is None or card != LOCOMOTIVE

    def sees(self, tap: Tap) -> bool:
        """Whether the finger saw what is so now."""
        return (tap.seq, tap.step) == (self.seq, self.step)

    def tap(self, tap: Tap) -> "HalfTurn | DrawCards | RuledPlay":
        """The card waits, or the draw is whole; a touch from an earlier moment changes nothing."""
        if not self.sees(tap) or not self.accepts(tap.card):
            return self
        if self.first is not None:
            return self._whole(DrawCards((self.first, tap.card)))
        if tap.card == LOCOMOTIVE:
            return DrawCards((LOCOMOTIVE,))
        return HalfTurn(self.seq, tap.card, self.step + 1)

    def ruled(self, card: str, why: str) -> "HalfTurn":
        """A card waits that the rules refuse."""
        return HalfTurn(self.seq, card, self.step + 1, why)

    def alone(self) -> DrawCards | RuledPlay | None:
        """No second card could be drawn (R5)."""
        if self.first is None:
            return None
        return self._whole(DrawCards((self.first,), short=True))

    def _whole(self, draw: DrawCards) -> DrawCards | RuledPlay:
        return draw if self.why is None else RuledPlay(draw, self.why)

    def taken_back(self) -> "HalfTurn":
        """The waiting card put back."""
        return HalfTurn(self.seq, None, self.step + 1)
