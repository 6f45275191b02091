"""The game by keyboard: the table, short commands, past games."""

from companion.faults import write_faults_down
from companion.terminal.archive import Unreadable, check_games, list_games, show_game
from companion.terminal.screen import Screen
from companion.terminal.session import play

__all__ = [
    "Screen",
    "Unreadable",
    "check_games",
    "list_games",
    "play",
    "show_game",
    "write_faults_down",
]
