"""A game's data for charts: series over its turns, from the standing steps. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from companion.game.events import GameScored, RouteClaimed
from companion.game.game import Game
from companion.game.log.timeline import Step, claims_among
from companion.game.rulebook import TERRAINS, Terrain, cards_to_double
from companion.game.rules.scoring import winners
from companion.game.rules.terrain import Standing
from companion.game.state import State

LONGEST: Final = 5  # claims listed

_GRID: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)


def steps_of(game: Game) -> tuple[Step, ...]:
    """Return all standing steps, oldest first."""
    return tuple(reversed(list(game.head.back())))


def grid_step(low: int, high: int, most: int = 5, least: int = 5) -> int:
    """Return the distance between grid lines that gives at most `most` of them."""
    fitting = (step for step in _GRID if step >= least and high - low <= step * most)
    return next(fitting, _GRID[-1])


# --- scores by turn ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Point:
    """A player's score after an entry that changed it; the first is the start."""

    seat: int
    turn: int
    score: int
    entry: int
    gained: int
    final: bool = False  # includes tickets and Globetrotter


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's score after each turn, and finally with tickets."""

    color: str
    scores: tuple[int, ...]  # by turn, from 0; the last can include tickets
    points: tuple[Point, ...]
    final: bool  # whether the last score includes tickets


def curves(game: Game, steps: Sequence[Step] | None = None) -> tuple[Curve, ...]:
    """Return every player's score by turn."""
    steps = steps or steps_of(game)
    played = [[seat.points for seat in state.seats] for state in _by_turn(steps)]
    seats, over = game.state.seats, game.state.result is not None
    if over:
        played.append([game.state.score(seat) for seat in range(len(seats))])
    return tuple(
        Curve(seat.color, tuple(scores), tuple(_points(steps, number, over=over)), over)
        for number, (seat, scores) in enumerate(zip(seats, zip(*played, strict=True), strict=True))
    )


def _by_turn(steps: Sequence[Step]) -> list[State]:
    """Return the state after each turn, from 0."""
    after = {step.state.turns: step.state for step in steps}
    return [after[turn] for turn in sorted(after)]


def trains_left(game: Game, steps: Sequence[Step] | None = None) -> tuple[tuple[int, ...], ...]:
    """Return every player's trains by turn."""
    played = ([seat.trains for seat in state.seats] for state in _by_turn(steps or steps_of(game)))
    return tuple(zip(*played, strict=True))


def _points(steps: Sequence[Step], seat: int, *, over: bool) -> Iterator[Point]:
    score = 0
    for step in steps:
        now = step.state.seats[seat].points
        if step.before is None or now != score:
            yield Point(seat, step.state.turns, now, step.seq, now - score)
            score = now
    if over:
        last, total = _scored(steps), steps[-1].state.score(seat)
        yield Point(seat, last.state.turns, total, last.seq, total - score, final=True)


def _scored(steps: Sequence[Step]) -> Step:
    """Return the entry that ended the game: the last with a final score."""
    return next(
        step
        for step in reversed(steps)
        if any(isinstance(event, GameScored) for event in step.events)
    )


# --- who had most of each terrain ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MajoritySpan:
    """Turns in which no player had more of a terrain than this one, and the entry that began it.

    Lasts from the end of turn `first` to the end of turn `last`.
    """

    terrain: Terrain
    seat: int
    first: int
    last: int
    shared: bool
    most: int  # cards at its beginning
    entry: int


def majorities(game: Game, steps: Sequence[Step] | None = None) -> tuple[MajoritySpan, ...]:
    """Return who had most of each terrain, sorted by terrain, seat and time."""
    steps = steps or steps_of(game)
    return tuple(
        span
        for terrain in TERRAINS
        for seat in range(len(game.state.seats))
        for span in _spans(steps, terrain, seat)
        if span.first < span.last or span.last == steps[-1].state.turns
    )


