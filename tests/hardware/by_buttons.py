"""Plays recorded requests by buttons and dial alone, through pins, as people at the table would.

`Hands` presses real (mock) pins and reads what the dial shows. Who listens is a `Table`: the desk
alone, or the kiosk with its frames to draw while somebody waits.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from gpiozero.pins.mock import MockFactory

from companion.game.rulebook import LOCOMOTIVE
from hardware.buttons.debounce import DEBOUNCE_SECONDS
from hardware.buttons.dial import Dial
from hardware.wiring.model import Wiring


class Table(Protocol):
    """What the hands need to see: the dial as it is shown, and that a press was taken."""

    @property
    def dial(self) -> Dial: ...

    @property
    def count(self) -> int:
        """How many meanings were taken so far."""

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Let the others work until it is so; fails where it never is."""


class Clock:
    """Time that passes only when the hands let it: the speed of the machine changes nothing."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    def passes(self, seconds: float) -> None:
        self.time += seconds


class Hands:
    """Fingers on the pins of a wiring."""

    def __init__(self, factory: MockFactory, wiring: Wiring, table: Table, clock: Clock) -> None:
        self._factory = factory
        self._wiring = wiring
        self._table = table
        self._clock = clock

    def play(self, request: Mapping[str, Any], seat: int) -> None:
        """Do what a recorded request asked for, with the buttons of a seat."""
        match request["do"]:
            case "draw":
                self._draw(request["cards"], seat, short=request.get("short", False))
            case "claim":
                self._claim(request["route"], request.get("double"))
            case "tickets":
                self.choose("tickets", str(request["kept"]))
            case "pass":
                self.choose("pass")
            case "undo":
                self.press("undo")
            case other:
                raise ValueError(f"{other} is nothing for buttons")

    def _draw(self, cards: Sequence[str], seat: int, *, short: bool) -> None:
        if list(cards) == ["train", "train"]:
            self.press(f"seat{seat + 1}")
            return
        for card in cards:
            self.press(card)
        if short and len(cards) == 1 and LOCOMOTIVE not in cards:
            self.choose("no_second_card")

    def _claim(self, route: str, double: Mapping[str, int] | None) -> None:
        way = "plain" if not double else f"{double['terrain']}+{double['locomotives']}"
        city, track = self._find(route)
        self.choose("claim", city, track, way)

    def _find(self, route: str) -> tuple[str, str]:
        """One end of the route, and the track of it that the dial offers."""
        board = self._table.dial.referee.game.board
        twin = board.twins.get(route, route)
        city = board.routes[route].a
        menu = _menu_of(self._table.dial, "claim", city)
        return city, route if route in menu else twin

    # --- fingers ---

    def choose(self, *path: str) -> None:
        """Turn the dial to each of these items and push."""
        if self._table.dial.resting:
            self.push()
        for key in path:
            level = self._table.dial.level
            keys = [item.key for item in level.menu.items]
            self.turn(keys.index(key) - level.at)
            self.push()

    def press(self, button: str, seconds: float = 0.1) -> None:
        """Press a button and let go; its contact bounces both times."""
        self._press_pin(self._wiring.buttons[button], seconds)

    def push(self) -> None:
        """Push the dial."""
        self._press_pin(self._wiring.dial["push"], 0.1)

    def _press_pin(self, number: int, seconds: float) -> None:
        before = self._table.count
        pin = self._factory.pin(number)
        self._bounce(pin, down=True)
        self._clock.passes(seconds)
        self._bounce(pin, down=False)
        self._clock.passes(seconds)
        self._wait_for(before + 1)

    def _bounce(self, pin: Any, *, down: bool) -> None:
        for closed in (down, not down, down, not down, down):
            (pin.drive_low if closed else pin.drive_high)()
            self._clock.passes(DEBOUNCE_SECONDS / 10)

    def turn(self, steps: int) -> None:
        """Turn the dial click by click, clockwise if positive."""
        a, b = (self._factory.pin(self._wiring.dial[name]) for name in "ab")
        first, second = (a, b) if steps > 0 else (b, a)
        for _ in range(abs(steps)):
            before = self._table.count
            first.drive_low()
            second.drive_low()
            first.drive_high()
            second.drive_high()
            self._wait_for(before + 1)

    def _wait_for(self, count: int) -> None:
        self._table.wait_until(lambda: self._table.count >= count)


def _menu_of(dial: Dial, *path: str) -> list[str]:
    """The items under a path, looked up without turning anything."""
    found = dial.pushed() if dial.resting else dial
    for key in path:
        assert isinstance(found, Dial)
        keys = [item.key for item in found.level.menu.items]
        found = found.turned(keys.index(key) - found.level.at).pushed()
    assert isinstance(found, Dial)
    return [item.key for item in found.level.menu.items]
