"""Questions that wait for a line: a numbered list, a yes or no, something in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from companion.terminal.screen import Screen
from companion.words.terminal import TerminalWords

# Typed where words are asked for, these alone are meant as orders.
_ORDERS: Final = ("q", "quit", "exit", "u", "undo", "help", "h", "?", "log", "table", "rights")


class Misread(ValueError):
    """What was typed cannot be understood; the message says so to people."""


class AskAgain(Misread):
    """An answer that is none: the question stays."""


class Pending(Protocol):
    """A question that waits for a line."""

    @property
    def prompt(self) -> str:
        """What is asked."""

    def take(self, line: str) -> bool:
        """Take a line as the answer; false where it is none, and the question lapses."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a numbered list, and what choosing it does."""

    label: str
    choose: Callable[[], None]


class Chosen:
    """A numbered list that waits for a number; any other line leaves it."""

    def __init__(self, words: TerminalWords, options: Sequence[Option]) -> None:
        self._words = words
        self._options = options
        self.prompt = words.pick(len(options))

    def take(self, line: str) -> bool:
        """Choose by number; other lines are no answer."""
        if not line.isdecimal():
            return False
        number = int(line[:4])
        if not 1 <= number <= len(self._options):
            raise AskAgain(self._words.pick_again(len(self._options)))
        self._options[number - 1].choose()
        return True


class Decided:
    """A yes or no."""

    def __init__(self, screen: Screen, words: TerminalWords, act: Callable[[], None]) -> None:
        self._screen = screen
        self._words = words
        self._act = act
        self.prompt = words.yes_or_no()

    def take(self, line: str) -> bool:
        """Act on a yes; a no leaves it; anything else is an order of its own."""
        answer = line.casefold()
        if answer and self._words.yes().startswith(answer):
            self._act()
        elif self._words.no().startswith(answer):
            self._screen.say(self._words.left_as_it_was())
        else:
            return False
        return True


def is_order(line: str) -> bool:
    """Whether someone who is asked for words wants something else."""
    return line.casefold() in _ORDERS


class Asked:
    """A question answered in words; nothing or a dot leaves it."""

    def __init__(
        self, screen: Screen, words: TerminalWords, prompt: str, act: Callable[[str], None]
    ) -> None:
        self._screen = screen
        self._words = words
        self._act = act
        self.prompt = prompt

    def take(self, line: str) -> bool:
        """Act on the answer; a plain order is none."""
        if is_order(line):
            return False
        if line in ("", "."):
            self._screen.say(self._words.left_as_it_was())
        else:
            self._act(line)
        return True


def reason_asked_for(
    screen: Screen, words: TerminalWords, reasons: Sequence[str], act: Callable[[str], None]
) -> Asked:
    """The question why: by the number of a usual reason, or in words."""

    def chosen(line: str) -> None:
        if not line.isdecimal():
            act(line)
        elif 1 <= int(line[:4]) <= len(reasons):
            act(reasons[int(line[:4]) - 1])
        else:
            raise AskAgain(words.pick_again(len(reasons)))

    return Asked(screen, words, words.ask_why(reasons), chosen)
