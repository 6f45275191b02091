"""Likely causes of a stock-take's differences: single changes that explain them all.

Each change of one entry is tested in two steps. Its effect on the final counts is known without
judging and rules out nearly all; the rest are judged with all entries after them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from companion.game.board.board import Route
from companion.game.commands import Amend, ClaimRoute, DrawCards, Insert, Pass, Turn, Void
from companion.game.events import RouteClaimed, TurnPassed
from companion.game.game import Game, Proposal
from companion.game.log.timeline import Step
from companion.game.refusal import Refusal
from companion.game.rulebook import TERRAINS, TRAIN, Terrain
from companion.game.rules.claims import worth
from companion.game.rules.terrain import Payment
from companion.game.state import State
from companion.game.stocktake.stock_count import TableCount, differences

MOST_CAUSES: Final = 3
MOST_TRIALS: Final = 120  # judged in full; limits the waiting time
_DRAWN: Final = 2  # cards of a turn

Guess = Amend | Insert | Void


@dataclass(frozen=True, slots=True)
class Cause:
    """A change of one entry after which every count matches."""

    change: Guess
    conflicts: int  # later entries that would break the rules


class _Effect(NamedTuple):
    """A change to a player's counts."""

    desert: int = 0
    jungle: int = 0
    mountain: int = 0
    trains: int = 0
    score: int = 0

    def plus(self, other: "_Effect") -> "_Effect":
        return _Effect(*(a + b for a, b in zip(self, other, strict=True)))

    def minus(self, other: "_Effect") -> "_Effect":
        return _Effect(*(a - b for a, b in zip(self, other, strict=True)))


_NOTHING: Final = _Effect()
_TRAINS: Final = _Effect._fields.index("trains")


def likely_causes(game: Game, counted: TableCount) -> tuple[Cause, ...]:
    """Return up to three single changes that explain all differences, likeliest first."""
    *_, found = search(game, counted)
    return found


def search(game: Game, counted: TableCount) -> Iterator[tuple[Cause, ...]]:
    """Yield the likely causes found so far, every few milliseconds; the last are the result."""
    found: list[Cause] = []
    if differences(game.state, counted):
        trials = _Search(game, counted)
        for guess in _in_turn(trials.guesses()):
            cause = None if guess is None else trials.tried(guess)
            if cause is not None:
                found = sorted([*found, cause], key=_unlikeliness)
            yield tuple(found[:MOST_CAUSES])
            if trials.is_over:
                return
    yield tuple(found[:MOST_CAUSES])


def _unlikeliness(cause: Cause) -> tuple[bool, int]:
    """Sort key: simple mistakes come before those that shift all later turns."""
    return getattr(cause.change, "shift", False), cause.conflicts


def _in_turn(guesses: Iterable[Guess | None]) -> Iterator[Guess | None]:
    """Yield every guess once, up to the limit of trials."""
    seen: set[Guess] = set()
    for guess in guesses:
        if guess is not None:
            if len(seen) >= MOST_TRIALS:
                return
            if guess in seen:
                continue
            seen.add(guess)
        yield guess


