"""Measures a Kivy app from inside: its frames, its memory, and how it answers a finger."""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.compat import clock
from kivy.graphics.opengl import glFinish
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

SEEN = 0.5  # seconds that pass on the app's clock before a finger comes down
QUIET = 0.45  # seconds without a frame: it is drawn, and a finger means what it sees
PATIENCE = 10.0  # seconds

Point = tuple[float, float]


class Gauge:
    """Turns the event loop in the place of Kivy's own main loop, and watches what it does."""

    def __init__(self) -> None:
        self.frames: list[float] = []  # when each was on the screen
        self.finger = Finger()
        self._ahead = 0.0  # seconds that the app's clock is before ours
        Clock.time = lambda: clock() + self._ahead
        self._flip = EventLoop.window.flip
        EventLoop.window.flip = self._drawn
        EventLoop.add_input_provider(self.finger)

    def _drawn(self) -> None:
        self._flip()
        glFinish()
        self.frames.append(time.monotonic())

    def skip(self, seconds: float) -> None:
        """Let time pass on the app's clock alone."""
        self._ahead += seconds

    def turn(self, times: int = 1) -> None:
        """Let the app go on, as Kivy's main loop does: what a panel reports waits for its end."""
        for _ in range(times):
            EventLoop.idle()
            EventLoop.window.mainloop()
            self.finger.poll()

    def settle(self) -> None:
        """Until no more frames are drawn."""
        quiet_from = time.monotonic()
        while time.monotonic() - quiet_from < QUIET:
            self.turn()
            quiet_from = max(quiet_from, self.frames[-1] if self.frames else 0)

    def tap(self, point: Point) -> None:
        """A whole tap, with what it leads to."""
        self._press(point)
        self.finger.lift()
        self.turn(3)

    def answer(self, point: Point, is_shown: Callable[[], bool]) -> float:
        """Seconds from the lifting of a finger to the frame that shows what it did."""
        self._press(point)
        lifted = time.monotonic()
        if Clock._max_fps:  # at any time between two frames
            lifted += random.random() / Clock._max_fps
        self.finger.lift(lifted)
        while self.frames[-1] < lifted or not is_shown():
            assert time.monotonic() - lifted < PATIENCE, "no answer to a tap"
            self.turn()
        return self.frames[-1] - lifted

    def _press(self, point: Point) -> None:
        """As a person does: when there was time to see what is there."""
        self.skip(SEEN)
        self.turn()
        self.finger.press(point)
        self.turn(3)


class Finger(MotionEventProvider):
    """A panel's touches: they happen at any time, are read after a frame, and told in the next."""

    def __init__(self) -> None:
        super().__init__("finger", "")
        self._happening: list[tuple[float, str, MotionEvent]] = []
        self._read: list[tuple[str, MotionEvent]] = []
        self._touch: Touch | None = None
        self._count = 0

    def press(self, point: Point) -> None:
        """Comes down."""
        self._count += 1
        self._touch = Touch(self._count, point)
        self._read.append(("begin", self._touch))

    def lift(self, at: float = 0) -> None:
        """Goes up."""
        assert self._touch is not None
        self._happening.append((at, "end", self._touch))
        self.poll()

    def poll(self) -> None:
        """Read what has happened."""
        now = time.monotonic()
        while self._happening and self._happening[0][0] <= now:
            self._read.append(self._happening.pop(0)[1:])

    def update(self, dispatch_fn: Callable[[str, MotionEvent], None]) -> None:
        """Tell what has been read; Kivy asks in every turn."""
        while self._read:
            dispatch_fn(*self._read.pop(0))


class Touch(MotionEvent):
    """A touch at a point of the window."""

    def __init__(self, number: int, point: Point) -> None:
        width, height = EventLoop.window.size
        share = {"x": point[0] / (width - 1), "y": point[1] / (height - 1)}
        super().__init__("finger", number, share, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        """Take its place from what the panel says."""
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)


def memory() -> int:
    """Bytes that the process has in memory now, without litter."""
    gc.collect()
    return memory_with_litter()


def memory_with_litter() -> int:
    """Bytes that the process has in memory now, as it is."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


def measure(
    run: Callable[[], object],
    measurement: Callable[[Gauge], dict[str, Any]],
    *,
    is_hasty: bool = False,
) -> None:
    """Run an app with this measurement for its main loop, and print what it found as JSON.

    Hasty, it does not wait for a frame's turn: sixty in a second.
    """

    def instead() -> None:
        if is_hasty:
            Clock._max_fps = 0
        print(json.dumps(measurement(Gauge())), flush=True)

    EventLoop.mainloop = instead
    run()


def started(gauge: Gauge) -> dict[str, Any]:
    """When the first screen was whole, by the clock that all processes share."""
    gauge.settle()
    return {"drawn": gauge.frames[-1], "frames": len(gauge.frames), "memory": memory()}
