"""Doubling a claim: what it needs, what it costs, and why not (R9, R11)."""

from dataclasses import dataclass
from functools import cache

from companion.game.rulebook import LOCOMOTIVES, cards_to_double


@dataclass(frozen=True, slots=True)
class Payment:
    """Cards played to double a claim: terrain cards, and locomotives replacing them."""

    terrain: int
    locomotives: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A claimer's cards of one terrain, compared with the strongest rival and a route's need."""

    own: int
    rival: int
    need: int
    ferry_locomotives: int = 0

    @property
    def fewest_locomotives(self) -> int:
        """Fewest that match the rival's count and replace missing terrain cards."""
        return max(0, self.rival - self.own, self.need - self.own)

    @property
    def most_locomotives(self) -> int:
        """Most that are useful and, apart from the ferry's, in the deck."""
        purposeful = max(self.need, self.rival - self.own)
        return min(purposeful, LOCOMOTIVES - self.ferry_locomotives)

    def terrain_beside(self, locomotives: int) -> int:
        """Return the terrain cards needed in addition to these locomotives."""
        return max(0, self.need - locomotives)

    def ways(self) -> tuple[Payment, ...]:
        """Return every payment that doubles, fewest locomotives first."""
        choices = range(self.fewest_locomotives, self.most_locomotives + 1)
        return tuple(Payment(self.terrain_beside(count), count) for count in choices)

    def fault(self, payment: Payment) -> str | None:
        """Return the refusal code for a payment, or None if it doubles."""
        if self.own + payment.locomotives < self.rival:
            return "fewer_than_rival"
        if payment.terrain > self.own:
            return "not_enough_terrain"
        if payment.terrain != self.terrain_beside(payment.locomotives):
            return "wrong_terrain_count"
        if payment.locomotives > self.most_locomotives:
            return "too_many_locomotives"
        return None


@cache
def fewest_locomotives(own: int, rival: int, length: int) -> int | None:
    """Return the fewest locomotives to double this length; None if there are too few."""
    fewest = Standing(own, rival, cards_to_double(length)).fewest_locomotives
    return fewest if fewest <= LOCOMOTIVES else None
