"""Collects edges of buttons and dial from any thread, and delivers meanings.

One worker thread owns the state of the presses. It sleeps until an edge arrives or a deadline.
"""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from hardware.buttons.debounce import PUSH, Edge, PressTracker
from hardware.buttons.gpio import close_pins, open_pins
from hardware.buttons.meanings import DialTurned, Meaning
from hardware.wiring.model import Wiring

log = logging.getLogger(__name__)

Deliver = Callable[[Meaning], None]
WatchDown = Callable[[frozenset[str]], None]

DIAL: Final = "dial"  # turning it; its push is a button

_WORKER_JOIN_TIMEOUT: Final = 5.0  # seconds to wait for the worker when closing


class ButtonPanel:
    """Takes edges and clicks, and delivers meanings from its own thread.

    `moment` is called in the thread that reports a press; its result is passed along with the
    meaning. `watch` is called with the pressed buttons whenever they change, for a live test.
    """

    def __init__(
        self,
        deliver: Deliver,
        *,
        moment: Callable[[], object] = lambda: None,
        watch: WatchDown = lambda down: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._deliver = deliver
        self._moment = moment
        self._watch = watch
        self._now = now
        self._presses = PressTracker()
        self._edges: list[Edge] = []
        self._turns: list[DialTurned] = []
        self._closed = False
        self._wake = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="panel", daemon=True)
        self._worker.start()

    def post(self, button: str, down: bool, *, bounces: bool = True) -> None:
        """Report an edge; can be called from any thread."""
        began = self._moment() if down else None
        edge = Edge(self._now(), button, down, began, bounces)
        with self._wake:
            self._edges.append(edge)
            self._wake.notify()

    def turn(self, steps: int) -> None:
        """Report clicks of the dial; can be called from any thread."""
        turned = DialTurned(steps, time=self._now(), began=self._moment())
        with self._wake:
            self._turns.append(turned)
            self._wake.notify()

    def already_down(self, button: str) -> None:
        """Ignore a button that was down at the start until it is released."""
        with self._wake:
            self._presses.already_down(button, self._now())
            self._wake.notify()

    def forget(self, button: str) -> None:
        """Drop the state of a button that is no longer connected."""
        with self._wake:
            self._edges = [edge for edge in self._edges if edge.button != button]
            self._presses.forget(button)
            self._wake.notify()

    def close(self) -> None:
        """Stop delivering."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        if threading.current_thread() is not self._worker:
            self._worker.join(_WORKER_JOIN_TIMEOUT)

    def _work(self) -> None:
        down: frozenset[str] = frozenset()
        while (news := self._next()) is not None:
            meanings, now_down = news
            if now_down != down:
                down = now_down
                _tell(self._watch, down)
            for meaning in meanings:
                _tell(self._deliver, meaning)

    def _next(self) -> tuple[list[Meaning], frozenset[str]] | None:
        """Wait for the next meanings; return None when closed."""
        with self._wake:
            if not (self._edges or self._turns or self._closed):
                self._wake.wait(self._until_due())
            if self._closed:
                return None
            heard, self._edges = self._edges, []
            turned, self._turns = self._turns, []
            # Edges first: they carry their own times, which are in the past.
            meanings = [*self._presses.feed(heard), *self._presses.advance_to(self._now()), *turned]
            return sorted(meanings, key=lambda meaning: meaning.time), self._presses.down

    def _until_due(self) -> float | None:
        due = self._presses.next_deadline
        return None if due is None else max(0.0, due - self._now())


def _tell(listener: Callable[[Any], None], news: object) -> None:
    try:
        listener(news)
    except Exception:  # a failing listener must not block the next press
        log.exception("nobody took %s", news)


# --- GPIO ---


class GpioButtons:
    """Buttons and dial on GPIO pins; it only posts edges and clicks.

    Pins that cannot be opened are listed in `troubles`.
    """

    def __init__(self, wiring: Wiring, panel: ButtonPanel, pin_factory: Any = None) -> None:  # noqa: ANN401
        pins = dict(wiring.buttons)
        wanted: dict[str, Callable[[], Any]] = {}
        if wiring.dial:
            pins[PUSH] = wiring.dial["push"]
            a, b = wiring.dial["a"], wiring.dial["b"]
            wanted[DIAL] = partial(_dial, a, b, panel, pin_factory)
        for name, pin in pins.items():
            wanted[name] = partial(_button, name, pin, panel, pin_factory)
        self._opened, self.troubles = open_pins(wanted)

    @property
    def names(self) -> tuple[str, ...]:
        """All inputs in use, including the turning of the dial."""
        return tuple(self._opened)

    def close(self) -> None:
        """Release the pins; they can be opened again with another wiring."""
        close_pins(self._opened)
        self._opened = {}


def _button(name: str, pin: int, panel: ButtonPanel, pin_factory: Any) -> Any:  # noqa: ANN401
    """Open a button to ground. We debounce and detect holds ourselves.

    gpiozero's debouncing drops presses, and its Button uses a thread each for holds.
    """
    from gpiozero import DigitalInputDevice

    button = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=pin_factory)
    button.when_activated = partial(panel.post, name, True)
    button.when_deactivated = partial(panel.post, name, False)
    if button.is_active:
        panel.already_down(name)
    return button


def _dial(a: int, b: int, panel: ButtonPanel, pin_factory: Any) -> Any:  # noqa: ANN401
    """Open the dial; all four edges of a click are followed, so bouncing cancels out."""
    from gpiozero import RotaryEncoder

    dial = RotaryEncoder(a, b, max_steps=0, pin_factory=pin_factory)
    dial.when_rotated_clockwise = partial(panel.turn, 1)
    dial.when_rotated_counter_clockwise = partial(panel.turn, -1)
    return dial
