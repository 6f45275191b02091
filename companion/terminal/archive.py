"""Past games on the command line: list them, print one, check the file."""

from pathlib import Path
from typing import Final

from companion.game.board.board import Board
from companion.history.summaries import wrong_summaries
from companion.journal import GameDamagedError, GameLine, Journal, StoredGame
from companion.journal.disk.files import refuse_special
from companion.journal.errors import as_game_damaged
from companion.terminal.pages import games_page, log_page, result_page
from companion.terminal.screen import Screen, StyledLine, StyledText
from companion.words import Translations
from companion.words.pages.terminal import TerminalWords


class GamesUnreadableError(Exception):
    """The file exists but cannot be read."""


def list_games(file: Path, board: Board, language: Translations, screen: Screen) -> int:
    """Print every game in a line; return the exit code."""
    words = TerminalWords(board, language)
    if not _is_there(file, words, screen):
        return 0
    with ReadonlyJournal(file) as journal:
        games = journal.games()
        if not games:
            screen.say(words.no_games_in(str(file)))
        screen.show(games_page(words, games, journal.on_table()))
    return 0


def _is_there(file: Path, words: TerminalWords, screen: Screen) -> bool:
    if not file.exists():
        screen.say(words.no_games(str(file)))
    return file.exists()


def show_game(
    wanted: str | None, file: Path, board: Board, language: Translations, screen: Screen
) -> int:
    """Print the log and result of a game, by default the last one; return the exit code."""
    words = TerminalWords(board, language)
    if not _is_there(file, words, screen):
        return 1
    with ReadonlyJournal(file) as journal:
        games = journal.games()
        line = find_line(games, wanted, journal.on_table())
        if line is None:
            screen.say(words.no_such_game(wanted) if wanted else words.no_games_in(str(file)))
            return 1
        try:
            screen.show(_pages(journal.read(line.uuid, board), line, language, screen))
        except GameDamagedError:
            number = games.index(line) + 1
            screen.say(words.damaged(number, line.players, line.uuid), "warning")
            return 1
    return 0


def check_games(file: Path, board: Board, language: Translations, screen: Screen) -> int:
    """Check the integrity of all games and of the rest of the file; return the exit code."""
    words = TerminalWords(board, language)
    if not _is_there(file, words, screen):
        return 0
    with ReadonlyJournal(file) as journal:
        games = journal.games()
        faulty = journal.faulty()
        problems = journal.faults()
        wrong = [] if problems else wrong_summaries(journal, board)
    for number, line in enumerate(games, 1):
        if line.uuid in faulty:
            screen.say(words.faulty(number, line.players, line.uuid), "warning")
        elif line.uuid in wrong:
            screen.say(words.wrongly_counted(number, line.players, line.uuid), "warning")
    for problem in problems:
        screen.say(words.log_damaged(str(file), problem), "warning")
    if not (faulty or wrong or problems):
        screen.say(words.all_sound(len(games)))
        return 0
    screen.say(words.can_be_mended())
    return 1


class ReadonlyJournal:
    """Context manager for a read-only journal; another process can be writing to it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __enter__(self) -> Journal:
        refuse_special(self._file)
        try:
            with self._file.open("rb"):
                pass
        except OSError as error:
            raise GamesUnreadableError(str(self._file)) from error
        self._journal = Journal.view(self._file)
        return self._journal

    def __exit__(self, *error: object) -> None:
        self._journal.close()


_LEAST_OF_ID: Final = 8  # characters; shorter input is a number in the list, or ambiguous


def find_line(games: list[GameLine], wanted: str | None, on_table: str | None) -> GameLine | None:
    """Find a game by its number in the list or the beginning of its id; by default the last one."""
    if wanted is None:
        return next((line for line in games if line.uuid == on_table), games[-1] if games else None)
    if wanted.isdecimal() and len(wanted) < _LEAST_OF_ID:
        return games[int(wanted) - 1] if 1 <= int(wanted) <= len(games) else None
    if len(wanted) < _LEAST_OF_ID:
        return None
    found = [line for line in games if line.uuid.startswith(wanted.casefold())]
    return found[0] if len(found) == 1 else None


def _pages(
    stored: StoredGame | None, line: GameLine, language: Translations, screen: Screen
) -> list[StyledLine]:
    """Return a game's log, and its result if it is over.

    Raises:
        GameDamagedError: if it cannot be shown.
    """
    if stored is None:
        raise GameDamagedError(line.uuid)
    game = stored.shown()
    with as_game_damaged(line.uuid):
        words = TerminalWords(game.board, language)  # with the table's corrections
        started = words.day_and_time(line.started) or line.started
        title = f"{started}  {words.phase(game.state.phase)}  {stored.uuid}"
        log = [[StyledText(title, "heading")], *log_page(words, game)]
        over = game.state.phase == "over"
        return [*log, [], *result_page(screen, words, game)] if over else log