class _Search:
    """Generates guesses, newest entry first, since recent turns are remembered best."""

    def __init__(self, game: Game, counted: TableCount) -> None:
        self._game, self._counted = game, counted
        self._steps = list(game.head.back())
        self._plays = [step for step in self._steps if step.is_play and not step.is_out]
        self._wanted = [_wanted(game.state, counted, seat) for seat in range(len(game.state.seats))]
        self._explained = 0

    @property
    def is_over(self) -> bool:
        """Whether enough causes without conflicts were found."""
        return self._explained >= MOST_CAUSES

    def tried(self, guess: Guess) -> Cause | None:
        """Return the guess as a cause if every count matches with it, or None."""
        try:
            proposal: Proposal = self._game.propose(guess)
        except Refusal:
            return None
        if differences(proposal.state, self._counted):
            return None
        conflicts = len(proposal.conflicts or ())
        self._explained += not conflicts
        return Cause(guess, conflicts)

    def guesses(self) -> Iterator[Guess | None]:
        """Yield changes with the missing effect, likeliest kind first; None marks progress."""
        yield from self._other_plays()
        yield from self._other_players()
        yield from self._missing_turns()
        yield from self._turns_too_many()
        yield from self._far_claims()
        yield from self._turns_entered_twice()
        yield from self._shifted_turns()

    # --- an entry that was wrong ---

    def _other_plays(self) -> Iterator[Guess | None]:
        for step in self._plays:
            yield None
            assert step.seat is not None
            wanted = self._alone(step.seat)
            if wanted is None:
                continue
            for turn, effect in self._alternatives(step):
                if _explains(effect.minus(_effect(step)), wanted):
                    yield Amend(step.seq, turn)

    def _alternatives(self, step: Step) -> Iterator[tuple[Turn, _Effect]]:
        """Yield other cards, another payment or a nearby route; anything for a pass."""
        event = step.events[0]
        if isinstance(event, RouteClaimed):
            yield from self._other_claims(step, event)
            return
        assert step.seat is not None
        missing = self._left(step.seat, _NOTHING.minus(_effect(step)))
        draw = _draw_of([number or 0 for number in missing[: len(TERRAINS)]])
        if draw is not None:
            yield draw, _drawn(draw)
        if isinstance(event, TurnPassed):
            yield from self._claims_for(step.moment, step.seat, missing)

    def _other_claims(self, step: Step, event: RouteClaimed) -> Iterator[tuple[Turn, _Effect]]:
        """Yield its route with another payment, and routes from one of its ends."""
        board = self._game.board
        ends = board.routes[event.route].ends
        near = [route for route in board.routes.values() if route.ends & ends]
        near.sort(key=lambda route: route.id != event.route)
        for route in near:
            yield from self._ways(step, route)

    def _far_claims(self) -> Iterator[Guess | None]:
        """Yield a route from elsewhere in place of a claimed one."""
        routes = self._game.board.routes
        for step in self._plays:
            yield None
            event = step.events[0]
            assert step.seat is not None
            wanted = self._alone(step.seat)
            if wanted is None or not isinstance(event, RouteClaimed):
                continue
            trains = self._left(step.seat, _NOTHING.minus(_effect(step)))[_TRAINS]
            for route in routes.values():
                if trains is None or route.length == -trains:
                    for claim, effect in self._ways(step, route):
                        if _explains(effect.minus(_effect(step)), wanted):
                            yield Amend(step.seq, claim)

    def _ways(self, step: Step, route: Route) -> Iterator[tuple[Turn, _Effect]]:
        """Yield a route with every payment that was possible in that turn."""
        assert step.seat is not None
        value = worth(self._game.board, step.moment, step.seat, route.id)
        for payment in (None, *value.ways):
            effect = _claimed(route.terrain, route.length, route.points, payment)
            yield ClaimRoute(route.id, payment), effect

    def _other_players(self) -> Iterator[Guess | None]:
        """Yield turns that belong to another player: one's surplus is the other's deficit."""
        seats = self._game.state.seats
        lacking = {seat for seat, wanted in enumerate(self._wanted) if any(wanted)}
        for step in self._plays:
            yield None
            assert step.seat is not None
            effect = _effect(step)
            if not _explains(_NOTHING.minus(effect), self._wanted[step.seat]):
                continue
            for seat, player in enumerate(seats):
                both = lacking <= {seat, step.seat} and seat != step.seat
                if both and _matching(effect, self._wanted[seat]):
                    yield Amend(step.seq, player=player.name)

    # --- an entry that is missing, or one too many ---

    def _missing_turns(self) -> Iterator[Guess | None]:
        last = self._last_in_play()
        for seat, player in enumerate(self._game.state.seats):
            yield None
            if self._alone(seat) is not None:
                for turn in self._turns_for(last.state, seat, self._wanted[seat]):
                    yield Insert(last.seq, player.name, turn)

    def _shifted_turns(self) -> Iterator[Guess | None]:
        """Yield a skipped turn: all later ones were entered for the next player."""
        seats = len(self._game.state.seats)
        moved = [_NOTHING] * seats  # what shifting the plays so far adds to each seat
        for step in self._plays:
            yield None
            assert step.seat is not None
            assert step.before is not None
            effect, following = _effect(step), (step.seat + 1) % seats
            moved[step.seat] = moved[step.seat].minus(effect)
            moved[following] = moved[following].plus(effect)
            others = [seat for seat in range(seats) if seat != step.seat]
            if all(_matching(moved[seat], self._wanted[seat]) for seat in others):
                name = self._game.state.seats[step.seat].name
                missing = self._left(step.seat, moved[step.seat])
                for turn in self._turns_for(step.before.state, step.seat, missing):
                    yield Insert(step.before.seq, name, turn, shift=True)

    def _turns_too_many(self) -> Iterator[Guess | None]:
        for step in self._plays:
            yield None
            assert step.seat is not None
            wanted = self._alone(step.seat)
            if wanted is not None and _explains(_NOTHING.minus(_effect(step)), wanted):
                yield Void(step.seq)

    def _turns_entered_twice(self) -> Iterator[Guess | None]:
        """Yield a turn too many: all later ones belong to the previous player."""
        seats = len(self._game.state.seats)
        moved = [_NOTHING] * seats  # what moving the plays so far back adds to each seat
        for step in self._plays:
            yield None
            assert step.seat is not None
            effect, previous = _effect(step), (step.seat - 1) % seats
            moved[step.seat] = moved[step.seat].minus(effect)
            if all(map(_matching, moved, self._wanted)):
                yield Void(step.seq, shift=True)
            moved[previous] = moved[previous].plus(effect)

    def _turns_for(self, state: State, seat: int, missing: list[int | None]) -> Iterator[Turn]:
        """Yield turns with this effect; None matches anything."""
        *terrain, trains, score = [number or 0 for number in missing]
        draw = _draw_of(terrain)
        if not trains and not score and draw is not None:
            yield draw if any(terrain) else Pass()
        for claim, effect in self._claims_for(state, seat, missing):
            if _matching(effect, missing):
                yield claim

    def _claims_for(
        self, state: State, seat: int, missing: list[int | None]
    ) -> Iterator[tuple[Turn, _Effect]]:
        """Yield a player's claims that use the missing number of trains."""
        length, board = -(missing[_TRAINS] or 0), self._game.board
        for route in board.routes.values() if length > 0 else ():
            if route.length == length:
                value = worth(board, state, seat, route.id)
                for payment in (None, *value.ways) if value.refusal is None else ():
                    effect = _claimed(route.terrain, length, route.points, payment)
                    yield ClaimRoute(route.id, payment), effect

    def _last_in_play(self) -> Step:
        """Return the last step after which a turn could be played."""
        return next(step for step in self._steps if not step.state.ended)

    # --- missing counts ---

    def _alone(self, seat: int) -> list[int | None] | None:
        """Return a player's missing counts if nobody else's counts differ, or None."""
        others = (wanted for number, wanted in enumerate(self._wanted) if number != seat)
        return None if any(any(wanted) for wanted in others) else self._wanted[seat]

    def _left(self, seat: int, effect: _Effect) -> list[int | None]:
        return [
            None if wanted is None else wanted - done
            for wanted, done in zip(self._wanted[seat], effect, strict=True)
        ]


