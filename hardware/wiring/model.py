"""What is wired to which pin and port, and what is wrong with how that is written down."""

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
    """A serial display: what it is, where it is found, and what it shows."""

    kind: str
    where: str
    shows: str = TABLE
    baud: int | None = None  # how fast it listens; None: as it left its maker


@dataclass(frozen=True, slots=True)
class Wiring:
    """Pins by their BCM numbers; what is not named is not wired."""

    buttons: Mapping[str, int] = dataclasses.field(default_factory=dict)
    dial: Mapping[str, int] = dataclasses.field(default_factory=dict)  # all three, or none
    lights: Mapping[str, int] = dataclasses.field(default_factory=dict)
    buzzer: int | None = None
    panel: str | None = None  # the port of a box with buttons
    keys: Mapping[str, str] = dataclasses.field(default_factory=dict)  # key to button
    keyboard: str | None = None  # whose keys they are; None: any that types into the window
    displays: tuple[Display, ...] = ()

    @property
    def has_inputs(self) -> bool:
        """Whether anything can be pressed or turned."""
        return bool(self.buttons or self.dial or self.panel or self.keys)

    @property
    def has_lights(self) -> bool:
        """Whether anything can light up or sound."""
        return bool(self.lights or self.panel) or self.buzzer is not None


@dataclass(frozen=True, slots=True)
class WiringProblem:
    """What is wrong, and where: the words for it are in words.py."""

    code: str
    line: int | None
    field: str = ""
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """A wiring as it was found, and what was wrong with it."""

    wiring: Wiring = Wiring()
    problems: tuple[WiringProblem, ...] = ()


def can_show(kind: str) -> tuple[str, ...]:
    """Digits show a seat's score; what has letters shows the table."""
    return SEATS if isinstance(KINDS[kind].blank, Digits) else (TABLE,)


def usual() -> Wiring:
    """Every pin as the example has it; displays have no usual place."""
    return Wiring(dict(pins.BUTTONS), dict(pins.DIAL), dict(pins.LIGHTS), pins.BUZZER)
