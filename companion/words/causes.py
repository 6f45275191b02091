"""Describes the likely causes of a recount's differences: which entry is wrong, and how."""

from typing import TYPE_CHECKING

from companion.game.commands import Insert, Void
from companion.game.game import Game
from companion.game.log.entries import points_of
from companion.game.requests.requests import request_of
from companion.words.log_entries import seat_of, standing_sentence
from companion.words.words import Words

if TYPE_CHECKING:
    from companion.game.stocktake.causes import Guess


def cause_in_words(words: Words, game: Game, guess: "Guess") -> str:
    """Return a likely cause of a recount's differences as a sentence."""
    gettext = words.gettext
    if isinstance(guess, Void):
        return _turn_too_many(words, game, guess)
    proposal = game.propose(guess)
    did = proposal.entry.revised[0].events
    player = game.state.seats[seat_of(did) or 0].name
    points = points_of(did)
    if isinstance(guess, Insert):
        if guess.shift:
            text = gettext(
                "A turn was missed after entry {entry}: {play}. All later turns were entered"
                " for the wrong player."
            )
        else:
            text = gettext("A turn was missed: {play}.")
        play = words.entry(request_of(guess.play), player, points)
        return text.format(entry=guess.after, play=play)
    step = game.head.since(guess.entry)[0]
    old = standing_sentence(words, game, step)
    request = step.request if guess.play is None else request_of(guess.play)
    if guess.player is None and request["do"] == step.request["do"] == "draw":
        drew, entered = (words.counted_cards(one["cards"]) for one in (request, step.request))
        # Translators: {cards} and {entered} are lists like "1 train card and 1 desert card".
        text = gettext("Entry {entry}: {player} drew {cards}, not {entered}.")
        return text.format(entry=guess.entry, player=player, cards=drew, entered=entered)
    play = words.entry(request, player, points)
    text = gettext("Entry {entry} should be: {play}. It was entered as: {old}.")
    return text.format(entry=guess.entry, play=play, old=old)


def _turn_too_many(words: Words, game: Game, guess: Void) -> str:
    """Describe an entry that was never played, or was entered twice."""
    if guess.shift:
        text = words.gettext(
            "Entry {entry} was entered twice: {old}."
            " All later turns were entered for the wrong player."
        )
    else:
        text = words.gettext("Entry {entry} shouldn't be there: {old}.")
    old = standing_sentence(words, game, game.head.since(guess.entry)[0])
    return text.format(entry=guess.entry, old=old)
