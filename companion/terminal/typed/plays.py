"""Typed plays: cards, claims, tickets, passing; and table rulings (R20)."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.desk.claim.route_choices import worth_of
from companion.desk.claim.ruling import Way, refused_payments, ways_to_score
from companion.desk.finder import Tracks
from companion.desk.table_rulings import ruled
from companion.desk.turn_context import TurnContext
from companion.desk.values import DISCARDS, NAMES, setting
from companion.game.commands import Adjust, ClaimRoute, DrawCards, DrawTickets, Pass, Play, Turn
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse, request_of
from companion.game.rulebook import LOCOMOTIVE, TERRAINS, TRAIN, Terrain
from companion.game.rules.claims import Worth
from companion.game.rules.terrain import Payment
from companion.terminal.keeper import Keeper, OverrulableRefusal
from companion.terminal.questions import LONGEST_REASON, MisreadInputError, Option
from companion.terminal.typed.printed_route import ask_to_look

Wish = Callable[[Worth], Payment | None]  # how to score a claim

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
_DISCARDS: Final = DISCARDS.strip()
_SET: Final = "set Anna trains 40 why recount"


@dataclass(frozen=True, slots=True)
class TurnDraft:
    """The turn being entered: the current one, or an earlier one being edited; `then` enters it."""

    turn_context: TurnContext
    then: Callable[[Turn], None]
    why: str | None = None  # the reason of a table ruling (R20)


def begin_now(keeper: Keeper, line: str) -> bool:
    """Start the current turn; return False if the line is no play."""

    def enter(turn: Turn) -> None:
        keeper.submit(turn)
        ask_to_look(keeper, turn)

    return begin(keeper, line, lambda: TurnContext.now(keeper.game), enter)


def begin(
    keeper: Keeper, line: str, turn_context: Callable[[], TurnContext], then: Callable[[Turn], None]
) -> bool:
    """Start a play; return False if the line is none."""
    word, _, rest = line.partition(" ")
    word = word.casefold()
    cards = word in CARDS or (len(word) == 2 and set(word) <= set("tldjm"))
    play = _draw if cards else _PLAYS.get(word)
    if play is None:
        return False
    keeper.last_refusal = None  # an earlier refusal no longer applies
    context = turn_context()
    keeper.desk.revise(None if context.is_now else context)
    play(keeper, line if cards else rest.strip(), TurnDraft(context, then))
    return True


def _make(keeper: Keeper, play: Play, draft: TurnDraft) -> None:
    """Make a play; remember how to make it by table ruling if the rules refuse it."""
    if draft.why is not None:
        draft.then(ruled(play, draft.why))
        return
    try:
        draft.then(play)
    except Refusal as refusal:
        keeper.may_count_anyway(refusal, lambda why: _make(keeper, play, replace(draft, why=why)))
        raise


def _draw(keeper: Keeper, text: str, draft: TurnDraft) -> None:
    words = text.casefold().replace("+", " ").replace(",", " ").split()
    cards: list[str] = []
    for word in words:
        if word in _SHORT:
            continue
        both = len(word) == 2 and set(word) <= set("tldjm")
        cards += [CARDS.get(part, part) for part in (word if both else [word])]
    draw = DrawCards(tuple(cards), short=any(word in _SHORT for word in words))
    _make(keeper, draw, draft)


def _pass(keeper: Keeper, text: str, draft: TurnDraft) -> None:
    if text:
        raise MisreadInputError(keeper.words.usage("p"))
    _make(keeper, Pass(), draft)


def _tickets(keeper: Keeper, text: str, draft: TurnDraft) -> None:
    if not (text.isdecimal() and len(text) <= 4):
        raise MisreadInputError(keeper.words.usage("k 2"))
    _make(keeper, DrawTickets(int(text)), draft)


# --- claims ---


def _claim(keeper: Keeper, text: str, draft: TurnDraft) -> None:
    typed, wish = _read(keeper, text)
    if draft.turn_context.state.ended and draft.why is None:
        over = Refusal("wrong_phase", phase=draft.turn_context.state.phase)
        keeper.last_refusal = OverrulableRefusal(
            over, lambda why: _claim(keeper, text, replace(draft, why=why))
        )
        raise over
    if not typed:
        raise MisreadInputError(keeper.words.usage("c cape p"))
    found = keeper.finder.routes(typed)
    if not found:
        ends = keeper.finder.ends(typed)
        none = keeper.words.no_route_joins(*ends) if ends else keeper.words.no_route_fits(typed)
        raise MisreadInputError(none)
    if len(found) == 1:
        _score(keeper, found[0], wish, draft)
        return
    options = [_route_option(keeper, tracks, wish, draft) for tracks in found[:_MOST_LISTED]]
    keeper.choose(keeper.words.which_route(len(found) - len(options)), options)


def _read(keeper: Keeper, text: str) -> tuple[str, Wish | None]:
    """Split the input into the route and, if given, how to score it."""
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
    """Return the payment with the fewest locomotives; one that will be refused if none is valid."""
    ways = value.standing.ways()
    return ways[0] if ways else Payment(value.standing.need, 0)


def _paid_with(keeper: Keeper, text: str) -> Wish:
    """Parse a payment such as 1m, 2l or 1m1l; t is the route's own terrain."""

    def payment(value: Worth) -> Payment:
        terrain = locomotives = 0
        for count, letter in _PART.findall(text):
            if letter == "l":
                locomotives += int(count)
            elif letter == "t" or CARDS[letter] == value.route.terrain:
                terrain += int(count)
            else:
                raise MisreadInputError(keeper.words.other_terrain(value.route))
        return Payment(terrain, locomotives)

    return payment


