"""Runs Python's full garbage collection while the screen is idle, and returns memory.

By default, it runs after a number of allocations, which is often during a touch. With all our
widgets it then blocks for a quarter of a second, at every third claim. So we wait for a pause; the
more garbage there is, the shorter a pause is enough. Without any pause, it still runs in the end,
to limit memory use.
"""

import contextlib
import ctypes
import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.touch.root import Root

# Counted in generation 1 collections since the last full one; a fast tap causes about one.
_MIN_GEN1_RUNS: Final = 10  # like Python's default
_MUCH: Final = 20
FORCE_AFTER: Final = 30  # forces a full collection: about 200,000 objects, or 40 MB

IDLE_SECONDS: Final = 2.0  # seconds without a touch
PAUSE: Final = 0.6  # seconds without a touch, if there is much garbage


def postpone_gc() -> None:
    """Disable garbage collection during imports, which create no garbage."""
    gc.disable()
    gc.freeze()


def collect_when_idle(root: "Root") -> None:
    """From now on, run full collections when there was no touch for a while."""
    from kivy.clock import Clock

    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], FORCE_AFTER)
    gc.enable()
    waiting = [
        Clock.create_trigger(_tidy_from(least), seconds)
        for least, seconds in ((_MUCH, PAUSE), (_MIN_GEN1_RUNS, IDLE_SECONDS))
    ]

    def wait(*args: object) -> None:
        for tidy in waiting:
            tidy.cancel()
            tidy()

    root.bind(on_touched=wait)
    wait()


def _tidy_from(least: int) -> Callable[..., None]:
    """Return a callback that runs a full collection after `least` generation 1 collections."""

    def tidy(*args: object) -> None:
        if gc.get_count()[2] >= least:
            gc.collect()

    return tidy


def give_back_memory() -> None:
    """Return unused memory to the system after the start; works with glibc only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
