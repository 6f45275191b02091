"""The half-drawn turn: the first card tapped waits here for the second, outside any widget."""

from dataclasses import dataclass

from companion.game.commands import DrawCards
from companion.game.rulebook import LOCOMOTIVE


@dataclass(frozen=True, slots=True)
class Tap:
    """A card touched, with the seq and the step that the finger saw when it came down."""

    card: str
    seq: int
    step: int


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """At most one card waiting; `step` tells one touch delivered twice from two touches."""

    seq: int
    first: str | None = None
    step: int = 0

    def accepts(self, card: str) -> bool:
        """Whether this card can be drawn now: an open locomotive is the only card of its turn."""
        return self.first is None or card != LOCOMOTIVE

    def sees(self, tap: Tap) -> bool:
        """Whether the finger saw what is so now."""
        return (tap.seq, tap.step) == (self.seq, self.step)

    def tap(self, tap: Tap) -> "HalfTurn | DrawCards":
        """The card waits, or the draw is whole; a touch from an earlier moment changes nothing."""
        if not self.sees(tap) or not self.accepts(tap.card):
            return self
        if self.first is not None:
            return DrawCards((self.first, tap.card))
        if tap.card == LOCOMOTIVE:
            return DrawCards((LOCOMOTIVE,))
        return HalfTurn(self.seq, tap.card, self.step + 1)

    def alone(self) -> DrawCards | None:
        """No second card could be drawn (R5)."""
        return None if self.first is None else DrawCards((self.first,), short=True)

    def taken_back(self) -> "HalfTurn":
        """The waiting card put back."""
        return HalfTurn(self.seq, None, self.step + 1)