def _route_option(keeper: Keeper, tracks: Tracks, wish: Wish | None, draft: TurnDraft) -> Option:
    words = keeper.words
    value = worth_of(draft.turn_context, tracks)
    if value.refusal is not None:
        worth_now = keeper.reason(value.refusal)
    else:
        ways = ways_to_score(keeper.desk.words, value)
        paid = [way.cost for way in ways if way.payment is not None][:1]
        worth_now = words.worth(value.route.points, value.doubled, *paid)
    return Option(
        words.route_option(value.route, worth_now), lambda: _score(keeper, tracks, wish, draft)
    )


def _score(keeper: Keeper, tracks: Tracks, wish: Wish | None, draft: TurnDraft) -> None:
    """Claim as requested, or offer every way to score it."""
    value = worth_of(draft.turn_context, tracks)
    if draft.why is None and value.refusal is not None:
        keeper.desk.refuse(value.refusal, ClaimRoute(value.route.id))
        keeper.may_count_anyway(
            value.refusal, lambda why: _score(keeper, tracks, wish, replace(draft, why=why))
        )
        raise value.refusal
    if wish is not None:
        _make(keeper, ClaimRoute(value.route.id, wish(value)), draft)
        return
    options = [
        _way_option(keeper, ClaimRoute(value.route.id, way.payment), way, draft)
        for way in ways_to_score(keeper.desk.words, value)
    ]
    heading = keeper.words.route_to_claim(value.route, len(tracks.routes))
    notes = [] if draft.why else list(_why_not_fewer(keeper, value, draft.turn_context))
    keeper.choose(heading, options, notes)


def _way_option(keeper: Keeper, claim: ClaimRoute, way: Way, draft: TurnDraft) -> Option:
    words = keeper.words
    doubled = claim.double is not None
    label = words.doubled(way.points, way.cost) if doubled else words.points(way.points)
    return Option(label, lambda: _make(keeper, claim, draft))


def _why_not_fewer(keeper: Keeper, value: Worth, turn_context: TurnContext) -> Iterator[str]:
    """Yield why fewer locomotives are not enough, in at most two lines."""
    words, too_few = keeper.words, min(2, value.standing.fewest_locomotives)
    for payment, refusal in refused_payments(turn_context, value):
        if payment.locomotives < too_few:
            paid = words.payment(value.route.terrain, payment.terrain, payment.locomotives)
            yield words.refused_way(paid, refusal)


_PLAYS: Final[Mapping[str, Callable[[Keeper, str, TurnDraft], None]]] = {
    "draw": _draw,
    "c": _claim,
    "claim": _claim,
    "k": _tickets,
    "keep": _tickets,
    "tickets": _tickets,
    "p": _pass,
    "pass": _pass,
}


# --- table rulings ---


def anyway(keeper: Keeper, text: str) -> None:
    """Allow the last refused play by table ruling, with a reason."""
    refused = keeper.last_refusal
    if refused is None:
        raise MisreadInputError(keeper.words.nothing_refused())
    if text:
        refused.anyway(text[:LONGEST_REASON])
    elif keeper.with_person:
        keeper.screen.say(keeper.words.in_spite_of(keeper.reason(refused.refusal)), "ruling")
        keeper.ask_why(
            keeper.words.reasons_to_rule(), lambda why: refused.anyway(why[:LONGEST_REASON])
        )
    else:
        raise MisreadInputError(keeper.words.usage("anyway we agreed"))


def set_values(keeper: Keeper, text: str) -> None:
    """Set values by table ruling: `Anna trains 40 mountain 2 why recount`."""
    values, _, why = f"{text} ".partition(" why ")
    who, pairs = _who_and_pairs(keeper, values.split())
    if not pairs or not (why.strip() or keeper.with_person):
        raise MisreadInputError(keeper.words.usage(_SET))
    discards = who == _DISCARDS
    player = None if discards else keeper.player(who)
    numbers = {_name_of(keeper, key, discards=discards): number for key, number in pairs}

    def rule(reason: str) -> None:
        keeper.submit(_checked(setting(player, numbers, reason[:LONGEST_REASON])))

    if why.strip():
        rule(why.strip())
    else:
        _checked(setting(player, numbers, "?"))  # refuse impossible values before asking why
        keeper.ask_why(keeper.words.reasons_to_set(), rule)


def _checked(ruling: Adjust) -> Adjust:
    """Validate a ruling as strictly as any request."""
    command = parse(request_of(ruling))
    assert isinstance(command, Adjust)
    return command


def _name_of(keeper: Keeper, key: str, *, discards: bool) -> str:
    """Return the desk's name for a value."""
    terrain = CARDS.get(key, key)
    if terrain in TERRAINS:
        return f"{DISCARDS}{terrain}" if discards else str(terrain)
    if discards or key not in NAMES:
        raise MisreadInputError(keeper.words.usage(_SET))
    return key


def _who_and_pairs(keeper: Keeper, words: list[str]) -> tuple[str, list[tuple[str, int]]]:
    """Split the input into a name, possibly of several words, and values with their numbers."""
    pairs: list[tuple[str, int]] = []
    while len(words) >= 3 and (number := _number(words[-1])) is not None:
        pairs.insert(0, (words[-2].casefold(), number))
        words = words[:-2]
    return " ".join(words), pairs


def _number(text: str) -> int | None:
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isdecimal() and len(digits) <= 9 else None
