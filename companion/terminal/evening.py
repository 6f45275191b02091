"""A session at the terminal, from the first line to the last, and where the lines come from."""

import logging
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TextIO

from companion.game.board import Board
from companion.history import History
from companion.journal import Journal
from companion.terminal.keeper import Keeper
from companion.terminal.orders import completions, obey
from companion.terminal.screen import Screen, harmless
from companion.terminal.seating import ask_for_players
from companion.words import Translations

log = logging.getLogger(__name__)

BACKUP: Final = 30.0  # seconds at most that leaving waits for one


Words = Callable[[str], Iterable[str]]


class Keyboard:
    """Reads lines; asks and completes only where a person types them."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self.is_person = source.isatty()
        if hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")

    def read(self, prompt: str) -> str | None:
        """The next line; None when there are no more."""
        if not self.is_person:
            line = self._source.readline()
            return line.rstrip("\r\n") if line else None
        try:
            return input(harmless(prompt))
        except EOFError:
            print()
            return None

    def complete_with(self, words: Words) -> None:
        """Complete what is typed with these words; `words` is told the line so far."""
        if not self.is_person or self._source is not sys.stdin:
            return
        try:
            import readline  # only for a person: it may write to the terminal at once
        except ImportError:  # a Python built without it: then nothing is completed
            return
        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = words(readline.get_line_buffer()[: readline.get_endidx()])
                found[:] = [f"{found[0]} "] if len(found) == 1 else found
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ,:-")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            readline.parse_and_bind("set enable-bracketed-paste off")  # a pasted script is lines


def play(file: Path, board: Board, language: Translations) -> int:
    """Keep score until there are no more lines; the exit code.

    Raises:
        LogRefused: another process writes to the file, or a newer program wrote it.
    """
    keyboard = Keyboard(sys.stdin)
    journal = Journal.open(file)
    try:
        keeper = Keeper(
            journal, board, language, Screen(sys.stdout), with_person=keyboard.is_person
        )
        history = History(journal, board)
        history.count_start()
        if history.backups is not None:
            history.backups.follow(keeper.referee)
        keyboard.complete_with(lambda line: completions(keeper, line))
        _welcome(keeper)
        while not keeper.left:
            _next_line(keeper, keyboard)
        if history.backups is not None:
            history.backups.wait(BACKUP)
    finally:
        journal.close()
    return 0


def _welcome(keeper: Keeper) -> None:
    goes_on = keeper.welcome()
    if keeper.with_person:
        keeper.screen.say(keeper.words.help_hint(), "quiet")
        if not goes_on:
            ask_for_players(keeper)


def _next_line(keeper: Keeper, keyboard: Keyboard) -> None:
    """One line; Ctrl-C and the end of input leave politely, for every entry is on disk."""
    try:
        line = keyboard.read(keeper.prompt)
        if line is not None:
            keeper.take(line, obey)
            return
    except KeyboardInterrupt:
        keeper.screen.say("")
    keeper.leave()
