"""Every way to score a claim, and why not the others: what the ruling sheet shows. Pure."""

from dataclasses import dataclass

from companion.board import Route
from companion.commands import ClaimRoute
from companion.game import Game
from companion.refusal import Refusal
from companion.rulebook import Terrain
from companion.rules import Worth
from companion.terrain import Payment
from kiosk.words import KioskWords


@dataclass(frozen=True, slots=True)
class Way:
    """One way to score it; `why_not` is empty where the rules allow it."""

    points: int
    payment: Payment | None
    cost: str
    note: str
    rule: str | None = None
    is_refused: bool = False


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


def ruling_view(game: Game, words: KioskWords, value: Worth, *, hidden: bool) -> RulingView:
    """What the player whose turn it is may make of a route."""
    state, route = game.state, value.route
    seat = state.seats[state.to_move]
    refused = tuple(_refused_ways(game, words, value))
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
        verdict=_verdict(game, words, value),
        rule="R11" if value.ways and value.standing.fewest_locomotives else "R9",
        ways=(_undoubled(words, route), *_legal_ways(words, value), *refused),
        reminder=words.reminder(
            route,
            None if hidden else state.score(state.to_move),
            doubled=bool(value.ways),
        ),
    )


def _undoubled(words: KioskWords, route: Route) -> Way:
    return Way(route.points, None, words.gettext("no doubling"), "", "R7")


def _legal_ways(words: KioskWords, value: Worth) -> list[Way]:
    return [
        Way(
            points=value.doubled,
            payment=way,
            cost=_cost(words, value.route, way),
            note=words.keeps_terrain(value.route.terrain)
            if way.locomotives and way.terrain < min(value.standing.own, value.standing.need)
            else "",
            rule="R11" if way.locomotives else "R9",
        )
        for way in value.ways
    ]


def _refused_ways(game: Game, words: KioskWords, value: Worth) -> list[Way]:
    """Every split of what doubling takes that the rules refuse, each with its reason."""
    ways = []
    for locomotives in range(value.standing.need + 1):
        payment = Payment(value.standing.need - locomotives, locomotives)
        try:
            game.propose(ClaimRoute(value.route.id, payment))
        except Refusal as refusal:
            cost, why = _cost(words, value.route, payment), words.why_not_so(refusal)
            ways.append(Way(value.doubled, payment, cost, why, refusal.rule, is_refused=True))
    return ways


def _cost(words: KioskWords, route: Route, payment: Payment) -> str:
    return words.payment(route.terrain, payment.terrain, payment.locomotives)


def _verdict(game: Game, words: KioskWords, value: Worth) -> str:
    standing, state = value.standing, game.state
    player = state.seats[state.to_move].name
    if not value.ways:
        return words.gettext("Nothing doubles it now: too many locomotives would be needed.")
    if standing.own < standing.rival:
        rivals = [
            other.name
            for number, other in enumerate(state.seats)
            if number != state.to_move and other.front.of(value.route.terrain) == standing.rival
        ]
        return words.behind(rivals, value.route.terrain, standing.fewest_locomotives)
    if standing.fewest_locomotives:
        return words.too_few_cards(player, standing.need, standing.fewest_locomotives)
    return words.may_double(player)
