"""Beside the game: the PIN, what is behind it, and the check-up."""

import tempfile
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiosk import screens, sheets
from kiosk.doctor.finding import BROKEN, OK, WARNING, Finding
from kiosk.pin.gate import Gate
from tests.gallery.sample_game import EVENING, Show, play

if TYPE_CHECKING:
    from kiosk.app import KioskApp

_PIN: Final = "2468"


def _pin_asked(*tries: str, typed: str = "") -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.gate.set(_PIN)
        app.home()
        app.go(screens.settings)
        for digits in (*tries, typed):
            for digit in digits:
                app.sheet.type(digit)
            if digits != typed:
                app.sheet.finish()

    return show


def _pin_unreadable(app: "KioskApp") -> None:
    """A folder is no PIN."""
    play(app)
    folder = Path(tempfile.gettempdir(), ".config", "stationmaster", "pin.json")
    folder.mkdir(parents=True, exist_ok=True)
    app.gate = Gate(folder)
    app.home()
    app.go(screens.settings)


def _new_pin(app: "KioskApp") -> None:
    app.go(screens.settings)
    app.open_sheet(sheets.new_pin, then=app.close_sheet)


def _pin_row(app: "KioskApp") -> None:
    """Where it is changed, with the ways out of an appliance below."""
    app.gate.set(_PIN)
    app.is_appliance = True
    app.go(screens.settings, down=10_000)


def _appliance_menu(app: "KioskApp") -> None:
    app.is_appliance = True
    play(app)
    app.go(screens.menu)


_FOUND: Final = (
    Finding("version", "version", {"version": "0.2.0"}),
    Finding("python", "python", {"version": "3.13.5"}),
    Finding("packages", "packages", {"packages": "kivy 2.3.1, pyserial 3.5, sqlite-utils 4.2.1"}),
    Finding(
        "lgpio",
        "lgpio_stub",
        {"version": "0.0.0.2"},
        BROKEN,
        "python -m pip uninstall -y lgpio && sudo apt-get install python3-lgpio",
    ),
    Finding("screen", "renderer", {"renderer": "V3D 4.2.14.0"}),
    Finding("touch", "touch", {"names": "10-0038 generic ft5x06 (79)"}),
    Finding(
        "rights", "no_rights", {"files": "/dev/gpiochip0"}, WARNING, "sudo usermod -aG gpio pi"
    ),
    Finding(
        "games", "games", {"games": 112, "file": "/home/pi/.local/share/stationmaster/games.db"}
    ),
    Finding("space", "space", {"free": 23456, "folder": "/home/pi/.local/share/stationmaster"}),
    Finding("clock", "clock", {"now": datetime.fromisoformat(EVENING)}),
)


def _doctor(*findings: Finding) -> Show:
    def show(app: "KioskApp") -> None:
        app.go(screens.doctor, findings=findings)

    return show


def _news(app: "KioskApp") -> None:
    app.go(screens.news)


def _updated(app: "KioskApp") -> None:
    play(app)
    app.has_news = True
    app.go(screens.welcome)


SHOWN: Final = (
    ("pin", _pin_asked(typed="123")),
    ("pin-wrong", _pin_asked("1234")),
    ("pin-wait", _pin_asked(*["1234"] * 5)),
    ("pin-unreadable", _pin_unreadable),
    ("pin-new", _new_pin),
    ("doctor", _doctor(*_FOUND)),
    ("doctor-well", _doctor(*(one for one in _FOUND if one.state == OK))),
    ("news", _news),
    ("welcome-updated", _updated),
    ("settings-pin", _pin_row),
    ("menu-appliance", _appliance_menu),
)
