"""Questions that wait for a line: a numbered list, a yes or no."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.terminal.screen import Screen
from companion.words.terminal import TerminalWords


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
