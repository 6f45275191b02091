"""Objections: an entry is disputed, play goes on, and the table settles it."""

from typing import Final

from companion.game.commands import OUTCOMES, Object, Settle
from companion.game.disputes import disputes, open_disputes
from companion.terminal.corrections import fix, numbered, void
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgain, Misread, Option
from companion.words.retelling import standing_sentence

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
    """An overruled turn is wrong: offer to put it right at once."""
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
