"""The entries of a game retold, each as the sentence it is in that game."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.game.commands import Insert, Void
from companion.game.events import Event
from companion.game.game import Game
from companion.game.log.entries import Entry, points_of
from companion.game.log.lines import taken_back
from companion.game.log.steps import Step
from companion.game.requests.requests import request_of
from companion.words.sentences import Words

if TYPE_CHECKING:
    from companion.game.stocktake.causes import Guess


def sentence_of(words: Words, game: Game, entry: Entry) -> str:
    """What an entry did, as a sentence; an undo says what it took back."""
    if entry.verb in ("undo", "redo"):
        return words.taken_back(entry.verb, taken_back(game.entries)[entry.seq])
    seat, points = entry.seat, entry.points
    if entry.verb in ("amend", "void"):
        did = entry.revised[0].events
        seat, points = _seat_of(did), points_of(did)
    player = None if seat is None else game.state.seats[seat].name
    return words.entry(entry.request, player, points)


def standing_sentence(words: Words, game: Game, step: Step) -> str:
    """What an entry does now, after all that was put right; of one that is out, what it was."""
    player = None if step.seat is None else game.state.seats[step.seat].name
    if step.is_out:
        return sentence_of(words, game, game.entries[step.seq - 1])
    return words.entry(step.told, player, points_of(step.events))


def _seat_of(did: Sequence[Event]) -> int | None:
    seat: int | None = getattr(did[0], "seat", None) if did else None
    return seat


def cause_in_words(words: Words, game: Game, guess: "Guess") -> str:
    """What a stock-take was likely caused by."""
    gettext = words.gettext
    if isinstance(guess, Void):
        return _turn_too_many(words, game, guess)
    proposal = game.propose(guess)
    did = proposal.entry.revised[0].events
    player = game.state.seats[_seat_of(did) or 0].name
    points = points_of(did)
    if isinstance(guess, Insert):
        if guess.shift:
            text = gettext(
                "A turn was left out after entry {entry}: {play}."
                " All later turns were entered for the wrong player."
            )
        else:
            text = gettext("A turn was not entered: {play}.")
        play = words.entry(request_of(guess.play), player, points)
        return text.format(entry=guess.after, play=play)
    step = game.head.since(guess.entry)[0]
    old = standing_sentence(words, game, step)
    request = step.request if guess.play is None else request_of(guess.play)
    if guess.player is None and request["do"] == step.request["do"] == "draw":
        drew, entered = (_cards(words, one["cards"]) for one in (request, step.request))
        text = gettext("Entry {entry}: {player} drew {cards}, not {entered}.")
        return text.format(entry=guess.entry, player=player, cards=drew, entered=entered)
    play = words.entry(request, player, points)
    text = gettext("Entry {entry} should be: {play}. It was entered as: {old}.")
    return text.format(entry=guess.entry, play=play, old=old)


def _turn_too_many(words: Words, game: Game, guess: Void) -> str:
    """An entry that never was a turn, or was one already."""
    if guess.shift:
        text = words.gettext(
            "Entry {entry} was entered twice: {old}."
            " All later turns were entered for the wrong player."
        )
    else:
        text = words.gettext("Entry {entry} should not be there: {old}.")
    old = standing_sentence(words, game, game.head.since(guess.entry)[0])
    return text.format(entry=guess.entry, old=old)


def _cards(words: Words, cards: Sequence[str]) -> str:
    """What was drawn in a turn: the two cards, most often."""
    told = [words.cards(card, n) for card, n in Counter(cards).items()]
    return words.together(told)
