"""Starts the app: opens the window, then the log, and runs until the app ends."""

import argparse
import logging
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import Final

from companion.folders import games_file, settings_file, wiring_file
from companion.journal import Journal, LogRefusedError, NoGamesError
from companion.referee import Referee
from kiosk.machine import gc_control
from kiosk.machine.environment import configure, open_window
from kiosk.machine.window_size import fit_window
from kiosk.settings import file as settings

log = logging.getLogger(__name__)

SWITCH_INTERVAL: Final = 0.0005  # seconds


class EntriesLostError(Exception):
    """The app has ended with this many entries never saved to disk."""

    def __init__(self, entries: int) -> None:
        super().__init__(entries)
        self.entries = entries


def run(options: argparse.Namespace) -> int:
    """Run the kiosk and return the exit code.

    Raises:
        NoScreenError: if there is no screen.
        LogRefusedError: if another process writes to the games file.
        EntriesLostError: if some entries could not be saved.
    """
    gc_control.postpone_gc()
    # Python's default of 5 ms is too long for the displays' thread while the screen is busy.
    sys.setswitchinterval(SWITCH_INTERVAL)
    configure(options.size, fullscreen=options.fullscreen)
    open_window()
    fit_window(asked=options.size is not None)
    if options.demo:
        with tempfile.TemporaryDirectory(prefix="stationmaster-demo-") as folder:
            games, chosen = Path(folder) / "demo.db", Path(folder) / "settings.json"
            return _run(games, chosen, None, options.language, demo=True)
    games = options.db or games_file()
    return _run(games, settings_file(), wiring_file(), options.language, demo=False)


def _run(games: Path, chosen: Path, wired: Path | None, language: str | None, *, demo: bool) -> int:
    from kiosk.app import KioskApp
    from kiosk.machine.watchdog import tell_busy

    tell_busy("Opening the games")
    journal, unreadable = open_games(games)
    try:
        referee = Referee(journal)
        unread: list[str] = []
        app = KioskApp(referee, settings.load(chosen, unread.append), chosen, games, wired)
        app.speak(language)
        app.unread_settings = "".join(unread)
        app.unreadable = unreadable
        if demo:
            from kiosk.demo import play_itself

            app.speak(app.language)  # nobody is there to pick one
            play_itself(app)
        app.bind(  # type: ignore[attr-defined]
            on_start=lambda app: gc_control.collect_when_idle(app.root)
        )
        _end_when_asked()
        app.run()
    finally:
        unsaved = journal.close()
    if unsaved:
        raise EntriesLostError(unsaved)
    if app.backup_to_restore is not None:
        restore_backup(games, app.backup_to_restore)
    if app.starts_anew is not None:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:], *app.starts_anew])
    return 0


def _end_when_asked() -> None:
    """Let SIGTERM and Ctrl-C end the event loop after its current iteration, as quitting does."""
    from kivy.base import EventLoop

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *args: setattr(EventLoop, "quit", True))


def open_games(games: Path) -> tuple[Journal, NoGamesError | None]:
    """Open the journal; if that fails, return an empty one in memory together with the error."""
    try:
        return Journal.open(games), None
    except NoGamesError as error:
        log.error("no way to the games in %s: %r %s", games, error, vars(error))
        return Journal(), error


def restore_backup(games: Path, backup: Path) -> None:
    """Replace all games with a backup; if that fails, they stay unchanged."""
    from companion.history import HistoryError
    from companion.history.backups import restore

    try:
        kept = restore(games, backup)
        log.warning("%s was put back; what was there before is in %s", backup, kept)
    except (HistoryError, LogRefusedError) as error:
        log.error("%s was not put back: %s", backup, error)
