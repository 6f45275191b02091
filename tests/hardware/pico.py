"""A Pico with fake pins at the end of a cable: the sketch of a real one, on this Python."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from by_buttons import Clock, Hands, Table

from hardware.emulators.pty_port import PtyPort
from hardware.pico.main import BUTTONS, DIAL, LIGHTS, PicoBox


class Pico:
    """What is on its pins can be pressed and seen."""

    stored = 0

    def __init__(self) -> None:
        self.lit: set[str] = set()
        self.went_on: Counter[str] = Counter()
        self.received = b""
        self._names = {number: name for name, number in LIGHTS.items()}
        self.start()

    def start(self) -> None:
        """Power on, or the reset button."""
        self._levels = dict.fromkeys((*BUTTONS.values(), *DIAL), 1)
        self._said: list[str] = []
        self.box = PicoBox(self._input, self._output, self._said.append)

    def _input(self, number: int) -> Callable[[], int]:
        return lambda: self._levels[number]

    def _output(self, number: int) -> Callable[[int], None]:
        name = self._names[number]

        def switch(on: int) -> None:
            self.went_on[name] += bool(on and name not in self.lit)
            (self.lit.add if on else self.lit.discard)(name)

        return switch

    def pin(self, number: int, level: int) -> list[str]:
        """Another level on a pin, and what the box says of it."""
        self._levels[number] = level
        self.box.look()
        return self.say()

    def say(self) -> list[str]:
        """What it has not sent yet."""
        said = list(self._said)
        self._said.clear()
        return said

    def feed(self, data: bytes) -> None:
        self.received += data
        self.box.hear(data)

    def text(self) -> str:
        return " ".join(sorted(self.lit))


class PicoPort(PtyPort):
    """Its cable."""

    device: Pico

    def __init__(self, link: Path) -> None:
        self.link = link
        super().__init__(Pico(), link)
        self.send_said()

    def send_said(self) -> None:
        self.speak(self.device.say())

    def pin(self, number: int, level: int) -> None:
        self.speak(self.device.pin(number, level))

    def speak(self, lines: list[str]) -> None:
        for line in lines:
            assert self.send(f"{line}\r\n".encode(), timeout=10)


class PicoHands(Hands):
    """Fingers on the buttons of the box; `down` tells which have been heard to be down."""

    def __init__(
        self, port: PicoPort, table: Table, clock: Clock, down: Callable[[], frozenset[str]]
    ) -> None:
        self._port, self._table, self._clock, self._down = port, table, clock, down

    def press(self, button: str, seconds: float = 0.1) -> None:
        before = self._table.count
        self._port.pin(BUTTONS[button], 0)
        self._table.wait_until(lambda: button in self._down())
        self._clock.passes(seconds)
        self._port.pin(BUTTONS[button], 1)
        self._table.wait_until(lambda: button not in self._down())
        self._clock.passes(seconds)
        self._wait_for(before + 1)

    def push(self) -> None:
        self.press("push")

    def turn(self, steps: int) -> None:
        first, second = DIAL if steps > 0 else DIAL[::-1]
        for _ in range(abs(steps)):
            before = self._table.count
            for pin, level in ((first, 0), (second, 0), (first, 1), (second, 1)):
                self._port.pin(pin, level)
            self._wait_for(before + 1)
