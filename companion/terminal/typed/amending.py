"""Corrections of entries: undo, redo, fix, void, missed turns, disputes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.desk.turn_context import TurnContext
from companion.game.commands import (
    OUTCOMES,
    Amend,
    Insert,
    Object,
    Pass,
    Redo,
    Revision,
    RuledPlay,
    Settle,
    Turn,
    Undo,
    Void,
)
from companion.game.log.disputes import disputes, open_disputes
from companion.game.rules.turns import find_seat
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgainError, MisreadInputError, Option, consider
from companion.terminal.typed.plays import begin
from companion.words.log_entries import standing_sentence

_FIX: Final = "fix 9 c cape p x2"
_INSERT: Final = "insert 9 Ben t d"
_OBJECT: Final = "object 9 Anna"
_SETTLE: Final = "settle 9 upheld"
_BY: Final = "by"
_SHIFT: Final = {"keep": False, "shift": True}


def undo(keeper: Keeper, text: str) -> None:
    keeper.submit(Undo())


def redo(keeper: Keeper, text: str) -> None:
    keeper.submit(Redo())


def fix(keeper: Keeper, text: str) -> None:
    """Preview the correction of an earlier entry, then ask."""
    _fix(keeper, text, sure=False)


def fix_at_once(keeper: Keeper, text: str) -> None:
    """Correct an earlier entry without asking."""
    _fix(keeper, text, sure=True)


def void(keeper: Keeper, text: str) -> None:
    """Preview the removal of an earlier entry, then ask."""
    consider(keeper, _void(keeper, text, "void 9"), f"void! {text}")


def void_at_once(keeper: Keeper, text: str) -> None:
    """Remove an earlier entry without asking."""
    keeper.submit(_void(keeper, text, "void! 9"))


def _void(keeper: Keeper, text: str, example: str) -> Void:
    """Parse `9` (the turn counts as passed) or `9 shift` (entered twice: later turns move back)."""
    entry, rest = numbered(keeper, text, example)
    return Void(entry, shift=_SHIFT.get(rest.casefold(), False))


def insert(keeper: Keeper, text: str) -> None:
    """Preview a missed turn, then ask."""
    _insert(keeper, text, sure=False)


def insert_at_once(keeper: Keeper, text: str) -> None:
    """Enter a missed turn without asking."""
    _insert(keeper, text, sure=True)


def numbered(keeper: Keeper, text: str, example: str) -> tuple[int, str]:
    """Split the input into an entry's number and the rest."""
    number, _, rest = text.partition(" ")
    if not (number.isdecimal() and len(number) <= 6):
        raise MisreadInputError(keeper.words.usage(example))
    return int(number), rest.strip()


def _do(keeper: Keeper, change: Revision, command: str, *, sure: bool) -> None:
    """Submit a change if `sure`, else preview it and ask."""
    if sure:
        keeper.submit(change)
        return
    ruled = not isinstance(change, Void) and isinstance(getattr(change, "play", None), RuledPlay)
    consider(keeper, change, keeper.words.yes() if ruled else command)


# --- another play, another player ---


def _fix(keeper: Keeper, text: str, *, sure: bool) -> None:
    """Correct an entry: another play `9 c cape p`, another player `9 by Ben`, or both."""
    entry, rest = numbered(keeper, text, _FIX)
    by, player = rest, None
    word, _, after = rest.partition(" ")
    if word.casefold() == _BY and after.strip():
        player, by = _who_first(keeper, after.strip())

    def amend(turn: Turn | None) -> None:
        _do(keeper, Amend(entry, turn, player=player), f"fix! {text}", sure=sure)

    if player is not None and not by:
        amend(None)
    elif not by or not begin(keeper, by, lambda: _when(keeper, entry, player), amend):
        raise MisreadInputError(keeper.words.usage(_FIX))


def _when(keeper: Keeper, entry: int, player: str | None) -> TurnContext:
    """Return the context of an earlier entry, for its player or another.

    Raises:
        Refusal: if there is no such entry, or it cannot be edited.
    """
    keeper.consider(Void(entry))
    seat = None if player is None else find_seat(keeper.game.state, player)
    return TurnContext.again(keeper.game, entry, seat)


def _who_first(keeper: Keeper, text: str) -> tuple[str, str]:
    """Split the input into a player, possibly of several words, and the rest."""
    names = sorted((seat.name for seat in keeper.game.state.seats), key=len, reverse=True)
    for name in names:
        rest = text[len(name) :]
        if text[: len(name)].casefold() == name.casefold() and rest[:1] in ("", " ", ":"):
            return name, rest.lstrip(": ")
    word, _, rest = text.partition(" ")
    return keeper.player(word.rstrip(":")), rest.strip()


