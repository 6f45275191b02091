"""The export screen and its code in their main states. No stick is touched."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.exports.sticks import Stick
from companion.game.rulebook import MAX_PLAYERS
from kiosk import screens
from kiosk.export.view import (
    KINDS,
    ExportDone,
    ExportFailure,
    ExportOutcome,
    ExportProgress,
    MissingPackage,
)
from tests.gallery.sample_game import Show, play, play_to_the_end

if TYPE_CHECKING:
    from kiosk.app import KioskApp

STICK: Final = Stick("KINGSTON", Path("KINGSTON"))
LONG: Final = Stick("Spiele und Bilder von Anna und Ben", Path("LONG"))
LOCKED: Final = Stick("INTENSO", Path("INTENSO"), writable=False)
LACKING: Final = (MissingPackage(("png", "pdf"), "PIL", "exports"),)


def _plug(app: "KioskApp", *sticks: Stick) -> None:
    from kiosk.export.writer import Writer

    app.exports = Writer(find=lambda: list(sticks))


def _open(app: "KioskApp") -> None:
    app.go(screens.export)
    app.exports.wait()


def _nothing(app: "KioskApp") -> None:
    _plug(app)
    _open(app)


def _in_play(app: "KioskApp") -> None:
    play(app, MAX_PLAYERS, None)
    _plug(app)
    _open(app)
    app.screen.write("png")


def _sticks(*sticks: Stick, every: bool = False) -> Show:
    def show(app: "KioskApp") -> None:
        play_to_the_end(app, 2)
        play_to_the_end(app, MAX_PLAYERS)
        _plug(app, *sticks)
        _open(app)
        app.screen.choose(every=every)

    return show


def _comes_to(outcome: ExportOutcome, stick: Stick = STICK) -> Show:
    def show(app: "KioskApp") -> None:
        _sticks(stick)(app)
        app.exports.outcome = outcome
        app.screen.show()

    return show


def _code(players: int) -> Show:
    def show(app: "KioskApp") -> None:
        play_to_the_end(app, players)
        _plug(app)
        _open(app)
        app.screen.show_code()
        app.exports.wait()

    return show


def _no_code(app: "KioskApp") -> None:
    play(app, MAX_PLAYERS, None)
    _plug(app)
    _open(app)
    app.screen.show_code()


SHOWN: Final = (
    ("export", _sticks(STICK)),
    ("export-no-game", _nothing),
    ("export-no-stick", _in_play),
    ("export-locked-stick", _sticks(LOCKED)),
    ("export-all-games", _sticks(LONG, STICK, every=True)),
    ("export-writing", _comes_to(ExportProgress("KINGSTON", 3, 7, reading=False))),
    ("export-written", _comes_to(ExportDone("KINGSTON", KINDS, 6))),
    ("export-lacking", _comes_to(ExportDone("KINGSTON", KINDS[2:], 4, 0, LACKING))),
    ("export-pulled-out", _comes_to(ExportFailure(LONG.label, "gone", files=3), LONG)),
    ("qr-code", _code(MAX_PLAYERS)),
    ("qr-code-2-players", _code(2)),
    ("qr-code-not-over", _no_code),
)
