"""Beside the game: the PIN, and what is behind it."""

from typing import TYPE_CHECKING, Final

from kiosk import screens, sheets
from tests.gallery.sample_game import Show, play

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


def _new_pin(app: "KioskApp") -> None:
    app.go(screens.settings)
    app.lay(sheets.new_pin, then=app.lift)


def _pin_row(app: "KioskApp") -> None:
    """Where it is changed, with the ways out of an appliance below."""
    app.gate.set(_PIN)
    app.is_appliance = True
    app.go(screens.settings, down=10_000)


def _appliance_menu(app: "KioskApp") -> None:
    app.is_appliance = True
    play(app)
    app.go(screens.menu)


SHOWN: Final = (
    ("pin", _pin_asked(typed="123")),
    ("pin-wrong", _pin_asked("1234")),
    ("pin-wait", _pin_asked(*["1234"] * 5)),
    ("pin-new", _new_pin),
    ("settings-pin", _pin_row),
    ("menu-appliance", _appliance_menu),
)
