"""Drives lights and buzzer on GPIO pins and on a box, from a worker thread."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Protocol

from hardware.buttons.gpio import PinProblem, close_pins, open_pins
from hardware.lights import box_lights
from hardware.lights.blinking import BUZZER, Plan
from hardware.wiring.model import Wiring

log = logging.getLogger(__name__)

_WORKER_JOIN_TIMEOUT: Final = 5.0  # seconds to wait for the worker when closing


class LightBox(Protocol):
    """A device with lights."""

    def show_lit(self, lit: frozenset[str]) -> None:
        """Switch on exactly these lights and sounds; returns immediately."""


class Lights:
    """Follows the plan; a light that fails is recorded in `troubles` and no longer used."""

    def __init__(
        self,
        wiring: Wiring,
        pin_factory: Any = None,  # noqa: ANN401
        now: Callable[[], float] = time.monotonic,
        box: LightBox | None = None,
    ) -> None:
        pins = {**wiring.lights, **({} if wiring.buzzer is None else {BUZZER: wiring.buzzer})}
        self._opened, self.troubles = open_pins(
            {name: partial(_output, pin, pin_factory) for name, pin in pins.items()}
        )
        self._box = box
        self._now = now
        self._plan = Plan()
        self._tests: frozenset[str] = frozenset()
        self._changed = True
        self._shown_at = now()
        self._closed = False
        self._wake = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="lights", daemon=True)
        self._worker.start()

    @property
    def names(self) -> tuple[str, ...]:
        """All lights and sounds, in the order of the wiring."""
        on_box = () if self._box is None else box_lights.NAMES
        return tuple(dict.fromkeys((*self._opened, *on_box)))

    def turn(self, seat: int | None) -> None:
        """Show whose turn it is, counted from 0; None: nobody's."""
        self._follow(lambda plan, now: plan.turn(seat))

    def accepted(self) -> None:
        self._follow(Plan.accepted)

    def refused(self) -> None:
        self._follow(Plan.refused)

    def last_round(self) -> None:
        self._follow(Plan.last_round)

    def last_round_off(self) -> None:
        """Stop signalling the last round, because it was undone."""
        self._follow(lambda plan, now: plan.last_round_off())

    def show_only(self, *names: str) -> None:
        """Switch on only these, for a test, until called without any."""
        with self._wake:
            self._tests, self._changed = frozenset(names), True
            self._wake.notify()

    def close(self) -> None:
        """Switch everything off and release the pins."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._worker.join(_WORKER_JOIN_TIMEOUT)
        if self._box is not None:
            self._box.show_lit(frozenset())
        close_pins(self._opened)
        self._opened = {}

    def _follow(self, change: Callable[[Plan, float], Plan]) -> None:
        with self._wake:
            now = self._now()
            self._plan = change(self._plan.since(now), now)
            self._changed = True
            self._wake.notify()

    def _work(self) -> None:
        while (lit := self._next()) is not None:
            for name in tuple(self._opened):
                self._switch(name, name in lit)
            if self._box is not None:
                self._box.show_lit(lit)

    def _next(self) -> frozenset[str] | None:
        """Wait until something changes; return the lights that are on, or None when closed."""
        with self._wake:
            if not (self._changed or self._closed):
                due = self._plan.next_change(self._shown_at)
                self._wake.wait(None if due is None else max(0.0, due - self._now()))
            if self._closed:
                return None
            self._changed, self._shown_at = False, self._now()
            return self._tests or self._plan.lit(self._shown_at)

    def _switch(self, name: str, on: bool) -> None:
        device = self._opened[name]
        try:
            if bool(device.value) != on:
                device.value = on
        except Exception as error:  # a broken light must not stop the others
            log.warning("%s has failed", name, exc_info=True)
            close_pins({name: self._opened.pop(name)})
            trouble = PinProblem("pin_failed", {"name": name, "why": str(error)})
            self.troubles = (*self.troubles, trouble)


def _output(pin: int, pin_factory: Any) -> Any:  # noqa: ANN401
    from gpiozero import DigitalOutputDevice

    return DigitalOutputDevice(pin, pin_factory=pin_factory)
