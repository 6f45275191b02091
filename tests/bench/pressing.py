"""Presses a mock pin at any time between two frames, and waits for the frame that shows it."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable

from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from kivy.clock import Clock

from tests.bench.gauge import PATIENCE, Gauge

HELD = 0.06  # seconds: longer than any bouncing


def mock_pins() -> MockFactory:
    """Pins for everything that asks gpiozero for one."""
    Device.pin_factory = MockFactory()
    return Device.pin_factory


def answer(gauge: Gauge, edge: Callable[[], None], is_shown: Callable[[], bool]) -> float:
    """Seconds from an edge, heard on a thread of its own, to the frame that shows what it did."""
    heard: list[float] = []
    wait = random.random() / (Clock._max_fps or 60)

    def hear() -> None:
        time.sleep(wait)
        heard.append(time.monotonic())
        edge()

    thread = threading.Thread(target=hear)
    begun = time.monotonic()
    thread.start()
    while not heard or not gauge.frames or gauge.frames[-1] < heard[0] or not is_shown():
        assert time.monotonic() - begun < PATIENCE, "no answer to a press"
        gauge.turn()
    thread.join()
    return gauge.frames[-1] - heard[0]


def pause(gauge: Gauge, seconds: float = HELD) -> None:
    """Let the app go on for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        gauge.turn()
