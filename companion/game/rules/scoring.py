"""Score cards by source, and the winners (R16-R19). Computed from the state, not accumulated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.game.events import ScoreCard
from companion.game.rulebook import GLOBETROTTER
from companion.game.state import Seat, State


def score_cards(state: State) -> tuple[ScoreCard, ...]:
    """Return every player's final points by source, in seat order."""
    cards = [_without_globetrotter(number, seat) for number, seat in enumerate(state.seats)]
    most = max(card.completed for card in cards)
    return tuple(
        replace(card, globetrotter=GLOBETROTTER) if most and card.completed == most else card
        for card in cards
    )


def _without_globetrotter(number: int, seat: Seat) -> ScoreCard:
    tickets = seat.revealed or ()
    return ScoreCard(
        seat=number,
        routes=sum(claim.points for claim in seat.claims),
        doubling=sum(claim.doubling for claim in seat.claims),
        adjustments=sum(seat.rulings),
        tickets=sum(t.points if t.completed else -t.points for t in tickets),
        completed=sum(ticket.completed for ticket in tickets),
        globetrotter=0,
    )


@dataclass(frozen=True, slots=True)
class RankedScore:
    """A score card with its place; players tied on points and completed tickets share one."""

    place: int
    card: ScoreCard


def ranking(cards: Sequence[ScoreCard]) -> tuple[RankedScore, ...]:
    """Return the final ranking, best first (R19)."""

    def merit(card: ScoreCard) -> tuple[int, int]:
        return card.total, card.completed

    return tuple(
        RankedScore(1 + sum(merit(other) > merit(card) for other in cards), card)
        for card in sorted(cards, key=lambda c: (-c.total, -c.completed, c.seat))
    )


def winners(cards: Sequence[ScoreCard]) -> tuple[int, ...]:
    """Return the winning seats, in seat order; several share the win."""
    return tuple(sorted(ranked.card.seat for ranked in ranking(cards) if ranked.place == 1))
