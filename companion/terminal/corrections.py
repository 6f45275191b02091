"""Putting right: undo, redo, fix, void, table rulings, objections."""

from collections.abc import Callable
from typing import Any, Final

from companion.commands import Amend, Command, Play, Redo, Undo, Void
from companion.entries import points_of
from companion.refusal import Refusal
from companion.requests import Query, parse
from companion.rulebook import TERRAINS
from companion.terminal.keeper import Keeper
from companion.terminal.plays import CARDS, Moment, begin
from companion.terminal.questions import Misread
from companion.words.retelling import sentence_of

_SETTABLE: Final = ("trains", "tickets", "score")
_DISCARDS: Final = "discards"
_EXAMPLE: Final = "set Anna trains 40 why recount"


def undo(keeper: Keeper, text: str) -> None:
    """Take back the last change."""
    keeper.submit(Undo())


def redo(keeper: Keeper, text: str) -> None:
    """Bring back what was undone last."""
    keeper.submit(Redo())


def fix(keeper: Keeper, text: str) -> None:
    """Put an earlier entry right, after showing what that changes."""
    _fix(keeper, text, sure=False)


def fix_at_once(keeper: Keeper, text: str) -> None:
    """The same, for who is sure."""
    _fix(keeper, text, sure=True)


def void(keeper: Keeper, text: str) -> None:
    """Take an earlier entry out, after showing what that changes."""
    entry, _ = _entry(keeper, text, "void 9")
    _consider(keeper, Void(entry, dry_run=True), f"void! {text}", Void(entry))


def void_at_once(keeper: Keeper, text: str) -> None:
    """The same, for who is sure."""
    entry, _ = _entry(keeper, text, "void! 9")
    keeper.submit(Void(entry))


def _fix(keeper: Keeper, text: str, *, sure: bool) -> None:
    entry, rest = _entry(keeper, text, "fix 9 c cape p x2")

    def amend(play: Play) -> None:
        change = Amend(entry, play)
        if sure:
            keeper.submit(change)
        else:
            _consider(keeper, Amend(entry, play, dry_run=True), f"fix! {text}", change)

    if not rest or not begin(keeper, rest, lambda: _when(keeper, entry, amend)):
        raise Misread(keeper.words.usage("fix 9 c cape p x2"))


def _entry(keeper: Keeper, text: str, example: str) -> tuple[int, str]:
    number, _, rest = text.partition(" ")
    if not (number.isdecimal() and len(number) <= 6):
        raise Misread(keeper.words.usage(example))
    return int(number), rest.strip()


def _when(keeper: Keeper, entry: int, then: Callable[[Play], None]) -> Moment:
    """The moment of an earlier entry.

    Raises:
        Refusal: there is no such entry, or it cannot be put right.
    """
    keeper.referee.submit(Void(entry, dry_run=True))
    step = next(step for step in keeper.game.head.back() if step.seq == entry)
    assert step.before is not None
    return Moment(step.before.state, then)


def _consider(keeper: Keeper, trial: Amend | Void, command: str, change: Command) -> None:
    """Show what a revision would do, then ask."""
    words, screen = keeper.words, keeper.screen
    outcome = keeper.referee.submit(trial)
    target = keeper.game.entries[trial.entry - 1]
    screen.say(f"{target.seq} {sentence_of(words, keeper.game, target)}")
    assert outcome.entry is not None
    assert target.seat is not None
    play = outcome.entry.request.get("with", {"do": "pass"})
    name = keeper.game.state.seats[target.seat].name
    new = words.entry(play, name, points_of(outcome.entry.revised[0].events))
    screen.say(words.would_be(target.seq, new))
    for conflict in outcome.conflicts or ():
        refusal = conflict.refusal
        why = words.why(refusal.code, refusal.facts)
        screen.say(words.would_conflict(conflict.entry, why, refusal.rule), "warning")
    if not outcome.conflicts:
        screen.say(words.nothing_else_changes())
    screen.say(words.score_changes(outcome.scores or {}))
    keeper.confirm(lambda: keeper.submit(change), command)


# --- table rulings (R20) ---


def set_values(keeper: Keeper, text: str) -> None:
    """Set values by table ruling: `Anna trains 40 mountain 2 why recount`."""
    values, _, why = text.partition(" why ")
    request: dict[str, Any] = {"do": "adjust", "why": why.strip()}
    who, pairs = _who_and_pairs(keeper, values.split())
    if not (pairs and why.strip()):
        raise Misread(keeper.words.usage(_EXAMPLE))
    if who == _DISCARDS:
        request[_DISCARDS] = _terrain_counts(keeper, pairs)
    else:
        request["player"] = keeper.player(who)
        terrain = [pair for pair in pairs if pair[0] not in _SETTABLE]
        request |= {key: number for key, number in pairs if key in _SETTABLE}
        request["terrain"] = _terrain_counts(keeper, terrain) or None
    keeper.submit(_command(request))


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


# --- objections ---


def object_to(keeper: Keeper, text: str) -> None:
    """A player disputes an entry."""
    entry, who = _entry(keeper, text, "object 9 Anna")
    if not who:
        raise Misread(keeper.words.usage("object 9 Anna"))
    keeper.submit(_command({"do": "object", "entry": entry, "by": keeper.player(who)}))


def settle(keeper: Keeper, text: str) -> None:
    """How a disputed entry was settled."""
    entry, outcome = _entry(keeper, text, "settle 9 upheld")
    keeper.submit(_command({"do": "settle", "entry": entry, "outcome": outcome.casefold()}))


def _command(request: dict[str, Any]) -> Command:
    """A command, checked as strictly as any request."""
    command = parse(request)
    if isinstance(command, Query):
        raise Refusal("bad_request", field="do", problem="is a question")
    return command