# --- missed turns ---


def _insert(keeper: Keeper, text: str, *, sure: bool) -> None:
    """Enter a missed turn: `9 Ben t d`, optionally followed by `keep` or `shift`."""
    after, rest = numbered(keeper, text, _INSERT)
    if not rest:
        raise MisreadInputError(keeper.words.usage(_INSERT))
    player, line = _who_first(keeper, rest)
    before, _, last = line.rpartition(" ")
    shift = _SHIFT.get(last.casefold()) if before else None
    line = line if shift is None else before.strip()

    def add(turn: Turn) -> None:
        change = Insert(after, player, turn, bool(shift))
        if shift is None and keeper.consider(change).may_shift:
            _ask_for_later_turns(keeper, change, text, sure=sure)
        else:
            _do(keeper, change, f"insert! {text}", sure=sure)

    if not line or not begin(keeper, line, lambda: _after(keeper, after, player), add):
        raise MisreadInputError(keeper.words.usage(_INSERT))


def _after(keeper: Keeper, entry: int, player: str) -> TurnContext:
    """Return the context of a missed turn after an entry.

    Raises:
        Refusal: if there is no such entry.
    """
    keeper.consider(Insert(entry, player, RuledPlay(Pass(), "?")))
    return TurnContext.forgotten(keeper.game, entry, find_seat(keeper.game.state, player))


def _ask_for_later_turns(keeper: Keeper, change: Insert, text: str, *, sure: bool) -> None:
    """Ask whether later turns keep their players or shift to the next ones."""
    words, options = keeper.words, []
    for word, shift in _SHIFT.items():
        choice = replace(change, shift=shift)
        outcome = keeper.consider(choice)
        conflicts = len(outcome.conflicts)
        label = words.later_turns(shift=shift, conflicts=conflicts, scores=outcome.scores)
        command = f"insert! {text} {word}"
        options.append(Option(f"{word}: {label}", _doing(keeper, choice, command, sure=sure)))
    keeper.choose(words.whose_are_the_later_ones(), options)


def _doing(keeper: Keeper, change: Insert, command: str, *, sure: bool) -> Callable[[], None]:
    return lambda: _do(keeper, change, command, sure=sure)


# --- disputes ---


def object_to(keeper: Keeper, text: str) -> None:
    """Dispute an entry; without a number, the last turn."""
    if text[:1].isdecimal():
        entry, who = numbered(keeper, text, _OBJECT)
    else:
        entry, who = _last_turn(keeper), text
    if not who:
        raise MisreadInputError(keeper.words.usage(_OBJECT))
    keeper.submit(Object(entry, keeper.player(who)))


def _last_turn(keeper: Keeper) -> int:
    last = keeper.game.last_play
    if last is None:
        raise MisreadInputError(keeper.words.nothing_to_object_to())
    return last.seq


def settle(keeper: Keeper, text: str) -> None:
    """Resolve a disputed entry; without a number, the only disputed one."""
    entry, typed = _disputed(keeper, text)
    outcomes = [outcome for outcome in OUTCOMES if typed and outcome.startswith(typed.casefold())]
    if outcomes:
        _settle(keeper, entry, outcomes[0])
    elif typed or not keeper.with_person:
        raise MisreadInputError(keeper.words.usage(_SETTLE))
    else:
        _ask_how(keeper, entry)


def _disputed(keeper: Keeper, text: str) -> tuple[int, str]:
    """Split the input into the disputed entry and the rest."""
    words, still_open = keeper.words, open_disputes(keeper.game)
    if not text[:1].isdecimal():
        if len(still_open) != 1:
            raise MisreadInputError(words.which_is_settled(still_open))
        return next(iter(still_open)), text
    entry, typed = numbered(keeper, text, _SETTLE)
    if entry not in disputes(keeper.game):
        raise MisreadInputError(words.not_disputed(entry))
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
    """After an overruled turn, offer to correct it."""
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
        except MisreadInputError as misread:
            raise AskAgainError(str(misread)) from misread

    options = [
        Option(words.to_fix(), lambda: keeper.ask(words.ask_what_it_was(entry), put_right)),
        Option(words.to_void(), lambda: void(keeper, str(entry))),
        Option(words.to_leave(), lambda: keeper.screen.say(words.left_as_it_was())),
    ]
    keeper.choose(words.put_right_now(entry), options)


def _sentence(keeper: Keeper, entry: int) -> str:
    """Return the sentence for a disputed entry in its current form."""
    steps = keeper.game.head.since(entry)
    if not steps:
        return str(entry)
    return f"{entry} {standing_sentence(keeper.words, keeper.game, steps[0])}"
