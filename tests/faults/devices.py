"""Cables that are pulled out, and contacts that bounce, on the real kiosk with emulated devices."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from unittest import mock

from companion.game.requests.requests import parse
from hardware.buttons.debounce import DEBOUNCE_SECONDS
from hardware.buttons.panel import ButtonPanel
from hardware.displays import KINDS
from hardware.emulators import EMULATORS
from hardware.wiring.model import usual
from tests.faults.course import Course
from tests.faults.game import REQUESTS
from tests.faults.harness import Stopwatch, Tally, fault
from tests.faults.monkey import check_kept
from tests.hardware.by_buttons import Clock, Hands
from tests.hardware.cables import Cable, text_of
from tests.hardware.pico import PicoHands, PicoPort
from tests.kiosk.devices.wired import Bench, Wired, write_usual

SHOWN = {f"table_{number}": kind for number, kind in enumerate(KINDS) if kind != "seven-segment"}
SHOWN |= {"seat1": "seven-segment", "seat2": "seven-segment"}


@contextmanager
def wired_kiosk(folder: Path, **given: object) -> Iterator[tuple[Wired, Clock]]:
    """A kiosk with what is in the folder's wiring file, at whose buttons time is ours to tell."""
    clock = Clock()
    with (
        mock.patch("hardware.buttons.panel.ButtonPanel", partial(ButtonPanel, now=clock)),
        closing(Wired(folder / "wiring.toml", clock, 0, file=folder / "games.db", **given)) as it,
    ):
        yield it, clock


# --- displays ---


@fault(
    "Displays unplugged and plugged back in",
    sees="A small icon next to the scores says which display is missing; the game goes on. Once"
    " plugged back in, the display shows the current table, wherever and at whatever byte it was"
    " cut off, and the icon disappears.",
    few=2 * len(SHOWN),
    all_of_it=1000,
)
def display_unplugged(tally: Tally, folder: Path, times: int) -> None:
    """Displays of every kind, on ptys: each is cut off partway through an update, at a random byte.
    Some lose power. Turns are played, and all displays are plugged back in.
    """
    dice = random.Random("unplugged")
    with closing(Bench(folder, **SHOWN)) as bench, wired_kiosk(folder) as (wired, _):
        course = Course(wired.kiosk, tally)
        course.play()
        for _ in range(-(-times // len(SHOWN))):
            for shows, port in bench.ports.items():
                cut_off(port, SHOWN[shows], dice)
            course.play()
            wired.wait_until(lambda: all(is_cut(port) for port in bench.ports.values()))
            wired.wait_until(lambda: len(wired.signs) == len(SHOWN))
            course.play()
            watch = Stopwatch()
            for port in bench.ports.values():
                port.plug_in()
            wired.wait_until(lambda: not wired.signs and is_shown(wired, bench))
            tally.back.append(watch.seconds)
            tally.cycles += len(SHOWN)
    course.check(folder / "games.db")


def cut_off(port: Cable, kind: str, dice: random.Random) -> None:
    """Pull it out and push it in, so that it is cut off again within the next picture."""
    port.unplug()
    has_own_power = dice.random() < 0.5  # then it stays in the middle of its command
    device = None if has_own_power else EMULATORS[kind]()
    longest = len(KINDS[kind].update(None, KINDS[kind].blank))
    port.plug_in(device, cut_after=dice.randrange(longest))


def is_cut(port: Cable) -> bool:
    return port._thread is None or port.wait_until_cut(0)


def is_shown(wired: Wired, bench: Bench) -> bool:
    """Whether every display shows what it should, and was told to keep nothing."""
    devices = wired.app.devices
    links = {Path(link.device.where).name: link.device for link in devices.links}
    return all(
        port.device.text() == text_of(devices._picture(links[shows])) and not port.device.stored
        for shows, port in bench.ports.items()
    )


# --- buttons ---


@fault(
    "Button box unplugged and plugged back in",
    sees="A small icon says that the box is missing, and the game goes on by touch. A button that"
    " was down when the cable went doesn't count. Once plugged back in, the box's buttons work and"
    " its lights are right.",
    few=3,
    all_of_it=200,
)
def buttons_unplugged(tally: Tally, folder: Path, times: int) -> None:
    """A Pico's sketch on a pty: the cable is pulled while a button is down or not, a turn is played
    on the screen, the cable is plugged back in, a button is pressed. Each makes one entry, and
    there are no others.
    """
    dice = random.Random("box")
    with PicoPort(folder / "box") as port:
        (folder / "wiring.toml").write_text(f'[panel]\nwhere = "{port.link}"\n')
        with wired_kiosk(folder) as (wired, clock):
            wired.hands = PicoHands(port, wired, clock, lambda: wired.app.devices.down)
            wired.wait_until(lambda: wired.app.devices.box.status.ok)
            course = Course(wired.kiosk, tally)
            course.play()
            for _ in range(times):
                pull_box(wired, port, course, tally, dice)
    assert tally.acknowledged == 1 + 3 * times
    course.check(folder / "games.db")


def pull_box(
    wired: Wired, port: PicoPort, course: Course, tally: Tally, dice: random.Random
) -> None:
    if dice.random() < 0.5:
        port.speak(["seat1 down"])
        wired.wait_until(lambda: "seat1" in wired.app.devices.down)
    port.unplug()
    wired.wait_until(lambda: bool(wired.signs))
    course.play()
    watch = Stopwatch()
    port.plug_in()
    wired.wait_until(lambda: not wired.signs)
    wired.hands.press(f"seat{wired.referee.game.state.to_move + 1}")  # two train cards
    tally.back.append(watch.seconds)
    wired.hands.press("undo")
    wired.kiosk.frames()
    course.look()
    tally.cycles += 1


class Bouncing(Hands):
    """Contacts that close and open in any way before they come to rest."""

    dice = random.Random("bounces")

    def _bounce(self, pin: object, *, down: bool) -> None:
        edges = [down, *(self.dice.random() < 0.5 for _ in range(self.dice.randrange(25))), down]
        for closed in edges:
            (pin.drive_low if closed else pin.drive_high)()
            self._clock.passes(self.dice.uniform(0, DEBOUNCE_SECONDS * 0.99 / len(edges)))


@fault(
    "Buttons that bounce",
    sees="Nothing: a press is one press.",
    few=30,
    all_of_it=5000,
)
def button_bounces(tally: Tally, folder: Path, times: int) -> None:
    """Presses on (mock) pins whose contacts bounce at random, up to 25 times, closing and opening:
    each makes one entry.
    """
    write_usual(folder / "wiring.toml")
    with wired_kiosk(folder) as (wired, clock):
        wired.hands = Bouncing(wired.factory, usual(), wired, clock)
        for number in range(times):
            if number % 100 == 0:
                wired.referee.submit(parse(REQUESTS[0]))
                wired.app.home()
                wired.kiosk.frames()
            before = wired.referee.seq
            wired.hands.press(f"seat{wired.referee.game.state.to_move + 1}")
            tally.cycles += 1
            tally.acknowledged += wired.app.desk.saved
            tally.wrong += wired.referee.seq != before + 1
        check_kept(wired.kiosk, folder / "games.db", tally)
