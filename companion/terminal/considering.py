"""What a change of earlier entries would do, said before anything is done."""

from collections.abc import Iterator

from companion.desk.consequences import Considered
from companion.game.board_corrections import changed_routes, corrected
from companion.game.commands import Amend, CorrectRoute, Insert, Revision, Void
from companion.game.entries import Revised, points_of
from companion.game.requests import Request, request_of
from companion.terminal.keeper import Keeper
from companion.words.retelling import standing_sentence
from companion.words.terminal import TerminalWords

_COURSE = ("turn", "last_round", "show_tickets")  # what a change does to the course of the game


def consider(keeper: Keeper, change: Revision, command: str) -> None:
    """Show what a change would do, then ask; `command` does it unasked."""
    words, screen = keeper.words, keeper.screen
    considered = keeper.consider(change)
    for sentence in _what_would_be(keeper, considered):
        screen.say(sentence)
    for conflict in considered.conflicts:
        refusal = conflict.refusal
        why = words.why(refusal.code, refusal.facts)
        screen.say(words.would_conflict(conflict.entry, why, refusal.rule), "warning")
    if not considered.conflicts:
        screen.say(words.nothing_else_changes())
    screen.say(words.score_changes(considered.scores))
    for prompt in considered.say:
        if prompt.code in _COURSE:
            screen.say(words.then_it_is(words.prompt(prompt)))
    keeper.confirm(lambda: keeper.submit(change), command)


def _what_would_be(keeper: Keeper, considered: Considered) -> Iterator[str]:
    """The entries that are changed, as they would be."""
    words, game, entry = keeper.words, keeper.game, considered.proposal.entry
    revised, change = entry.revised, considered.change
    match change:
        case Insert():
            sentence = _sentence(keeper, words, request_of(change.play), revised[0])
            yield words.would_insert(change.after, sentence)
        case CorrectRoute():
            yield words.entry(entry.request, None, 0)
            yield from _claims_on_it(keeper, change, revised)
        case Amend() | Void():
            step = game.head.since(change.entry)[0]
            yield f"{step.seq} {standing_sentence(words, game, step)}"
            if isinstance(change, Void):
                request: Request = {"do": "pass"}
            else:
                request = step.request if change.play is None else request_of(change.play)
            sentence = _sentence(keeper, words, request, revised[0])
            yield words.would_be(step.seq, sentence)


def _claims_on_it(
    keeper: Keeper, change: CorrectRoute, revised: tuple[Revised, ...]
) -> Iterator[str]:
    """What claims on a corrected route would come to."""
    board = corrected(keeper.game.board, change)
    words = keeper.words_on(board)
    routes = {route.id for route in changed_routes(keeper.game.board, board)}
    steps = {step.seq: step for step in keeper.game.head.back()}
    for now in revised:
        request = steps[now.entry].request
        if request.get("route") in routes and now.events != steps[now.entry].events:
            yield words.would_be(now.entry, _sentence(keeper, words, request, now))


def _sentence(keeper: Keeper, words: TerminalWords, request: Request, now: Revised) -> str:
    """What an entry would do, and for whom."""
    seat = getattr(now.events[0], "seat", None)
    player = None if seat is None else keeper.game.state.seats[seat].name
    return words.entry(request, player, points_of(now.events))
