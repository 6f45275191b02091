"""Questions that wait for a line: a list, yes or no, text, a reason; and previews of changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from companion.desk.consequences import ChangePreview
from companion.game.board.corrections import changed_routes, corrected
from companion.game.commands import Amend, CorrectRoute, Insert, Revision, Void
from companion.game.log.entries import Revised, points_of
from companion.game.requests.requests import Request, request_of
from companion.terminal.screen import Screen
from companion.words.log_entries import standing_sentence
from companion.words.pages.terminal import TerminalWords

if TYPE_CHECKING:
    from companion.terminal.keeper import Keeper

# If a question expects text, only these words count as commands.
_ORDERS: Final = ("q", "quit", "exit", "u", "undo", "help", "h", "?", "log", "table", "rights")
LONGEST_REASON: Final = 200


class MisreadInputError(ValueError):
    """Input that cannot be understood; the message is shown to the player."""


class AskAgainError(MisreadInputError):
    """An invalid answer: the question is asked again."""


class Pending(Protocol):
    """A question that waits for a line."""

    @property
    def prompt(self) -> str:
        """The text of the question."""

    def take(self, line: str) -> bool:
        """Take a line as the answer; return False if it is none, and drop the question."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a numbered list, and its action."""

    label: str
    choose: Callable[[], None]


class ChoiceQuestion:
    """A numbered list that waits for a number; any other line cancels it."""

    def __init__(self, words: TerminalWords, options: Sequence[Option]) -> None:
        self._words = words
        self._options = options
        self.prompt = words.pick(len(options))

    def take(self, line: str) -> bool:
        """Choose by number; return False if the line is not a number."""
        if not line.isdecimal():
            return False
        number = int(line[:4])
        if not 1 <= number <= len(self._options):
            raise AskAgainError(self._words.pick_again(len(self._options)))
        self._options[number - 1].choose()
        return True


class YesNoQuestion:
    def __init__(self, screen: Screen, words: TerminalWords, act: Callable[[], None]) -> None:
        self._screen = screen
        self._words = words
        self._act = act
        self.prompt = words.yes_or_no()

    def take(self, line: str) -> bool:
        """Act on a yes, cancel on a no; return False for any other line."""
        if self._words.is_yes(line):
            self._act()
        elif not line or self._words.is_no(line):
            self._screen.say(self._words.left_as_it_was())
        else:
            return False
        return True


def is_order(line: str) -> bool:
    """Whether a line is a command rather than an answer."""
    return line.casefold() in _ORDERS


class TextQuestion:
    """A question answered in text; an empty line or a dot cancels it."""

    def __init__(
        self, screen: Screen, words: TerminalWords, prompt: str, act: Callable[[str], None]
    ) -> None:
        self._screen = screen
        self._words = words
        self._act = act
        self.prompt = prompt

    def take(self, line: str) -> bool:
        """Act on the answer; return False if it is a command."""
        if is_order(line):
            return False
        if line in ("", "."):
            self._screen.say(self._words.left_as_it_was())
        else:
            self._act(line)
        return True


def reason_asked_for(
    screen: Screen, words: TerminalWords, reasons: Sequence[str], act: Callable[[str], None]
) -> TextQuestion:
    """Return a question for the reason: the number of a common one, or text."""

    def chosen(line: str) -> None:
        if not line.isdecimal():
            act(line)
        elif 1 <= int(line[:4]) <= len(reasons):
            act(reasons[int(line[:4]) - 1])
        else:
            raise AskAgainError(words.pick_again(len(reasons)))

    return TextQuestion(screen, words, words.ask_why(reasons), chosen)


_COURSE = ("turn", "last_round", "show_tickets")  # prompts that change the course of the game


def consider(keeper: "Keeper", change: Revision, command: str) -> None:
    """Preview a change, then ask for confirmation; `command` makes the change without asking."""
    words, screen = keeper.words, keeper.screen
    preview = keeper.consider(change)
    for sentence in _what_would_be(keeper, preview):
        screen.say(sentence)
    for conflict in preview.conflicts:
        refusal = conflict.refusal
        why = words.why(refusal.code, refusal.facts)
        screen.say(words.would_conflict(conflict.entry, why, refusal.rule), "warning")
    if not preview.conflicts:
        screen.say(words.nothing_else_changes())
    screen.say(words.score_changes(preview.scores))
    for prompt in preview.say:
        if prompt.code in _COURSE:
            screen.say(words.then_it_is(words.prompt(prompt)))
    keeper.confirm(lambda: keeper.submit(change), command)


def _what_would_be(keeper: "Keeper", preview: ChangePreview) -> Iterator[str]:
    """Yield the changed entries as they would be."""
    words, game, entry = keeper.words, keeper.game, preview.proposal.entry
    revised, change = entry.revised, preview.change
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
            if isinstance(change, Void) and not revised[0].events:
                yield words.would_be_out(step.seq)
                return
            if isinstance(change, Void):
                request: Request = {"do": "pass"}
            else:
                request = (
                    (step.was or step.request) if change.play is None else request_of(change.play)
                )
            sentence = _sentence(keeper, words, request, revised[0])
            yield words.would_be(step.seq, sentence)


def _claims_on_it(
    keeper: "Keeper", change: CorrectRoute, revised: tuple[Revised, ...]
) -> Iterator[str]:
    """Yield the claims of a corrected route as they would be scored."""
    board = corrected(keeper.game.board, change)
    words = keeper.words_on(board)
    routes = {route.id for route in changed_routes(keeper.game.board, board)}
    steps = {step.seq: step for step in keeper.game.head.back()}
    for now in revised:
        request = steps[now.entry].request
        if request.get("route") in routes and now.events != steps[now.entry].events:
            yield words.would_be(now.entry, _sentence(keeper, words, request, now))


def _sentence(keeper: "Keeper", words: TerminalWords, request: Request, now: Revised) -> str:
    """Return the sentence for an entry as it would be."""
    seat = getattr(now.events[0], "seat", None)
    player = None if seat is None else keeper.game.state.seats[seat].name
    return words.entry(request, player, points_of(now.events))
