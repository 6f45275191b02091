"""The commands python -m companion import, backup, restore and rebuild."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.atomic_files import read_regular_file
from companion.exports.formats.game_json import InvalidGamesFileError, NewerGamesFileError
from companion.game.board.board import Board
from companion.history.backups import Backups, restore
from companion.history.errors import HistoryError
from companion.history.history import History
from companion.journal import Journal, LogUnavailableError
from companion.terminal.archive import GamesUnreadableError
from companion.terminal.screen import Screen
from companion.words import Translations
from companion.words.pages.history import HistoryWords

LARGEST: Final = 2**26  # bytes: enough for an export with hundreds of games


class HistoryCommands:
    """Commands on past games; each method returns an exit code."""

    def __init__(self, file: Path, board: Board, language: Translations, screen: Screen) -> None:
        self._file = file
        self._board = board
        self._screen = screen
        self._words = HistoryWords(board, language)

    def import_files(self, files: Sequence[Path]) -> int:
        """Import the games of these files, each file completely or not at all.

        Raises:
            LogRefusedError: If a program has the file open.
        """
        texts = [(str(file), _read(file)) for file in files]
        journal = Journal.open(self._file)
        try:
            history = History(journal, self._board)
            return max([self._import(history, name, text) for name, text in texts])
        finally:
            journal.close()

    def _import(self, history: History, name: str, text: str) -> int:
        try:
            done = history.import_games(text)
        except NewerGamesFileError:
            return self._fail(self._words.newer_games(name))
        except InvalidGamesFileError as error:
            return self._fail(self._words.bad_games(name, str(error)))
        except LogUnavailableError:
            return self._fail(self._words.not_saved())
        self._screen.say(" ".join(self._words.imported(name, done)))
        return 0

    def rebuild(self) -> int:
        """Rebuild all statistics.

        Raises:
            LogRefusedError: If a program has the file open.
        """
        if not self._file.exists():
            return self._fail(self._words.no_games(str(self._file)))
        journal = Journal.open(self._file)
        try:
            games = History(journal, self._board).rebuild()
            for report in journal.reports:
                self._screen.say(self._words.report(report), "warning")
            self._screen.say(self._words.rebuilt(games))
        except LogUnavailableError:
            return self._fail(self._words.not_saved())
        finally:
            journal.close()
        return 0

    def back_up(self) -> int:
        """Make a backup; also works while another program has the file open."""
        if not self._file.exists():
            return self._fail(self._words.no_games(str(self._file)))
        try:
            backup = Backups(self._file).make()
        except HistoryError as refused:
            return self._fail(self._words.not_done(refused))
        self._screen.say(self._words.backed_up(str(backup.file)))
        return 0

    def restore(self, number: str | None) -> int:
        """Restore a backup; without a number, list the backups.

        Raises:
            LogRefusedError: If a program has the file open.
        """
        backups = Backups(self._file).all()
        if number is None:
            for one in backups:
                self._screen.say(self._words.backup_line(one.number, one.day, one.size))
            if not backups:
                self._screen.say(self._words.no_backups())
            return 0
        chosen = [one for one in backups if str(one.number) == number.lstrip("0")]
        if not chosen:
            return self._fail(self._words.no_such_backup(number))
        try:
            kept = restore(self._file, chosen[0].file)
        except HistoryError as refused:
            return self._fail(self._words.not_done(refused))
        self._screen.say(self._words.restored(None if kept is None else str(kept)))
        return 0

    def _fail(self, sentence: str) -> int:
        self._screen.say(sentence, "warning")
        return 1


def _read(file: Path) -> str:
    try:
        return read_regular_file(file, LARGEST).decode()
    except OSError as error:
        raise GamesUnreadableError(str(file)) from error
    except UnicodeDecodeError:
        return ""  # then reported as not being a file of games
