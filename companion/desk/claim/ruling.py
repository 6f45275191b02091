"""Every way to score a claim, and why others are refused: data of the ruling sheet. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.desk.claim.printed_route import question
from companion.desk.turn_context import TurnContext
from companion.game.board.board import Route
from companion.game.commands import ClaimRoute
from companion.game.refusal import Refusal
from companion.game.rulebook import Terrain
from companion.game.rules.claims import Worth
from companion.game.rules.terrain import Payment
from companion.words.table.desk import DeskWords


@dataclass(frozen=True, slots=True)
class Way:
    """One way to score a claim; the `note` of a refused one says why.

    If `is_ruled`, the route can be claimed by table ruling only (R20).
    """

    points: int
    terrain: Terrain
    payment: Payment | None
    cost: str
    note: str
    rule: str | None = None
    is_refused: bool = False
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class RulingView:
    """The ruling on a claim before it is made."""

    route: Route
    title: str
    color: str  # the claimer's
    takes: str
    terrain: Terrain
    terrain_name: str
    holders: str
    verdict: str
    rule: str
    ways: tuple[Way, ...]
    reminder: str
    revises: str  # the earlier turn being edited; empty for the current one
    is_ruled: bool = False  # claimed by table ruling
    question: str = ""  # what to check on the board


def ruling_view(
    turn_context: TurnContext, words: DeskWords, route_id: str, *, hidden: bool
) -> RulingView:
    """Return the ruling on a route for the player whose turn it is."""
    value = turn_context.worth(route_id)
    state, route = turn_context.state, value.route
    seat = state.seats[turn_context.seat]
    return RulingView(
        route=route,
        title=words.claimer_and_route(seat.name, route.id),
        color=seat.color,
        takes=words.takes_trains(route, seat.trains),
        terrain=route.terrain,
        terrain_name=words.names.card(route.terrain),
        holders=words.in_front(
            route.terrain, {other.name: other.front.of(route.terrain) for other in state.seats}
        ),
        verdict=_verdict(turn_context, words, value),
        rule=_rule(value),
        ways=tuple(
            _as_it_stands(words, turn_context, route, way)
            for way in _ways(turn_context, words, value)
        ),
        reminder=words.reminder(
            route,
            None if hidden or not turn_context.is_now else state.score(turn_context.seat),
            doubled=bool(value.ways) or value.refusal is not None,
        ),
        revises=""
        if turn_context.is_now
        else words.turn_again(turn_context.entry, turn_context.after),
        is_ruled=value.refusal is not None,
        question=question(words, route) if turn_context.is_now else "",
    )


def _rule(value: Worth) -> str:
    if value.refusal is not None:
        return value.refusal.rule or ""
    return "R11" if value.ways and value.standing.fewest_locomotives else "R9"


def _ways(turn_context: TurnContext, words: DeskWords, value: Worth) -> list[Way]:
    refused = _refused_ways(turn_context, words, value)
    ways = ways_to_score(words, value)
    if value.refusal is None:
        return ways + refused
    known = {way.payment for way in ways}
    ways += [way for way in refused if way.payment not in known]
    return [replace(way, note="", is_refused=False, is_ruled=True) for way in ways]


def _as_it_stands(words: DeskWords, turn_context: TurnContext, route: Route, way: Way) -> Way:
    """Mark the way that is in the log, if an earlier claim is being edited."""
    if turn_context.entered != ClaimRoute(route.id, way.payment):
        return way
    # Translators: marks the way to score a claim that is in the log now.
    return replace(way, note=words.gettext("as entered"))


def ways_to_score(words: DeskWords, value: Worth) -> list[Way]:
    """Return the undoubled way, and every way to double that the terrain allows."""
    return [_undoubled(words, value.route), *_legal_ways(words, value)]


def _undoubled(words: DeskWords, route: Route) -> Way:
    # Translators: a way to score a claim: without doubling.
    return Way(route.points, route.terrain, None, words.gettext("Not doubled"), "", "R7")


def _legal_ways(words: DeskWords, value: Worth) -> list[Way]:
    return [
        Way(
            points=value.doubled,
            terrain=value.route.terrain,
            payment=way,
            cost=_cost(words, value.route, way),
            note=words.leaves_terrain(value.route.terrain, value.standing.own - way.terrain),
            rule="R11" if way.locomotives else "R9",
        )
        for way in value.standing.ways()
    ]


def _refused_ways(turn_context: TurnContext, words: DeskWords, value: Worth) -> list[Way]:
    ways = []
    for payment, refusal in refused_payments(turn_context, value):
        cost, why = _cost(words, value.route, payment), words.why_on_tile(refusal)
        terrain, rule = value.route.terrain, refusal.rule
        ways.append(Way(value.doubled, terrain, payment, cost, why, rule, is_refused=True))
    return ways


def refused_payments(turn_context: TurnContext, value: Worth) -> Iterator[tuple[Payment, Refusal]]:
    """Yield every refused split of the cards needed to double, fewest locomotives first."""
    for locomotives in range(value.standing.need + 1):
        payment = Payment(value.standing.terrain_beside(locomotives), locomotives)
        try:
            turn_context.judged(ClaimRoute(value.route.id, payment))
        except Refusal as refusal:
            yield payment, refusal.to_keep()


def _cost(words: DeskWords, route: Route, payment: Payment) -> str:
    return words.payment(route.terrain, payment.terrain, payment.locomotives)


def _verdict(turn_context: TurnContext, words: DeskWords, value: Worth) -> str:
    standing, state = value.standing, turn_context.state
    player = turn_context.player
    if value.refusal is not None:
        return words.why(value.refusal.code, value.refusal.facts)
    if not value.ways:
        return words.gettext("You can't double it now: it would take too many locomotives.")
    rivals = [
        other.name
        for number, other in enumerate(state.seats)
        if number != turn_context.seat and other.front.of(value.route.terrain) == standing.rival
    ]
    if standing.own < standing.rival:
        return words.behind(rivals, value.route.terrain, standing.fewest_locomotives)
    if standing.fewest_locomotives:
        return words.too_few_cards(player, standing.need, standing.fewest_locomotives)
    if standing.own == standing.rival:
        return words.tied(rivals, standing.rival)
    return words.may_double(player)
