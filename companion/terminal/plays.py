"""The plays of a turn as they are typed: cards, claims, tickets, passing."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.desk.finder import Tracks
from companion.game.commands import ClaimRoute, DrawCards, DrawTickets, Pass, Play, Turn
from companion.game.refusal import Refusal
from companion.game.requests import parse_play, request_of
from companion.game.rulebook import LOCOMOTIVE, TRAIN, Terrain
from companion.game.rules import Worth, judge, worth
from companion.game.state import State
from companion.game.terrain import Payment
from companion.terminal.keeper import Keeper, Refused
from companion.terminal.printed import ask_to_look
from companion.terminal.questions import Misread, Option

Wish = Callable[[Worth], Payment | None]  # how a claim is to be scored

CARDS: Final[Mapping[str, str]] = {
    "t": TRAIN,
    "l": LOCOMOTIVE,
    "d": Terrain.DESERT,
    "j": Terrain.JUNGLE,
    "m": Terrain.MOUNTAIN,
    "train": TRAIN,
    "locomotive": LOCOMOTIVE,
    "loco": LOCOMOTIVE,
    "desert": Terrain.DESERT,
    "jungle": Terrain.JUNGLE,
    "mountain": Terrain.MOUNTAIN,
}
_SHORT: Final = ("short", "only", "s")
_PAYMENT: Final = re.compile(r"(?:\d{1,2}[djmtl])+")
_PART: Final = re.compile(r"(\d{1,2})([djmtl])")
_MOST_LISTED: Final = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """When a play is made, and by whom: now, or where an entry stands that is put right."""

    state: State
    then: Callable[[Turn], None]
    why: str | None = None  # the table's reason to let it count whatever the rules say (R20)


def now(keeper: Keeper) -> Moment:
    """The present turn."""

    def enter(turn: Turn) -> None:
        keeper.submit(turn)
        ask_to_look(keeper, turn)

    return Moment(keeper.game.state, enter)


def begin(keeper: Keeper, line: str, moment: Callable[[], Moment]) -> bool:
    """Begin a play; false where the line is none."""
    word, _, rest = line.partition(" ")
    word = word.casefold()
    cards = word in CARDS or (len(word) == 2 and set(word) <= set("tldjm"))
    play = _draw if cards else _PLAYS.get(word)
    if play is None:
        return False
    keeper.refused = None  # what was refused before is not what is meant any longer
    play(keeper, line if cards else rest.strip(), moment())
    return True


def _make(keeper: Keeper, play: Play, moment: Moment) -> None:
    """Make a play; what the rules refuse can be made anyway, for a reason."""
    if moment.why is not None:
        moment.then(_overruled(play, moment.why))
        return
    try:
        moment.then(play)
    except Refusal as refusal:
        if _can_be_ruled(keeper, play, moment):
            keeper.refused = Refused(
                refusal, lambda why: _make(keeper, play, replace(moment, why=why))
            )
        raise


def _overruled(play: Play, why: str) -> Turn:
    """A play by table ruling, checked as strictly as any request."""
    return parse_play({**request_of(play), "overrule": why})


def _can_be_ruled(keeper: Keeper, play: Play, moment: Moment) -> bool:
    """Whether the table can let it count: there must be such cards and routes."""
    if play == DrawCards(()):
        return False
    try:
        judge(keeper.game.board, moment.state, _overruled(play, "?"))
    except Refusal:
        return False
    return True


def _draw(keeper: Keeper, text: str, moment: Moment) -> None:
    words = text.casefold().replace("+", " ").replace(",", " ").split()
    cards: list[str] = []
    for word in words:
        if word in _SHORT:
            continue
        both = len(word) == 2 and set(word) <= set("tldjm")
        cards += [CARDS.get(part, part) for part in (word if both else [word])]
    draw = DrawCards(tuple(cards), short=any(word in _SHORT for word in words))
    _make(keeper, draw, moment)


def _pass(keeper: Keeper, text: str, moment: Moment) -> None:
    if text:
        raise Misread(keeper.words.usage("p"))
    _make(keeper, Pass(), moment)


def _tickets(keeper: Keeper, text: str, moment: Moment) -> None:
    if not (text.isdecimal() and len(text) <= 4):
        raise Misread(keeper.words.usage("k 2"))
    _make(keeper, DrawTickets(int(text)), moment)


# --- claims ---


def _claim(keeper: Keeper, text: str, moment: Moment) -> None:
    typed, wish = _read(keeper, text)
    if moment.state.ended and moment.why is None:
        over = Refusal("wrong_phase", phase=moment.state.phase)
        keeper.refused = Refused(over, lambda why: _claim(keeper, text, replace(moment, why=why)))
        raise over
    if not typed:
        raise Misread(keeper.words.usage("c cape p"))
    found = keeper.finder.routes(typed)
    if not found:
        ends = keeper.finder.ends(typed)
        none = keeper.words.no_route_joins(*ends) if ends else keeper.words.no_route_fits(typed)
        raise Misread(none)
    if len(found) == 1:
        _score(keeper, found[0], wish, moment)
        return
    options = [_route_option(keeper, tracks, wish, moment) for tracks in found[:_MOST_LISTED]]
    keeper.choose(keeper.words.which_route(len(found) - len(options)), options)


def _read(keeper: Keeper, text: str) -> tuple[str, Wish | None]:
    """The words for the route, and how it is to be scored where that is said too."""
    route: list[str] = []
    wish: Wish | None = None
    for word in text.split():
        if word.casefold() == "x1":
            wish = _undoubled
        elif word.casefold() == "x2":
            wish = _cheapest
        elif _PAYMENT.fullmatch(word.casefold()):
            wish = _paid_with(keeper, word.casefold())
        else:
            route.append(word)
    return " ".join(route), wish


def _undoubled(value: Worth) -> None:
    return None


def _cheapest(value: Worth) -> Payment:
    """With the fewest locomotives; where nothing doubles, what will be refused with its reason."""
    ways = value.standing.ways()
    return ways[0] if ways else Payment(value.standing.need, 0)


def _paid_with(keeper: Keeper, text: str) -> Wish:
    """With so many terrain cards and locomotives: 1m, 2l, 1m1l; t is the route's own terrain."""

    def payment(value: Worth) -> Payment:
        terrain = locomotives = 0
        for count, letter in _PART.findall(text):
            if letter == "l":
                locomotives += int(count)
            elif letter == "t" or CARDS[letter] == value.route.terrain:
                terrain += int(count)
            else:
                raise Misread(keeper.words.other_terrain(value.route))
        return Payment(terrain, locomotives)

    return payment


