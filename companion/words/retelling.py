"""The entries of a game retold, each as the sentence it is in that game."""

from collections import Counter
from collections.abc import Sequence

from companion.game.causes import Guess
from companion.game.commands import Amend, Insert
from companion.game.entries import Entry, points_of
from companion.game.game import Game
from companion.game.game_log import taken_back
from companion.game.requests import request_of
from companion.game.standing import Step
from companion.words.sentences import Words


def sentence_of(words: Words, game: Game, entry: Entry) -> str:
    """What an entry did, as a sentence; an undo says what it took back."""
    if entry.verb in ("undo", "redo"):
        return words.taken_back(entry.verb, taken_back(game.entries)[entry.seq])
    seat, points = entry.seat, entry.points
    if entry.verb in ("amend", "void"):
        did = entry.revised[0].events
        seat, points = getattr(did[0], "seat", None), points_of(did)
    player = None if seat is None else game.state.seats[seat].name
    return words.entry(entry.request, player, points)


def standing_sentence(words: Words, game: Game, step: Step) -> str:
    """What an entry does now, after all that was put right."""
    player = None if step.seat is None else game.state.seats[step.seat].name
    return words.entry(step.request, player, points_of(step.events))


def cause_in_words(words: Words, game: Game, guess: Guess) -> str:
    """What a stock-take was likely caused by."""
    gettext = words.gettext
    proposal = game.propose(guess)
    did = proposal.entry.revised[0].events
    player = game.state.seats[getattr(did[0], "seat", 0)].name
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
    if isinstance(guess, Amend):
        request = step.request if guess.play is None else request_of(guess.play)
        if guess.player is None and request["do"] == step.request["do"] == "draw":
            drew, entered = (_cards(words, one["cards"]) for one in (request, step.request))
            text = gettext("Entry {entry}: {player} drew {cards}, not {entered}.")
            return text.format(entry=guess.entry, player=player, cards=drew, entered=entered)
        play = words.entry(request, player, points)
        text = gettext("Entry {entry} should be: {play}. It was entered as: {old}.")
        return text.format(entry=guess.entry, play=play, old=old)
    return gettext("Entry {entry} should not be there: {old}.").format(entry=guess.entry, old=old)


def _cards(words: Words, cards: Sequence[str]) -> str:
    """What was drawn in a turn: the two cards, most often."""
    several = words.gettext("{n} x {card}")
    named = Counter(words.names.card(card) for card in cards)
    told = [several.format(n=n, card=card) if n > 1 else card for card, n in named.items()]
    if len(told) == 2:  # noqa: PLR2004
        return words.gettext("{one} and {other}").format(one=told[0], other=told[1])
    return ", ".join(told)
