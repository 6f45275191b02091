"""Doubling a claim: what it takes, what it costs, and why not (R9, R11)."""

from dataclasses import dataclass
from functools import cache

from companion.game.rulebook import LOCOMOTIVES, cards_to_double


@dataclass(frozen=True, slots=True)
class Payment:
    """What is played to double a claim: terrain cards, and locomotives standing in for them."""

    terrain: int
    locomotives: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a claimer stands in one terrain, against the strongest rival and a route's demand."""

    own: int
    rival: int
    need: int
    ferry_locomotives: int = 0

    @property
    def fewest_locomotives(self) -> int:
        """As few as reach the rival's count and pay for what terrain does not."""
        return max(0, self.rival - self.own, self.need - self.own)

    @property
    def most_locomotives(self) -> int:
        """As many as have a purpose, and as there are in the deck beside the ferry's."""
        purposeful = max(self.need, self.rival - self.own)
        return min(purposeful, LOCOMOTIVES - self.ferry_locomotives)

    def terrain_beside(self, locomotives: int) -> int:
        """Locomotives pay first; the rest is paid in terrain."""
        return max(0, self.need - locomotives)

    def ways(self) -> tuple[Payment, ...]:
        """Every payment that doubles, cheapest in locomotives first."""
        choices = range(self.fewest_locomotives, self.most_locomotives + 1)
        return tuple(Payment(self.terrain_beside(count), count) for count in choices)

    def fault(self, payment: Payment) -> str | None:
        """The code of what is wrong with a payment, None when it doubles."""
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
    """Fewest locomotives to double a route of this length; None: more than there are."""
    fewest = Standing(own, rival, cards_to_double(length)).fewest_locomotives
    return fewest if fewest <= LOCOMOTIVES else None