def _spans(steps: Sequence[Step], terrain: Terrain, seat: int) -> Iterator[MajoritySpan]:
    """Yield a player's spans, however short."""
    since: Step | None = None
    shared = False
    for step in steps:
        has, with_others = _has_most(step.state, terrain, seat)
        if since is not None and (not has or with_others != shared):
            yield _span(terrain, seat, since, step, shared=shared)
            since = None
        if has and since is None:
            since, shared = step, with_others
    if since is not None:
        yield _span(terrain, seat, since, steps[-1], shared=shared)


def _span(terrain: Terrain, seat: int, since: Step, until: Step, *, shared: bool) -> MajoritySpan:
    most = since.state.seats[seat].front.of(terrain)
    turns = since.state.turns, until.state.turns
    return MajoritySpan(terrain, seat, *turns, shared=shared, most=most, entry=since.seq)


def _has_most(state: State, terrain: Terrain, seat: int) -> tuple[bool, bool]:
    """Return whether nobody has more than this player, and whether somebody has as many."""
    own, rival = state.seats[seat].front.of(terrain), state.rival(seat, terrain)
    return own > 0 and own >= rival, own == rival


@dataclass(frozen=True, slots=True)
class Stripe:
    """Part of a span: turns in which it is number `place` of `of` tied ones."""

    first: int
    last: int
    place: int
    of: int


def stripes(spans: Sequence[MajoritySpan]) -> dict[MajoritySpan, tuple[Stripe, ...]]:
    """Return how the spans of a terrain share its band: tied ones divide it."""
    made: dict[MajoritySpan, list[Stripe]] = {span: [] for span in spans}
    turns = sorted({turn for span in spans for turn in (span.first, span.last)})
    moments = [(span.first, span.last) for span in spans if span.first == span.last]
    for first, last in (*pairwise(turns), *dict.fromkeys(moments)):
        if first < last:
            level = [span for span in spans if span.first <= first and last <= span.last]
        else:
            level = [span for span in spans if span.first == last == span.last]
        for place, span in enumerate(sorted(level, key=lambda span: span.seat)):
            _lengthen(made[span], Stripe(first, last, place, len(level)))
    return {span: tuple(parts) for span, parts in made.items()}


def _lengthen(parts: list[Stripe], stripe: Stripe) -> None:
    """Add a stripe, or extend the last one if nothing has changed."""
    if parts and parts[-1] == replace(stripe, first=parts[-1].first, last=stripe.first):
        stripe = replace(stripe, first=parts.pop().first)
    parts.append(stripe)


# --- claims --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClaimRecord:
    """A standing claim; `missed` are points that terrain cards alone would have added."""

    entry: int
    turn: int
    seat: int
    route: str
    length: int
    points: int
    doubling: int
    terrain_played: int
    locomotives_played: int
    missed: int

    @property
    def total(self) -> int:
        """Points scored."""
        return self.points + self.doubling


def claims(game: Game, steps: Sequence[Step] | None = None) -> tuple[ClaimRecord, ...]:
    """Return all claims in order."""
    steps = steps or steps_of(game)
    return tuple(_claimed(step, event) for step, event in claims_among(steps))


def _claimed(step: Step, event: RouteClaimed) -> ClaimRecord:
    return ClaimRecord(
        entry=step.seq,
        turn=step.state.turns,
        seat=event.seat,
        route=event.route,
        length=event.length,
        points=event.points,
        doubling=event.doubling,
        terrain_played=event.terrain_played,
        locomotives_played=event.locomotives_played,
        missed=event.points if not event.doubling and _had_terrain(step, event) else 0,
    )


def _had_terrain(step: Step, event: RouteClaimed) -> bool:
    """Whether terrain cards alone would have doubled it (R9)."""
    assert step.before is not None
    before = step.before.state
    own = before.seats[event.seat].front.of(event.terrain)
    rival = before.rival(event.seat, event.terrain)
    return Standing(own, rival, cards_to_double(event.length)).fewest_locomotives == 0


def longest(claimed: Sequence[ClaimRecord]) -> tuple[ClaimRecord, ...]:
    """Return the longest claims; ties go to more points, then to the earlier."""
    order = sorted(claimed, key=lambda one: (-one.length, -one.total, one.turn))
    return tuple(order[:LONGEST])


