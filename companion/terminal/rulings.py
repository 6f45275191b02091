"""Table rulings (R20): what was refused counts anyway, and any value can be set."""

from typing import Any, Final

from companion.game.commands import Adjust
from companion.game.requests import parse
from companion.game.rulebook import TERRAINS
from companion.terminal.keeper import Keeper
from companion.terminal.plays import CARDS
from companion.terminal.questions import Misread

_SETTABLE: Final = ("trains", "tickets", "score")
_DISCARDS: Final = "discards"
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
    request: dict[str, Any] = {"do": "adjust"}
    who, pairs = _who_and_pairs(keeper, values.split())
    if not pairs or not (why.strip() or keeper.with_person):
        raise Misread(keeper.words.usage(_EXAMPLE))
    if who == _DISCARDS:
        request[_DISCARDS] = _terrain_counts(keeper, pairs)
    else:
        request["player"] = keeper.player(who)
        terrain = [pair for pair in pairs if pair[0] not in _SETTABLE]
        request |= {key: number for key, number in pairs if key in _SETTABLE}
        request["terrain"] = _terrain_counts(keeper, terrain) or None

    def rule(reason: str) -> None:
        keeper.submit(_ruling({**request, "why": reason[:LONGEST_REASON]}))

    if why.strip():
        rule(why.strip())
    else:
        _ruling({**request, "why": "?"})  # what cannot be is said before anyone is asked why
        keeper.ask_why(keeper.words.reasons_to_set(), rule)


def _ruling(request: dict[str, Any]) -> Adjust:
    """A ruling, checked as strictly as any request."""
    command = parse(request)
    assert isinstance(command, Adjust)
    return command


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


def _terrain_counts(keeper: Keeper, pairs: list[tuple[str, int]]) -> dict[str, int]:
    counts = {}
    for key, number in pairs:
        terrain = CARDS.get(key, key)
        if terrain not in TERRAINS:
            raise Misread(keeper.words.usage(_EXAMPLE))
        counts[str(terrain)] = number
    return counts
