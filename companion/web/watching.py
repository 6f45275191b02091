"""A page to watch the game in a file, beside the program that writes it."""

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

POLL_INTERVAL: Final = 0.2  # seconds between two looks at the file
CODE_TIMEOUT: Final = 5.0  # seconds for the code


class FollowedGame:
    """A file that another program writes: read anew whenever it is another."""

    def __init__(self, file: Path, board: Board, language: str) -> None:
        self._file, self._board, self._language = file, board, language
        self._seen: FileIdentity | None = None

    def news(self) -> Snapshot | None:
        """The game on the table, where anything has changed since; a look costs two calls."""
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
            log.debug("%s", error)  # it is being written, perhaps: the next look will tell
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
    """Show the game in a file to phones until somebody ends it; the exit code."""
    words = DeskWords(board, language)
    known = threading.Event()
    phones = Phones(lambda act: act(), port=port, on_guests_changed=known.set)
    followed = FollowedGame(file, board, code_of(language))
    _look(followed, phones)  # whoever is let in sees the game at once
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
    """Tell at a terminal where the page is."""
    for address in phones.addresses() or [phones.here()]:
        screen.say(open_on_phone(words, address))
    say_trouble(phones, words, screen)


def say_trouble(phones: Phones, words: DeskWords, screen: Screen) -> None:
    """Tell at a terminal why no phone can come in."""
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
