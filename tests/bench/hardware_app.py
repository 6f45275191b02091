"""The kiosk with buttons, lights and displays, measured from inside.

python -m tests.bench.hardware_app DATABASE press|ruling|stalled COUNT
"""

from __future__ import annotations

import os
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.folders import wiring_file
from companion.game.commands import ClaimRoute, DrawCards, Newcomer, NewGame, Pass, Undo
from hardware.wiring.file import save
from hardware.wiring.model import Display, Wiring, usual
from kiosk.__main__ import main as start_kiosk
from kiosk.machine import environment

environment.prepare()  # as main() does, but before the gauge brings Kivy in

from gpiozero import DigitalInputDevice  # noqa: E402
from kivy.app import App  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.uix.label import Label  # noqa: E402
from serial import Serial  # noqa: E402

from kiosk.appearance.text import Text  # noqa: E402
from tests.bench.far_end import FarEnd  # noqa: E402
from tests.bench.gauge import Gauge, measure  # noqa: E402
from tests.bench.pressing import answer, mock_pins, pause  # noqa: E402

if TYPE_CHECKING:
    from kiosk.app import KioskApp

WARM_UP = 3  # not counted
PLAYS = 60  # of a game
BAUD = 9600
BITS = 10  # on the line, of each byte
FOLLOWED = 0.8  # seconds after which a display that was told of a change has been told all
SETTLED = 1.6  # seconds after which a display that was opened is not written to by itself


def at_table(gauge: Gauge) -> KioskApp:
    """The app, at the table, with nothing more to draw."""
    app: KioskApp = App.get_running_app()
    app.home()
    pause(gauge, 1.2)  # what it gets ready after its start, and its devices
    gauge.settle()
    return app


# --- a press ---


