"""A session at the terminal, from the first line to the last."""

import logging
import sys
from pathlib import Path
from typing import Final

from companion.game.board import Board
from companion.history import History
from companion.journal import Journal
from companion.terminal.keeper import Keeper
from companion.terminal.keyboard import Keyboard
from companion.terminal.orders import completions, obey
from companion.terminal.screen import Screen
from companion.terminal.setting_up import ask_for_players
from companion.words import Translations

log = logging.getLogger(__name__)

BACKUP: Final = 30.0  # seconds at most that leaving waits for one


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
