"""Devices in their main states: stand-ins, so that nothing real is opened."""

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from hardware.buttons.gpio import PinProblem
from hardware.buttons.keyboards.key_map import USUAL
from hardware.ports.status import Status
from hardware.wiring import model as wirings
from hardware.wiring.edit import Slot, with_pin
from hardware.wiring.model import Display
from hardware.wiring.reading import read
from kiosk import screens
from tests.gallery.sample_game import Show, play

if TYPE_CHECKING:
    from kiosk.app import KioskApp

USB: Final = "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"
BOX: Final = "usb-MicroPython_Board_in_FS_mode_e6614c311b7e6f35-if00"
NUMPAD: Final = "usb-04d9_1203-event-kbd"
PORTS: Final = (USB, "/dev/ttyUSB1", "/dev/ttyAMA0")
DISPLAYS: Final = {  # and how they are
    Display("serlcd-20x4", USB): Status("missing", {"port": USB}),
    Display("seven-segment", "/dev/ttyUSB1", "seat3"): Status(
        "no_permission", {"port": "/dev/ttyUSB1", "user": "pi", "group": "dialout"}
    ),
    Display("matrix-16x2", "0403:6001"): Status("ok", {"port": "0403:6001"}),
}
WRONG: Final = "[buttons]\nhorn = 6\nseat3 = 99\n[lights]\nseat1 = 5\nseat2 = 5\n"


def wire_wrongly(app: "KioskApp") -> None:
    """Everything is wired, and little of it works."""
    wiring = replace(wirings.usual(), displays=tuple(DISPLAYS))
    _stand_in(app, wirings.Reading(wiring, read(WRONG).problems))
    devices: Any = app.devices  # with stand-ins for what is wired
    devices.buttons = SimpleNamespace(troubles=(PinProblem("no_gpio"),))
    dark = {
        name: _nothing for name in ("turn", "accepted", "refused", "last_round", "last_round_off")
    }
    devices.lights = SimpleNamespace(troubles=(PinProblem("no_gpio"),), names=(), **dark)
    devices.links = [
        SimpleNamespace(
            device=display, status=status, show=_nothing, age=2.0 if status.ok else None
        )
        for display, status in DISPLAYS.items()
    ]


def nothing_wired(app: "KioskApp") -> None:
    """As most people have it."""
    app.go(screens.devices)


def in_trouble(app: "KioskApp") -> None:
    """The screen with all that is wrong."""
    wire_wrongly(app)
    app.go(screens.devices)


def silent(app: "KioskApp") -> None:
    """Announcements are to be spoken, and there is nothing that speaks."""
    app.__dict__["loudspeaker"] = SimpleNamespace(
        troubles=lambda: ["missing"], follow=_nothing, open=_nothing, close=_nothing
    )
    app.go(screens.devices)


def live_test(app: "KioskApp") -> None:
    """Two buttons are held."""
    _stand_in(app, wirings.Reading(wirings.usual()))
    app.devices.down = frozenset({"seat2", "locomotive"})
    app.go(screens.devices)


def pin_asked(app: "KioskApp") -> None:
    """Which pin a contact of the dial has, where nothing else is wired."""
    from kiosk.devices.wiring_sheets import PinSheet

    slot = Slot("dial", "a")
    wiring = with_pin(wirings.Wiring(), slot, wirings.usual().dial["a"])
    nothing_wired(app)
    app.open_sheet(PinSheet, slot, wiring, app.screen.change)


def display_set(app: "KioskApp") -> None:
    """How fast a display listens, and what it keeps."""
    from kiosk.devices.wiring_sheets import DisplaySettingsSheet

    nothing_wired(app)
    app.open_sheet(DisplaySettingsSheet, Display("adafruit-20x4", USB), app.screen.change)


def word_said(app: "KioskApp") -> None:
    """A press has brought back the game."""
    play(app)
    app.home()
    app.devices.say(app._("Game resumed. Press again to play."))


def display_asked(*ports: str) -> Show:
    """A display is to be added, with these ports to choose from."""

    def show(app: "KioskApp") -> None:
        from kiosk.devices.wiring_sheets import DisplaySheet

        nothing_wired(app)
        app.open_sheet(DisplaySheet, wirings.Wiring(), app.screen.change, find=lambda: ports)

    return show


def box_asked(*ports: str) -> Show:
    """Where a box is, with these ports to choose from; none is chosen yet."""

    def show(app: "KioskApp") -> None:
        from kiosk.devices.box_sheet import BoxSheet

        nothing_wired(app)
        app.open_sheet(BoxSheet, app.screen.change, find=lambda: ports)

    return show


def box_tried(app: "KioskApp") -> None:
    """The box is there: two of its buttons are held, and one of its lights is tried."""
    _box_stands_in(app)
    app.devices.down = frozenset({"seat2", "train"})
    app.devices.trials.glowing = "accepted"
    box_asked(BOX, *PORTS)(app)


def box_wired(app: "KioskApp") -> None:
    """The list with the box in it."""
    _box_stands_in(app)
    app.go(screens.devices)


def _box_stands_in(app: "KioskApp") -> None:
    _stand_in(app, wirings.Reading(wirings.Wiring(panel=BOX)))
    devices: Any = app.devices
    devices.box = SimpleNamespace(status=Status("ok", {"port": BOX}))


def keys_asked(app: "KioskApp") -> None:
    """Which key a train card has is asked; two keyboards are plugged in."""
    from kiosk.devices.keys_sheet import KeysSheet

    _stand_in(app, wirings.Reading(wirings.Wiring(keys=USUAL, keyboard=NUMPAD)))
    app.go(screens.devices)
    app.open_sheet(
        KeysSheet, app.screen.change, find=lambda: (NUMPAD, "usb-Cherry_Keyboard-event-kbd")
    )
    app.sheet.ask("train")


def _stand_in(app: "KioskApp", reading: wirings.Reading) -> None:
    devices: Any = app.devices
    devices.open = _nothing  # else what is really wired would soon take its place
    devices.reading = reading


def _nothing(*args: object) -> None:
    """What a stand-in does."""


SHOWN: Final = (
    ("devices-none", nothing_wired),
    ("devices-in-trouble", in_trouble),
    ("devices-silent", silent),
    ("devices-live-test", live_test),
    ("devices-pin", pin_asked),
    ("devices-set", display_set),
    ("press-word", word_said),
    ("devices-add", display_asked(*PORTS)),
    ("devices-add-no-port", display_asked()),
    ("devices-box", box_tried),
    ("devices-box-wired", box_wired),
    ("devices-box-add", box_asked(*PORTS)),
    ("devices-box-no-port", box_asked()),
    ("devices-keys", keys_asked),
)
