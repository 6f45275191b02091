"""Play in the terminal: the table, short commands, past games."""

from companion.faults import log_to_file
from companion.terminal.archive import GamesUnreadableError, check_games, list_games, show_game
from companion.terminal.screen import Screen
from companion.terminal.session import play

__all__ = [
    "Screen",
    "GamesUnreadableError",
    "check_games",
    "list_games",
    "play",
    "show_game",
    "log_to_file",
]