def presses(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From an edge to the frame that shows what it did."""
    pins = mock_pins()
    save(usual(), wiring_file())
    app = at_table(gauge)
    app.devices.open()
    kinds = {"card": card_timed, "seat": seat_timed, "label": Labelled(app).timed}
    found: dict[str, list[float]] = {kind: [] for kind in kinds}
    for number in range(WARM_UP + count):
        for kind, timed in kinds.items():
            seconds = timed(app, gauge, pins)
            if number >= WARM_UP:
                found[kind].append(seconds)
    return found


def card_timed(app: KioskApp, gauge: Gauge, pins: Any) -> float:  # noqa: ANN401
    """The first card of a draw, to the question for the second."""
    pin = pins.pin(usual().buttons["train"])
    seconds = answer(gauge, pin.drive_low, lambda: says(app, "Second card?"))
    pause(gauge)
    pin.drive_high()
    app.desk.undo(app.desk.moment())
    pause(gauge)
    return seconds


def seat_timed(app: KioskApp, gauge: Gauge, pins: Any) -> float:  # noqa: ANN401
    """The commonest turn, from the button's release to its announcement."""
    seat, seq = app.referee.game.state.to_move, app.referee.seq
    pin = pins.pin(usual().buttons[f"seat{seat + 1}"])
    pin.drive_low()
    pause(gauge)
    seconds = answer(gauge, pin.drive_high, lambda: app.referee.seq > seq and says(app, "draws"))
    app.desk.undo(app.desk.moment())
    pause(gauge)
    return seconds


class Labelled:
    """The bare mechanism on the kiosk's own screen: a frame of it costs what it costs."""

    PIN = 2  # nothing else is wired to it

    def __init__(self, app: KioskApp) -> None:
        self._label = Label(text="0", size_hint=(None, None))
        self._button = DigitalInputDevice(self.PIN, pull_up=True)
        self._button.when_activated = lambda: Clock.schedule_once(self._count, -1)
        app.root.add_widget(self._label)

    def _count(self, *args: object) -> None:
        self._label.text = str(int(self._label.text) + 1)

    def timed(self, app: KioskApp, gauge: Gauge, pins: Any) -> float:  # noqa: ANN401
        """From an edge to the changed label."""
        wanted, pin = str(int(self._label.text) + 1), pins.pin(self.PIN)
        seconds = answer(gauge, pin.drive_low, lambda: self._label.text == wanted)
        pin.drive_high()
        pause(gauge)
        return seconds


def says(app: KioskApp, text: str) -> bool:
    """Whether the screen says this."""
    texts = (part.content for part in app.screen.walk(restrict=True) if isinstance(part, Text))
    return any(text in said for said in texts)


# --- a ruling ---


def rulings(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """From the announcement to the last byte at the display, and a plain write of the same."""
    found: dict[str, list[float]] = {}
    app = at_table(gauge)
    for name, period in (("unpaced", 0.0), ("paced", BITS / BAUD)):
        with FarEnd(period) as display, FarEnd(period) as yardstick:
            save(Wiring(displays=(Display("serlcd-20x4", display.path),)), wiring_file())
            app.devices.open()
            pause(gauge, SETTLED)
            let_follow(gauge, display)
            port = Serial(yardstick.path, BAUD)
            for number in range(WARM_UP + count):
                times = ruled(app, gauge, display, partial(written, port, yardstick))
                if number >= WARM_UP:
                    for kind, seconds in zip(("ruling", "command", "plain"), times, strict=True):
                        found.setdefault(f"{name} {kind}", []).append(seconds)
            app.devices.close()
            port.close()
    return found


def ruled(
    app: KioskApp, gauge: Gauge, display: FarEnd, write: Callable[[bytes], float]
) -> tuple[float, float, float]:
    """Claim a route: from its announcement, from its command, and by a plain write."""
    announced: list[float] = []
    # Before all others: what they do on hearing of it is part of the time.
    listeners = app.referee._listeners._listeners
    listeners.insert(0, lambda announcement: announced.append(time.monotonic()))
    worths = map(app.referee.worth, app.referee.board.routes)
    route = next(worth.route.id for worth in worths if not worth.refusal)
    begun = time.monotonic()
    assert app.desk.submit(ClaimRoute(route), app.desk.moment())
    last, data = after_burst(gauge, display)
    listeners.pop(0)
    let_follow(gauge, display)
    app.desk.submit(Undo(), app.desk.moment())
    let_follow(gauge, display)
    return last - announced[0], last - begun, write(data)


def after_burst(gauge: Gauge, display: FarEnd) -> tuple[float, bytes]:
    """Draw what there is to draw until the display has all."""
    while not display.has_burst:
        gauge.turn()
    return display.burst()


def let_follow(gauge: Gauge, display: FarEnd) -> None:
    """Wait until all of the picture was written again, as it is after every change."""
    pause(gauge, FOLLOWED)
    while display.has_burst:
        display.burst()


def written(port: Serial, yardstick: FarEnd, data: bytes) -> float:
    """The same bytes, written by hand."""
    begun = time.monotonic()
    port.write(data)
    last, read = yardstick.burst()
    assert read == data
    return last - begun


# --- a whole game ---


def games(gauge: Gauge, count: int) -> dict[str, list[float]]:
    """Plays with nothing attached, and with everything attached and stalled."""
    mock_pins()
    app = at_table(gauge)
    found: dict[str, list[float]] = {"none": [], "stalled": []}
    with stalled_ports(7) as ports:
        kinds = ("serlcd-20x4", "matrix-16x2", *["seven-segment"] * 5)
        shows = ("table", "table", *(f"seat{number}" for number in range(1, 6)))
        displays = tuple(map(Display, kinds, ports, shows))
        wirings = {"none": Wiring(), "stalled": replace(usual(), displays=displays)}
        for number in range(count + 1):
            for name in sorted(wirings, reverse=number % 2 == 1):  # each goes first in turn
                save(wirings[name], wiring_file())
                app.devices.open()
                pause(gauge, 0.5)
                seconds = game_timed(app, gauge)
                if number:
                    found[name].append(seconds)
                if name == "stalled":
                    assert len(app.devices.signs()) == len(ports), app.devices.signs()
    app.devices.close()
    return found


@contextmanager
def stalled_ports(count: int) -> Iterator[list[str]]:
    """Ports that take no byte at all."""
    ends = [os.openpty() for _ in range(count)]
    for _, port in ends:
        tty.setraw(port)
        termios.tcflow(port, termios.TCOOFF)
    yield [os.ttyname(port) for _, port in ends]
    for pair in ends:
        for end in pair:
            os.close(end)


def game_timed(app: KioskApp, gauge: Gauge) -> float:
    """So many plays, each with the frame that shows it."""
    people = app.referee.game.state.seats
    new = NewGame(tuple(Newcomer(seat.name, seat.color, "desert", 3) for seat in people))
    app.desk.submit(new, app.desk.moment())
    app.home()
    gauge.settle()
    begun = time.monotonic()
    for play in range(PLAYS):
        command = Pass() if play % 3 == 2 else DrawCards(("train", "train"))
        frames = len(gauge.frames)
        assert app.desk.submit(command, app.desk.moment())
        while len(gauge.frames) == frames:
            gauge.turn()
    return time.monotonic() - begun


def main(database: str, what: str, count: str) -> None:
    """Measure one thing."""
    measurements = {"press": presses, "ruling": rulings, "stalled": games}
    options = ["--db", database, "--size", "800x480"]
    measure(
        lambda: start_kiosk(options),
        lambda gauge: measurements[what](gauge, int(count)),
        is_hasty=what == "stalled",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