@dataclass(frozen=True, slots=True)
class DoublingSummary:
    """A player's gains from doubling, its costs, and missed chances."""

    seat: int
    claims: int
    doubled: tuple[ClaimRecord, ...]
    missed: tuple[ClaimRecord, ...]

    @property
    def gained(self) -> int:
        """Points gained."""
        return sum(claim.doubling for claim in self.doubled)

    @property
    def left(self) -> int:
        """Points that terrain cards alone would have added."""
        return sum(claim.missed for claim in self.missed)

    @property
    def cards(self) -> int:
        """Terrain cards played."""
        return sum(claim.terrain_played for claim in self.doubled)

    @property
    def locomotives(self) -> int:
        """Locomotives played instead of terrain cards."""
        return sum(claim.locomotives_played for claim in self.doubled)


def doubling(
    game: Game, claimed: Sequence[ClaimRecord] | None = None
) -> tuple[DoublingSummary, ...]:
    """Return the doubling summaries, by seat."""
    claimed = claims(game) if claimed is None else claimed
    by_seat = [[one for one in claimed if one.seat == seat] for seat in _seats(game)]
    return tuple(
        DoublingSummary(
            seat=seat,
            claims=len(own),
            doubled=tuple(one for one in own if one.doubling),
            missed=tuple(one for one in own if one.missed),
        )
        for seat, own in enumerate(by_seat)
    )


def _seats(game: Game) -> range:
    return range(len(game.state.seats))


# --- the turning point ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a game turned.

    `lead`: the entry since which the winner, or current leader, has been ahead of all others.
    `tickets`: the winner was `behind` by so many points until tickets were counted.
    `swing`: it ended level; the entry that scored most.
    """

    kind: Literal["lead", "tickets", "swing"]
    entry: int
    turn: int
    seat: int
    behind: int = 0


def turning_point(game: Game, steps: Sequence[Step] | None = None) -> TurningPoint | None:
    """Return where the game turned, or None if nobody has scored."""
    steps = steps or steps_of(game)
    seat = _ahead(game)
    if seat is None:
        return _swing(steps)
    since = None
    for step in reversed(steps):
        if _behind(step.state, seat) >= 0:
            break
        since = step
    if since is None or _ends_game(since):
        return _decided_by_tickets(steps, seat)
    return TurningPoint("lead", since.seq, since.state.turns, seat)


def _ends_game(step: Step) -> bool:
    """Whether this entry ended the game, so that tickets count."""
    before = step.before
    return before is not None and before.state.result is None and step.state.result is not None


def _ahead(game: Game) -> int | None:
    """Return the only winner, or the sole leader so far."""
    state = game.state
    if state.result is not None:
        won = winners(state.result)
        return won[0] if len(won) == 1 else None
    return next((seat for seat in _seats(game) if _behind(state, seat) < 0), None)


def _behind(state: State, seat: int) -> int:
    """Return how many points the best other player is ahead; negative if behind."""
    best = max(state.score(other) for other in range(len(state.seats)) if other != seat)
    return best - state.score(seat)


def _decided_by_tickets(steps: Sequence[Step], seat: int) -> TurningPoint:
    last = _scored(steps)
    points = [one.points for one in last.state.seats]
    behind = max(points[:seat] + points[seat + 1 :]) - points[seat]
    return TurningPoint("tickets", last.seq, last.state.turns, seat, behind)


def _swing(steps: Sequence[Step]) -> TurningPoint | None:
    gains = [
        (now.points - then.points, -step.seq, step, seat)
        for step in steps
        if step.before is not None
        for seat, (now, then) in enumerate(
            zip(step.state.seats, step.before.state.seats, strict=True)
        )
        if now.points > then.points
    ]
    if not gains:
        return None
    _, _, step, seat = max(gains, key=lambda gain: gain[:2])
    return TurningPoint("swing", step.seq, step.state.turns, seat)