def _wanted(state: State, counted: TableCount, number: int) -> list[int | None]:
    """Return table minus kiosk for each count; None if it was not counted."""
    seat = state.seats[number]
    found = counted.players.get(seat.name)
    if found is None:
        return [None] * len(_NOTHING)
    table = [*(found.terrain.get(terrain) for terrain in TERRAINS), found.trains, found.score]
    kiosk = [*seat.front, seat.trains, state.score(number)]
    return [None if t is None else t - k for t, k in zip(table, kiosk, strict=True)]


def _matching(effect: _Effect, wanted: list[int | None]) -> bool:
    return all(want in (None, done) for done, want in zip(effect, wanted, strict=True))


def _explains(effect: _Effect, wanted: list[int | None]) -> bool:
    return effect != _NOTHING and _matching(effect, wanted)


def _effect(step: Step) -> _Effect:
    """Return what a play added to its player's counts."""
    assert step.before is not None
    assert step.seat is not None
    before, after = step.before.state.seats[step.seat], step.state.seats[step.seat]
    return _Effect(
        desert=after.front.desert - before.front.desert,
        jungle=after.front.jungle - before.front.jungle,
        mountain=after.front.mountain - before.front.mountain,
        trains=after.trains - before.trains,
        score=after.points - before.points,
    )


def _draw_of(terrain: list[int]) -> DrawCards | None:
    """Return the draw with these terrain cards, or None if there is none."""
    cards = [str(kind) for kind, n in zip(TERRAINS, terrain, strict=True) for _ in range(n)]
    if any(n < 0 for n in terrain) or len(cards) > _DRAWN:
        return None
    return DrawCards((*cards, *[TRAIN] * (_DRAWN - len(cards))))


def _drawn(draw: DrawCards) -> _Effect:
    return _Effect(*(draw.cards.count(terrain) for terrain in TERRAINS))


def _claimed(terrain: Terrain, length: int, points: int, payment: Payment | None) -> _Effect:
    effect = _Effect(trains=-length, score=points * (1 if payment is None else 2))
    paid = 0 if payment is None else payment.terrain
    return effect._replace(**{terrain: -paid})
