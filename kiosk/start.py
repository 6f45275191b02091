"""Starts the app: opens the window first, then the log, and runs until it is left."""

import argparse
import logging
import tempfile
from pathlib import Path

from companion.journal import Journal
from companion.places import games_file, settings_file, wiring_file
from companion.referee import Referee
from kiosk import settings
from kiosk.environment import configure, open_window

log = logging.getLogger(__name__)


def run(options: argparse.Namespace) -> int:
    """Run the kiosk; the exit code.

    Raises:
        NoScreen: there is none to show it on.
        LogRefused: another process writes to the games' file, or a newer program wrote it.
    """
    configure(options.size, fullscreen=options.fullscreen)
    open_window()
    if options.demo:
        with tempfile.TemporaryDirectory(prefix="stationmaster-demo-") as folder:
            return _run(Path(folder) / "demo.db", Path(folder) / "settings.json", None, demo=True)
    return _run(options.db or games_file(), settings_file(), wiring_file(), demo=False)


def _run(games: Path, chosen: Path, wired: Path | None, *, demo: bool) -> int:
    from kiosk.app import KioskApp

    journal = Journal.open(games)
    try:
        referee = Referee(journal)
        app = KioskApp(referee, settings.load(chosen), chosen, games, wired)
        if demo:
            from kiosk.demo import play_itself

            play_itself(app)
        app.run()
    finally:
        journal.close()
    return 0
