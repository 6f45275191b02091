"""Which lights are on when: the seat whose turn it is, and blinks. Pure: times are arguments."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from hardware.buttons.debounce import SEATS

ACCEPTED: Final = "accepted"
REFUSED: Final = "refused"
BUZZER: Final = "buzzer"
GLOW_SECONDS: Final = 0.6  # seconds that each light is on during a test
_OF_LAST_ROUND: Final = (*SEATS, BUZZER)


@dataclass(frozen=True, slots=True)
class Blink:
    """A light that blinks a number of times, including the last dark phase."""

    light: str
    start: float
    times: int
    on: float
    off: float

    @property
    def switches(self) -> tuple[tuple[float, bool], ...]:
        """The times at which it is switched, and whether on or off."""
        period = self.on + self.off
        begins = [self.start + count * period for count in range(self.times)]
        return tuple(
            switch for begin in begins for switch in ((begin, True), (begin + self.on, False))
        )

    @property
    def end(self) -> float:
        """When the light returns to its steady state."""
        return self.start + self.times * (self.on + self.off)

    def is_lit(self, time: float) -> bool:
        """Whether it is on at that time."""
        before = [lit for when, lit in self.switches if when <= time]
        return bool(before) and before[-1]


@dataclass(frozen=True, slots=True)
class Plan:
    """The steady light, and the blinks that override it."""

    seat: int | None = None
    blinks: tuple[Blink, ...] = ()

    def turn(self, seat: int | None) -> "Plan":
        """Return the plan with this seat's light on, counted from 0."""
        return replace(self, seat=seat)

    def accepted(self, time: float) -> "Plan":
        """Two green blinks and a short sound; stops red."""
        return self._with(
            (Blink(ACCEPTED, time, 2, 0.15, 0.15), Blink(BUZZER, time, 1, 0.05, 0.0)), REFUSED
        )

    def refused(self, time: float) -> "Plan":
        """Two red blinks and a long sound; stops green."""
        return self._with(
            (Blink(REFUSED, time, 2, 0.15, 0.15), Blink(BUZZER, time, 1, 0.4, 0.0)), ACCEPTED
        )

    def last_round(self, time: float) -> "Plan":
        """All seats blink, with three sounds."""
        seats = (Blink(seat, time, 6, 0.25, 0.25) for seat in SEATS)
        return self._with((*seats, Blink(BUZZER, time, 3, 0.15, 0.15)))

    def last_round_off(self) -> "Plan":
        """Stop blinking for the last round, because it was undone."""
        return replace(self, blinks=tuple(b for b in self.blinks if b.light not in _OF_LAST_ROUND))

    def _with(self, blinks: Iterable[Blink], ended: str = "") -> "Plan":
        """Return the plan with these blinks, which replace earlier ones of the same lights."""
        new = tuple(blinks)
        gone = {ended, *(blink.light for blink in new)}
        return replace(self, blinks=(*(b for b in self.blinks if b.light not in gone), *new))

    def since(self, time: float) -> "Plan":
        """Return the plan without blinks that have ended by then."""
        return replace(self, blinks=tuple(blink for blink in self.blinks if blink.end > time))

    def lit(self, time: float) -> frozenset[str]:
        """Return all lights and sounds that are on at that time."""
        running = {blink.light: blink for blink in self.since(time).blinks}
        steady = set() if self.seat is None else {SEATS[self.seat]}
        lit = {light for light, blink in running.items() if blink.is_lit(time)}
        return frozenset(lit | (steady - running.keys()))

    def next_change(self, time: float) -> float | None:
        """Return the time of the next change after that time, or None if there is none."""
        times = [when for blink in self.blinks for when, _ in blink.switches]
        times += [blink.end for blink in self.blinks]
        return min((when for when in times if when > time), default=None)
