"""The state of a game, and how each event changes it. Pure: a fold over the log's events.

Nothing is judged here: events are applied as recorded. Counts stop at zero if an amended log
uses more cards or trains than there are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.game.events import (
    CardsDrawn,
    Consequence,
    Event,
    GameScored,
    GameStarted,
    Holding,
    PlayFinished,
    RouteClaimed,
    ScoreCard,
    TableRuled,
    Ticket,
    TicketsChecked,
    TicketsKept,
    TicketsRevealed,
    TurnPassed,
)
from companion.game.rulebook import (
    CARDS_OF_TERRAIN,
    LAST_ROUND_AT,
    MARKET,
    TERRAIN_CARDS,
    TERRAINS,
    TICKETS,
    TRAINS,
    Terrain,
)


class Counts(NamedTuple):
    """Terrain cards by type."""

    desert: int = 0
    jungle: int = 0
    mountain: int = 0

    def of(self, terrain: Terrain) -> int:
        return int(getattr(self, terrain))

    def plus(self, terrain: Terrain, count: int) -> "Counts":
        """Return a copy with `count` more cards of a type."""
        return self._replace(**{terrain: self.of(terrain) + count}) if count else self

    def with_(self, holdings: Iterable[Holding]) -> "Counts":
        """Return a copy with some types set to new counts."""
        return self._replace(**{holding.terrain: holding.count for holding in holdings})


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed route; `owned` is false if an amended log has an earlier claim on it."""

    route: str
    points: int
    doubling: int
    owned: bool


class Seat(NamedTuple):
    """A player's pieces, claims and tickets."""

    name: str
    color: str
    trains: int
    tickets: int
    front: Counts
    claims: tuple[Claim, ...] = ()
    rulings: tuple[int, ...] = ()
    revealed: tuple[Ticket, ...] | None = None

    @property
    def routes(self) -> list[str]:
        """The routes this player owns, in the order claimed."""
        return [claim.route for claim in self.claims if claim.owned]

    @property
    def points(self) -> int:
        """Points from play and table rulings, without tickets."""
        scored = sum([claim.points + claim.doubling for claim in self.claims])
        return scored + sum(self.rulings)


@dataclass(frozen=True, slots=True)
class LastRound:
    """Who triggered the last round, and how many turns are left in it (R15)."""

    by: int
    turns_left: int


class State(NamedTuple):
    """The whole table at one point of the game."""

    seats: tuple[Seat, ...]
    to_move: int
    tickets_drawn: int
    owners: Mapping[str, int]  # by route
    turns: int = 0
    discards: Counts = Counts()
    last_round: LastRound | None = None
    ended: bool = False
    reshuffled: int = 0  # cards shuffled into the terrain deck by the last event
    reshuffled_so_far: int = 0  # by all events
    result: tuple[ScoreCard, ...] | None = None

    @property
    def phase(self) -> str:
        """`play`, then `tickets`, then `over` once all tickets are revealed."""
        if not self.ended:
            return "play"
        return "tickets" if any(seat.revealed is None for seat in self.seats) else "over"

    @property
    def player(self) -> int | None:
        """The seat to move, or None if play has ended."""
        return None if self.ended else self.to_move

    @property
    def turn(self) -> int:
        """The number of the current turn, or of turns played if play has ended."""
        return self.turns if self.ended else self.turns + 1

    def score(self, seat: int) -> int:
        """Return all points so far; tickets and Globetrotter count once the game is over."""
        if self.result is not None:
            return self.result[seat].total
        return self.seats[seat].points

    def seat_of(self, name: str) -> int | None:
        """Return the seat of the player with this name, or None."""
        return next((number for number, seat in enumerate(self.seats) if seat.name == name), None)

    def rival(self, seat: int, terrain: Terrain) -> int:
        """Return the most cards of a type in front of any other player."""
        return max(
            other.front.of(terrain) for number, other in enumerate(self.seats) if number != seat
        )

    def unseen(self, terrain: Terrain) -> int:
        """Return the number of cards of a type in deck and market (R6)."""
        fronts = sum([seat.front.of(terrain) for seat in self.seats])
        return max(0, CARDS_OF_TERRAIN - fronts - self.discards.of(terrain))

    @property
    def _undealt(self) -> int:
        fronts = sum([sum(seat.front) for seat in self.seats])
        return max(0, TERRAIN_CARDS - fronts - sum(self.discards))

    @property
    def market(self) -> int:
        """Face-up terrain cards; the market is refilled while cards are left (R6)."""
        return min(MARKET, self._undealt)

    @property
    def deck(self) -> int:
        """Number of terrain cards in the deck."""
        return max(0, self._undealt - MARKET)

    @property
    def tickets_left(self) -> int:
        """Number of tickets in the deck (R10)."""
        return max(0, TICKETS - sum([seat.tickets for seat in self.seats]))


def start(event: GameStarted, names: Sequence[str]) -> State:
    """Return the state at the start of a game; `names` by seat."""
    seats = tuple(
        Seat(
            name=name,
            color=starter.color,
            trains=TRAINS,
            tickets=starter.tickets,
            front=Counts().plus(starter.terrain, 1),
        )
        for starter, name in zip(event.starters, names, strict=True)
    )
    return State(seats, event.first, event.tickets_drawn, owners={})


