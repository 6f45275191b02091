"""Memory: Python's search for litter, made while nobody waits for the screen; giving back.

Left to itself the search comes after so many new objects, which is in the midst of a touch: with
all the widgets there are it then holds everything up for a quarter of a second, at every third
claim. So it waits for a pause; the more there is to find, the shorter a one will do. Somebody who
never pauses waits for it now and then all the same: memory has an end.
"""

import contextlib
import ctypes
import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.touch.root import Root

# In small searches since the last through everything; a fast tap leaves litter for about one.
_MIN_GEN1_RUNS: Final = 10  # as Python has it too
_MUCH: Final = 20
FORCE_AFTER: Final = 30  # it can wait no longer: some 200,000 objects, or 40 MB

IDLE_SECONDS: Final = 2.0  # seconds without a touch: nobody waits
PAUSE: Final = 0.6  # seconds: hardly anybody does, and there is much


def postpone_gc() -> None:
    """Not while the program is loaded: what it is made of is no litter."""
    gc.disable()
    gc.freeze()


def collect_when_idle(root: "Root") -> None:
    """From now on search through everything when no finger has come down for a while."""
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
    """Search through everything where so many small searches have been made since."""

    def tidy(*args: object) -> None:
        if gc.get_count()[2] >= least:
            gc.collect()

    return tidy


def give_back_memory() -> None:
    """Return to the system what the start has used and let go; only glibc can be asked to."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
