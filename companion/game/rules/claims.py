"""Claiming routes: whether one is claimable, what it scores, what doubles it (R7-R9, R11)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.game.board.board import Board, Route
from companion.game.commands import ClaimRoute
from companion.game.events import RouteClaimed
from companion.game.refusal import Refusal
from companion.game.rulebook import BOTH_TRACKS_FROM, cards_to_double
from companion.game.rules.terrain import Payment, Standing
from companion.game.rules.turns import require_play
from companion.game.state import State


@dataclass(frozen=True, slots=True)
class Worth:
    """A route's value to a player now: why it can't be claimed, if so, and the ways to double."""

    route: Route
    refusal: Refusal | None
    standing: Standing

    @property
    def ways(self) -> tuple[Payment, ...]:
        """Every way to double it, fewest locomotives first; empty if it can't be claimed."""
        return () if self.refusal is not None else self.standing.ways()

    @property
    def doubled(self) -> int:
        """Points if doubled (R9)."""
        return 2 * self.route.points

    def ways_data(self) -> list[dict[str, int]]:
        """Return the ways as JSON data."""
        return [{**asdict(way), "points": self.doubled} for way in self.ways]


def worth(board: Board, state: State, seat: int, route_id: str) -> Worth:
    """Return what a claim would be worth now, judged as a real claim would be."""
    route = find_route(board, route_id)
    terrain = route.terrain
    standing = Standing(
        own=state.seats[seat].front.of(terrain),
        rival=state.rival(seat, terrain),
        need=cards_to_double(route.length),
        ferry_locomotives=route.ferry_locomotives,
    )
    return Worth(route, _why_not_claimable(board, state, seat, route), standing)


def one_of_alike(board: Board, values: Sequence[Worth]) -> list[Worth]:
    """Drop the second track of double routes whose tracks are both free and look the same."""
    free = {value.route.id: value.route for value in values if value.refusal is None}

    def is_second(route: Route) -> bool:
        twin = free.get(board.twins.get(route.id, ""))
        alike = twin is not None and twin.color == route.color
        return alike and route.id in free and route.track == 2

    return [value for value in values if not is_second(value.route)]


def find_route(board: Board, route_id: str) -> Route:
    """Return the route with this id.

    Raises:
        Refusal: If the board has none.
    """
    route = board.routes.get(route_id)
    if route is None:
        raise Refusal("unknown_route", route=route_id)
    return route


def _why_not_claimable(board: Board, state: State, seat: int, route: Route) -> Refusal | None:
    owner = state.owners.get(route.id)
    if owner is not None:
        return Refusal("route_taken", route=route.id, owner=state.seats[owner].name)
    twin = board.twins.get(route.id)
    twin_owner = None if twin is None else state.owners.get(twin)
    if twin_owner is not None:
        facts = {"route": route.id, "other": twin, "owner": state.seats[twin_owner].name}
        if len(state.seats) < BOTH_TRACKS_FROM:
            return Refusal("double_closed", players=len(state.seats), **facts)
        if twin_owner == seat:
            return Refusal("double_own", **facts)
    trains = state.seats[seat].trains
    if trains < route.length:
        return Refusal(
            "not_enough_trains",
            route=route.id,
            length=route.length,
            player=state.seats[seat].name,
            trains=trains,
        )
    return None


def judge_claim(board: Board, state: State, claim: ClaimRoute) -> tuple[str, RouteClaimed]:
    """Return the rule and event of a claim (R7-R9, R11).

    Raises:
        Refusal: If the route can't be claimed, or not doubled like this.
    """
    seat = require_play(state)
    value = worth(board, state, seat, claim.route)
    if value.refusal is not None:
        raise value.refusal
    double = claim.double
    if double is not None and (code := value.standing.fault(double)) is not None:
        raise Refusal(code, **_doubling_facts(state, seat, claim, value))
    event = route_claimed(seat, value.route, claim)
    if double is None:
        return "R7", event
    return ("R11" if double.locomotives else "R9"), event


def route_claimed(seat: int, route: Route, claim: ClaimRoute) -> RouteClaimed:
    """Return the event of a claim, without judging it."""
    double = claim.double
    return RouteClaimed(
        seat=seat,
        route=route.id,
        length=route.length,
        points=route.points,
        doubling=route.points if double else 0,
        terrain=route.terrain,
        terrain_played=double.terrain if double else 0,
        locomotives_played=double.locomotives if double else 0,
    )


def _doubling_facts(state: State, seat: int, claim: ClaimRoute, value: Worth) -> dict[str, Any]:
    """Return the facts of a refusal: who holds how many, the offer, and legal ways."""
    terrain = value.route.terrain
    rival, standing = value.standing.rival, value.standing
    assert claim.double is not None
    return {
        "route": value.route.id,
        "player": state.seats[seat].name,
        "terrain": terrain,
        "own": standing.own,
        "rival": rival,
        "rivals": [
            other.name
            for number, other in enumerate(state.seats)
            if number != seat and other.front.of(terrain) == rival
        ],
        "holders": {other.name: other.front.of(terrain) for other in state.seats},
        "need": standing.need,
        "offered": asdict(claim.double),
        "fewest_locomotives": standing.fewest_locomotives,
        "most_locomotives": standing.most_locomotives,
        "legal": value.ways_data(),
    }