def apply(state: State, event: Event) -> State:
    """Return the state after an event. Never refuses: the log records what happened."""
    if (state.reshuffled or state.result is not None) and not isinstance(event, Consequence):
        state = state._replace(reshuffled=0, result=None)
    return _APPLY[type(event)](state, event)


def _with_seat(state: State, number: int, seat: Seat) -> tuple[Seat, ...]:
    return (*state.seats[:number], seat, *state.seats[number + 1 :])


def _refill(state: State) -> State:
    """Shuffle the discards into an empty deck at once (R6)."""
    cards = sum(state.discards)
    if not cards or state.deck:
        return state
    return state._replace(
        discards=Counts(),
        reshuffled=state.reshuffled + cards,
        reshuffled_so_far=state.reshuffled_so_far + cards,
    )


def _end_turn(state: State, number: int) -> State:
    """Pass the turn on; start, count down or end the last round (R15)."""
    turns = state.turns + 1
    to_move = (number + 1) % len(state.seats)
    if state.ended:  # an amendment or a table ruling left a play after the end of the game
        return state._replace(turns=turns, to_move=to_move)
    last = state.last_round
    if last is not None:
        last = LastRound(last.by, last.turns_left - 1)
    elif state.seats[number].trains <= LAST_ROUND_AT:
        last = LastRound(number, len(state.seats))
    ended = last is not None and last.turns_left == 0
    return state._replace(turns=turns, to_move=to_move, last_round=last, ended=ended)


def _cards_drawn(state: State, event: CardsDrawn) -> State:
    for card in event.cards:
        if card in TERRAINS:
            seat = state.seats[event.seat]
            seat = seat._replace(front=seat.front.plus(Terrain(card), 1))
            state = _refill(state._replace(seats=_with_seat(state, event.seat, seat)))
    return _end_turn(state, event.seat)


def _route_claimed(state: State, event: RouteClaimed) -> State:
    seat = state.seats[event.seat]
    discarded = min(event.terrain_played, seat.front.of(event.terrain))
    owned = event.route not in state.owners
    seat = seat._replace(
        trains=max(0, seat.trains - event.length),
        front=seat.front.plus(event.terrain, -discarded),
        claims=(*seat.claims, Claim(event.route, event.points, event.doubling, owned)),
    )
    state = state._replace(
        seats=_with_seat(state, event.seat, seat),
        owners={**state.owners, event.route: event.seat} if owned else state.owners,
        discards=state.discards.plus(event.terrain, discarded),
    )
    return _end_turn(_refill(state), event.seat)


def _holding_tickets(seat: Seat, tickets: int) -> Seat:
    """Return the seat with this many tickets; drop a reveal of a different number."""
    revealed = seat.revealed
    if revealed is not None and len(revealed) != tickets:
        revealed = None
    return seat._replace(tickets=tickets, revealed=revealed)


def _tickets_kept(state: State, event: TicketsKept) -> State:
    seat = state.seats[event.seat]
    seat = _holding_tickets(seat, seat.tickets + event.kept)
    return _end_turn(state._replace(seats=_with_seat(state, event.seat, seat)), event.seat)


def _turn_passed(state: State, event: TurnPassed) -> State:
    return _end_turn(state, event.seat)


def _table_ruled(state: State, event: TableRuled) -> State:
    if event.seat is not None:
        seat = state.seats[event.seat]
        seat = seat._replace(
            front=seat.front.with_(event.front),
            trains=seat.trains if event.trains is None else event.trains,
            rulings=(*seat.rulings, event.score) if event.score else seat.rulings,
        )
        if event.tickets is not None:
            seat = _holding_tickets(seat, event.tickets)
        state = state._replace(seats=_with_seat(state, event.seat, seat))
    return _refill(state._replace(discards=state.discards.with_(event.discards)))


def _play_finished(state: State, event: PlayFinished) -> State:
    return state._replace(ended=True)


def _tickets_revealed(state: State, event: TicketsRevealed) -> State:
    seat = state.seats[event.seat]._replace(revealed=event.tickets)
    if not state.ended:  # play was reopened: keep the reveal while its number matches
        seat = _holding_tickets(seat, seat.tickets)
    return state._replace(seats=_with_seat(state, event.seat, seat))


def _tickets_checked(state: State, event: TicketsChecked) -> State:
    seat = state.seats[event.seat]
    if seat.revealed is None:
        return state
    tickets = tuple(
        replace(ticket, completed=completed)
        for ticket, completed in zip(seat.revealed, event.completed, strict=True)
    )
    return state._replace(seats=_with_seat(state, event.seat, seat._replace(revealed=tickets)))


def _game_scored(state: State, event: GameScored) -> State:
    return state._replace(result=event.cards)


_APPLY: Mapping[type, Callable[[State, Any], State]] = {
    CardsDrawn: _cards_drawn,
    RouteClaimed: _route_claimed,
    TicketsKept: _tickets_kept,
    TurnPassed: _turn_passed,
    TableRuled: _table_ruled,
    PlayFinished: _play_finished,
    TicketsRevealed: _tickets_revealed,
    TicketsChecked: _tickets_checked,
    GameScored: _game_scored,
}
