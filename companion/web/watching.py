"""A page to watch a game whose file another program is writing."""

import contextlib
import logging
import threading
from pathlib import Path
from typing import Final

from companion.game.board.board import Board
from companion.journal import (
    GameDamagedError,
    Journal,
    LogDamagedError,
    LogRefusedError,
    LogUnavailableError,
)
from companion.journal.disk.file_identity import FileIdentity, file_identity
from companion.signals import Terminated, install_sigterm_handler
from companion.terminal.screen import Screen
from companion.web.phones import Phones
from companion.web.views.snapshot import Snapshot, last_announcement_of, without_scores
from companion.words import Translations
from companion.words.language import code_of
from companion.words.table.desk import DeskWords
from companion.words.table.phones import open_on_phone, trouble_in_words

log = logging.getLogger(__name__)

POLL_INTERVAL: Final = 0.2  # seconds between two checks of the file
CODE_TIMEOUT: Final = 5.0  # seconds for the code


class FollowedGame:
    """A file that another program writes; it is read again whenever it has changed."""

    def __init__(self, file: Path, board: Board, language: str) -> None:
        self._file, self._board, self._language = file, board, language
        self._seen: FileIdentity | None = None

    def news(self) -> Snapshot | None:
        """Return the game on the table if the file has changed since the last call, else None.

        If nothing has changed, a call costs two system calls.
        """
        try:
            seen = file_identity(self._file)
            if seen == self._seen:
                return None
            found = self._read()
        except (
            OSError,
            LogUnavailableError,
            LogDamagedError,
            LogRefusedError,
            GameDamagedError,
        ) as error:
            log.debug("%s", error)  # perhaps it is being written: try again next time
            return None
        self._seen = seen
        return found

    def _read(self) -> Snapshot:
        if not self._file.exists():
            return Snapshot(language=self._language)
        journal = Journal.view(self._file)
        try:
            on_table = journal.on_table()
            stored = journal.read(on_table, self._board) if on_table is not None else None
            if stored is None:
                return Snapshot(language=self._language)
            game = stored.shown()
            found = Snapshot(game, last_announcement_of(game), journal.tickets(), self._language)
            hidden = journal.hides_scores(game.uuid)
        finally:
            journal.close()
        return without_scores(found) if hidden else found


def watch(file: Path, board: Board, language: Translations, screen: Screen, port: int) -> int:
    """Show the game in a file to phones until interrupted; return the exit code."""
    words = DeskWords(board, language)
    known = threading.Event()
    phones = Phones(lambda act: act(), port=port, on_guests_changed=known.set)
    followed = FollowedGame(file, board, code_of(language))
    _look(followed, phones)  # so that the first phone sees the game immediately
    phones.open()
    try:
        if not phones.is_open:
            say_trouble(phones, words, screen)
            return 2
        known.wait(CODE_TIMEOUT)
        say_where(phones, words, screen)
        with contextlib.suppress(Terminated, KeyboardInterrupt):
            install_sigterm_handler()
            _follow(followed, phones)
    finally:
        phones.close()
    return 0


def say_where(phones: Phones, words: DeskWords, screen: Screen) -> None:
    """Print the addresses of the page."""
    for address in phones.addresses() or [phones.here()]:
        screen.say(open_on_phone(words, address))
    say_trouble(phones, words, screen)


def say_trouble(phones: Phones, words: DeskWords, screen: Screen) -> None:
    """Print why phones can't connect, if they can't."""
    trouble = phones.trouble()
    if trouble is not None:
        screen.say(trouble_in_words(words, trouble.code, trouble.facts), "warning")


def _follow(followed: FollowedGame, phones: Phones) -> None:
    pause = threading.Event()
    while True:
        _look(followed, phones)
        pause.wait(POLL_INTERVAL)


def _look(followed: FollowedGame, phones: Phones) -> None:
    snapshot = followed.news()
    if snapshot is not None:
        phones.publish(snapshot)
