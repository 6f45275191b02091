"""The half-drawn turn: the first card tapped waits here for the second, outside any widget."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.commands import DrawCards
from companion.game.rulebook import TERRAINS, TRAIN
from companion.game.rules.draws import is_whole, may_follow


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

    @classmethod
    def restored(cls, seq: int, kept: str | None) -> "HalfTurn":
        """With the card that was put by, or nothing waiting."""
        return cls(seq, kept, 1) if kept in (TRAIN, *TERRAINS) else cls(seq)

    def carried_on(self, seq: int) -> "HalfTurn":
        """The same, after a change that is no turn."""
        return HalfTurn(seq, self.first, self.step)

    def is_in(self, request: Mapping[str, Any]) -> bool:
        """Whether a draw begins with the waiting card."""
        return bool(request["do"] == "draw" and request["cards"][0] == self.first)

    def accepts(self, card: str) -> bool:
        """Whether this card can be drawn now."""
        return may_follow(self._drawn, card)

    @property
    def _drawn(self) -> tuple[str, ...]:
        return () if self.first is None else (self.first,)

    def sees(self, tap: Tap) -> bool:
        """Whether the finger saw what is so now."""
        return (tap.seq, tap.step) == (self.seq, self.step)

    def tap(self, tap: Tap) -> "HalfTurn | DrawCards":
        """The card waits, or the draw is whole; a touch from an earlier moment changes nothing."""
        if not self.sees(tap) or not self.accepts(tap.card):
            return self
        drawn = (*self._drawn, tap.card)
        return DrawCards(drawn) if is_whole(drawn) else HalfTurn(self.seq, tap.card, self.step + 1)

    def alone(self) -> DrawCards | None:
        """No second card could be drawn (R5)."""
        return None if self.first is None else DrawCards((self.first,), short=True)

    def without_first(self) -> "HalfTurn":
        """The waiting card put back."""
        return HalfTurn(self.seq, None, self.step + 1)
