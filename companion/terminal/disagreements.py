"""Where table and referee disagree: table rulings (R20), and objections that it settles."""

from typing import Final

from companion.desk.values import DISCARDS, NAMES, setting
from companion.game.commands import OUTCOMES, Adjust, Object, Settle
from companion.game.disputes import disputes, open_disputes
from companion.game.requests import parse, request_of
from companion.game.rulebook import TERRAINS
from companion.terminal.amending import fix, numbered, void
from companion.terminal.keeper import Keeper
from companion.terminal.plays import CARDS
from companion.terminal.questions import AskAgain, Misread, Option
from companion.words.retelling import standing_sentence

_DISCARDS: Final = DISCARDS.strip()
_EXAMPLE: Final = "set Anna trains 40 why recount"
LONGEST_REASON: Final = 200


def anyway(keeper: Keeper, text: str) -> None:
    """Let count what was refused last, for a reason."""
    refused = keeper.refused
    if refused is None:
        raise Misread(keeper.words.nothing_refused())
    if text:
        refused.anyway(text[:LONGEST_REASON])
    elif keeper.with_person:
        keeper.screen.say(keeper.words.in_spite_of(keeper.reason(refused.refusal)), "ruling")
        keeper.ask_why(
            keeper.words.reasons_to_rule(), lambda why: refused.anyway(why[:LONGEST_REASON])
        )
    else:
        raise Misread(keeper.words.usage("anyway we agreed"))


def set_values(keeper: Keeper, text: str) -> None:
    """Set values by table ruling: `Anna trains 40 mountain 2 why recount`."""
    values, _, why = f"{text} ".partition(" why ")
    who, pairs = _who_and_pairs(keeper, values.split())
    if not pairs or not (why.strip() or keeper.with_person):
        raise Misread(keeper.words.usage(_EXAMPLE))
    discards = who == _DISCARDS
    player = None if discards else keeper.player(who)
    numbers = {_name(keeper, key, discards=discards): number for key, number in pairs}

    def rule(reason: str) -> None:
        keeper.submit(_checked(setting(player, numbers, reason[:LONGEST_REASON])))

    if why.strip():
        rule(why.strip())
    else:
        _checked(setting(player, numbers, "?"))  # what cannot be is said before anyone is asked why
        keeper.ask_why(keeper.words.reasons_to_set(), rule)


def _checked(ruling: Adjust) -> Adjust:
    """A ruling, checked as strictly as any request."""
    command = parse(request_of(ruling))
    assert isinstance(command, Adjust)
    return command


def _name(keeper: Keeper, key: str, *, discards: bool) -> str:
    """The desk's name for what is set."""
    terrain = CARDS.get(key, key)
    if terrain in TERRAINS:
        return f"{DISCARDS}{terrain}" if discards else str(terrain)
    if discards or key not in NAMES:
        raise Misread(keeper.words.usage(_EXAMPLE))
    return key


def _who_and_pairs(keeper: Keeper, words: list[str]) -> tuple[str, list[tuple[str, int]]]:
    """The name, which may be of several words, and what to set to which number."""
    pairs: list[tuple[str, int]] = []
    while len(words) >= 3 and (number := _number(words[-1])) is not None:
        pairs.insert(0, (words[-2].casefold(), number))
        words = words[:-2]
    return " ".join(words), pairs


def _number(text: str) -> int | None:
    digits = text[1:] if text[:1] in ("+", "-") else text
    return int(text) if digits.isdecimal() and len(digits) <= 9 else None


_OBJECT: Final = "object 9 Anna"
_SETTLE: Final = "settle 9 upheld"


def object_to(keeper: Keeper, text: str) -> None:
    """A player disputes an entry; without a number, the last turn."""
    if text[:1].isdecimal():
        entry, who = numbered(keeper, text, _OBJECT)
    else:
        entry, who = _last_turn(keeper), text
    if not who:
        raise Misread(keeper.words.usage(_OBJECT))
    keeper.submit(Object(entry, keeper.player(who)))


def _last_turn(keeper: Keeper) -> int:
    for step in keeper.game.head.back():
        if step.is_play:
            return step.seq
    raise Misread(keeper.words.nothing_to_object_to())


def settle(keeper: Keeper, text: str) -> None:
    """How a disputed entry was settled; without a number, the one that is in dispute."""
    entry, typed = _disputed(keeper, text)
    outcomes = [outcome for outcome in OUTCOMES if typed and outcome.startswith(typed.casefold())]
    if outcomes:
        _settle(keeper, entry, outcomes[0])
    elif typed or not keeper.with_person:
        raise Misread(keeper.words.usage(_SETTLE))
    else:
        _ask_how(keeper, entry)


def _disputed(keeper: Keeper, text: str) -> tuple[int, str]:
    """Which entry, and what follows its number."""
    words, still_open = keeper.words, open_disputes(keeper.game)
    if not text[:1].isdecimal():
        if len(still_open) != 1:
            raise Misread(words.which_is_settled(still_open))
        return next(iter(still_open)), text
    entry, typed = numbered(keeper, text, _SETTLE)
    if entry not in disputes(keeper.game):
        raise Misread(words.not_disputed(entry))
    return entry, typed


def _ask_how(keeper: Keeper, entry: int) -> None:
    words = keeper.words
    options = [
        Option(words.outcome(outcome), lambda o=outcome: _settle(keeper, entry, o))  # type: ignore[misc]
        for outcome in OUTCOMES
    ]
    keeper.choose(words.how_settled(_sentence(keeper, entry)), options)


def _settle(keeper: Keeper, entry: int, outcome: str) -> None:
    keeper.submit(Settle(entry, outcome))
    if outcome == "overruled":
        _offer_to_put_right(keeper, entry)


def _offer_to_put_right(keeper: Keeper, entry: int) -> None:
    """A turn that was ruled on wrongly: offer to put it right at once."""
    words = keeper.words
    steps = keeper.game.head.since(entry)
    if not steps or not steps[0].is_play:
        return
    if not keeper.with_person:
        keeper.screen.say(words.put_it_right_by(entry))
        return

    def put_right(line: str) -> None:
        try:
            fix(keeper, f"{entry} {line}")
        except Misread as misread:
            raise AskAgain(str(misread)) from misread

    options = [
        Option(words.to_fix(), lambda: keeper.ask(words.ask_what_it_was(entry), put_right)),
        Option(words.to_void(), lambda: void(keeper, str(entry))),
        Option(words.to_leave(), lambda: keeper.screen.say(words.left_as_it_was())),
    ]
    keeper.choose(words.put_right_now(entry), options)


def _sentence(keeper: Keeper, entry: int) -> str:
    """A disputed entry as it stands."""
    steps = keeper.game.head.since(entry)
    if not steps:
        return str(entry)
    return f"{entry} {standing_sentence(keeper.words, keeper.game, steps[0])}"
