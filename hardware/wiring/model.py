"""Data classes for the wiring of pins and ports, and for problems in the wiring file."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.buttons import pins
from hardware.buttons.debounce import SEATS
from hardware.displays import KINDS, Digits

TABLE: Final = "table"
SHOWS: Final = (TABLE, *SEATS)


@dataclass(frozen=True, slots=True)
class Display:
    """A serial display: its kind, its port, and what it shows."""

    kind: str
    where: str
    shows: str = TABLE
    baud: int | None = None  # None: the factory default


@dataclass(frozen=True, slots=True)
class Wiring:
    """Pins by their BCM numbers; anything not listed is not wired."""

    buttons: Mapping[str, int] = dataclasses.field(default_factory=dict)
    dial: Mapping[str, int] = dataclasses.field(default_factory=dict)  # all three, or none
    lights: Mapping[str, int] = dataclasses.field(default_factory=dict)
    buzzer: int | None = None
    panel: str | None = None  # the port of a box with buttons
    keys: Mapping[str, str] = dataclasses.field(default_factory=dict)  # key to button
    keyboard: str | None = None  # the keyboard of these keys; None: any
    displays: tuple[Display, ...] = ()

    @property
    def has_inputs(self) -> bool:
        """Whether there are buttons, keys or a dial."""
        return bool(self.buttons or self.dial or self.panel or self.keys)

    @property
    def has_lights(self) -> bool:
        """Whether there are lights or a buzzer."""
        return bool(self.lights or self.panel) or self.buzzer is not None


@dataclass(frozen=True, slots=True)
class WiringProblem:
    """A problem and its place in the file; words.py has the sentences."""

    code: str
    line: int | None
    field: str = ""
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A wiring and the problems found while reading it."""

    wiring: Wiring = Wiring()
    problems: tuple[WiringProblem, ...] = ()


def can_show(kind: str) -> tuple[str, ...]:
    """Return what a kind of display can show: digits a seat's score, text displays the table."""
    return SEATS if isinstance(KINDS[kind].blank, Digits) else (TABLE,)


def usual() -> Wiring:
    """Return the default pins of the example; displays have no default."""
    return Wiring(dict(pins.BUTTONS), dict(pins.DIAL), dict(pins.LIGHTS), pins.BUZZER)
