"""Everything that looks at past games, asked for once: nothing of it may fail."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from companion.exports.command import ExportOptions, export_games
from companion.game.board.board import standard_board
from companion.game.chart_data import claims, curves, longest, majorities, stripes
from companion.history import History
from companion.referee import Referee
from companion.terminal.archive import list_games, show_game
from companion.terminal.screen import Screen
from companion.words.language import translations
from companion.words.table.desk import DeskWords
from kiosk.final.view import ResultReveal, ranked_players, result_view
from kiosk.log.view import log_page
from kiosk.past_games.people import people_page, person_view, record_rows
from kiosk.past_games.view import Replay, game_view, games_view
from kiosk.table.last_line import last_line
from kiosk.table.view import menu_view, table_view

QUICK = ("csv", "json", "bgstats")


def show_everything(history: History, referee: Referee, to: Path) -> list[str]:
    """The kiosk's first screen, its past games, and all exports; the games that can be looked at.

    A game that cannot be shown is left out, and stops none of the others.
    """
    words = DeskWords(standard_board(), translations("en"))
    if referee.has_game:
        last_line(referee.game, words)
        table_view(referee, words)
        menu_view(referee, words)
    rows = games_view(history, referee, words).rows
    looked_at = [row.uuid for row in rows if _look(referee, row.uuid)]
    people_page(history.players(), words, ())
    for person in history.players():
        person_view(history, words, person.person.id)
    record_rows(history, words)
    history.latest_names()
    assert referee.file is not None
    _export(referee.file, to, QUICK)
    return looked_at


def _look(referee: Referee, uuid: str) -> bool:
    game = referee.look(uuid)
    if game is None:
        return False
    words = DeskWords(game.board, translations("en"))
    game_view(game, words, on_table=False, hidden=False)
    log_page(game, words)
    replay = Replay(game, words)
    for at in range(replay.last + 1):
        replay.frame(at)
    if game.state.result is not None:
        result_view(game, words)
        ResultReveal.of(ranked_players(game))
    curves(game)
    stripes(majorities(game))
    longest(claims(game))
    return True


def _export(file: Path, to: Path, kinds: Sequence[str]) -> None:
    """At the terminal, beside the program that has the file open."""
    board, language, screen = standard_board(), translations("en"), Screen(io.StringIO())
    assert export_games(
        ExportOptions(None, True, kinds, to, None), file, board, language, screen
    ) in (0, 1)
    list_games(file, board, language, screen)
    show_game("1", file, board, language, screen)