def _worth(keeper: Keeper, tracks: Tracks, state: State) -> Worth:
    """What a route is worth at that moment: of two tracks alike, the one that can be claimed."""
    values = [worth(keeper.game.board, state, state.to_move, route.id) for route in tracks.routes]
    free = (value for value in values if value.refusal is None)
    closed = (value for value in values if value.refusal and value.refusal.code != "route_taken")
    return next(free, next(closed, values[0]))


def _route_option(keeper: Keeper, tracks: Tracks, wish: Wish | None, moment: Moment) -> Option:
    words = keeper.words
    value = _worth(keeper, tracks, moment.state)
    if value.refusal is not None:
        worth_now = keeper.reason(value.refusal)
    else:
        paid = [
            words.payment(value.route.terrain, way.terrain, way.locomotives)
            for way in value.standing.ways()[:1]
        ]
        worth_now = words.worth(value.route.points, 2 * value.route.points, *paid)
    return Option(
        words.route_option(value.route, worth_now), lambda: _score(keeper, tracks, wish, moment)
    )


def _score(keeper: Keeper, tracks: Tracks, wish: Wish | None, moment: Moment) -> None:
    """Claim as wished, or offer every way to score it."""
    value = _worth(keeper, tracks, moment.state)
    if moment.why is None and value.refusal is not None:
        keeper.refused = Refused(
            value.refusal, lambda why: _score(keeper, tracks, wish, replace(moment, why=why))
        )
        raise value.refusal
    if wish is not None:
        _make(keeper, ClaimRoute(value.route.id, wish(value)), moment)
        return
    words, route = keeper.words, value.route

    def way(label: str, payment: Payment | None) -> Option:
        return Option(label, lambda: _make(keeper, ClaimRoute(route.id, payment), moment))

    options = [way(words.points(route.points), None)]
    for payment in value.standing.ways():
        paid = words.payment(route.terrain, payment.terrain, payment.locomotives)
        options.append(way(words.doubled(2 * route.points, paid), payment))
    heading = words.route_to_claim(route, len(tracks.routes))
    notes = [] if moment.why else list(_refused_ways(keeper, value, moment.state))
    keeper.choose(heading, options, notes)


def _refused_ways(keeper: Keeper, value: Worth, state: State) -> Iterator[str]:
    """Why fewer locomotives would not do: at most two lines of it."""
    standing, route, words = value.standing, value.route, keeper.words
    for locomotives in range(min(2, standing.fewest_locomotives)):
        payment = Payment(standing.terrain_beside(locomotives), locomotives)
        try:
            judge(keeper.game.board, state, ClaimRoute(route.id, payment))
        except Refusal as refusal:
            paid = words.payment(route.terrain, payment.terrain, payment.locomotives)
            yield words.refused_way(paid, refusal)


_PLAYS: Final[Mapping[str, Callable[[Keeper, str, Moment], None]]] = {
    "draw": _draw,
    "c": _claim,
    "claim": _claim,
    "k": _tickets,
    "keep": _tickets,
    "tickets": _tickets,
    "p": _pass,
    "pass": _pass,
}
