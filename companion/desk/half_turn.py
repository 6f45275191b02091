"""The half-drawn turn: the first card tapped waits here for the second, outside any widget."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.game.commands import DrawCards
from companion.game.rulebook import TERRAINS, TRAIN
from companion.game.rules.draws import is_whole, may_follow


@dataclass(frozen=True, slots=True)
class Tap:
    """A touched card, with the seq and step that the user saw."""

    card: str
    seq: int
    step: int


@dataclass(frozen=True, slots=True)
class HalfTurn:
    """At most one pending card; `step` distinguishes a touch sent twice from two touches."""

    seq: int
    first: str | None = None
    step: int = 0

    @classmethod
    def restored(cls, seq: int, kept: str | None) -> "HalfTurn":
        """Return a half turn with the saved card, if there is one."""
        return cls(seq, kept, 1) if kept in (TRAIN, *TERRAINS) else cls(seq)

    def carried_on(self, seq: int) -> "HalfTurn":
        """Return the same half turn after a change that is no turn."""
        return HalfTurn(seq, self.first, self.step)

    def is_in(self, request: Mapping[str, Any]) -> bool:
        """Whether a request is a draw that starts with the pending card."""
        return bool(request["do"] == "draw" and request["cards"][0] == self.first)

    def accepts(self, card: str) -> bool:
        """Whether this card can be drawn now."""
        return may_follow(self._drawn, card)

    @property
    def _drawn(self) -> tuple[str, ...]:
        return () if self.first is None else (self.first,)

    def sees(self, tap: Tap) -> bool:
        """Whether a tap refers to the present state."""
        return (tap.seq, tap.step) == (self.seq, self.step)

    def tap(self, tap: Tap) -> "HalfTurn | DrawCards":
        """Return the next half turn or the complete draw; a stale tap changes nothing."""
        if not self.sees(tap) or not self.accepts(tap.card):
            return self
        drawn = (*self._drawn, tap.card)
        return DrawCards(drawn) if is_whole(drawn) else HalfTurn(self.seq, tap.card, self.step + 1)

    def alone(self) -> DrawCards | None:
        """Return the draw of the pending card alone, if no second could be drawn (R5)."""
        return None if self.first is None else DrawCards((self.first,), short=True)

    def without_first(self) -> "HalfTurn":
        """Return the half turn without the pending card."""
        return HalfTurn(self.seq, None, self.step + 1)
