"""Memory: Python's search for litter, made while nobody waits for the screen; giving back.

Left to itself the search comes after so many new objects, which is in the midst of a touch: with
all the widgets there are it then holds everything up for a quarter of a second, at every third
claim.
"""

import contextlib
import ctypes
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kiosk.touch.root import Root

QUIET: Final = 2.0  # seconds without a touch: nobody waits
_WORTH_IT: Final = 10  # small searches since the last through everything, as Python has it too
LITTERED: Final = 100  # of them, when it can wait no longer: about 100 MB of litter


def put_off() -> None:
    """Not while the program is loaded: what it is made of is no litter."""
    gc.disable()
    gc.freeze()


def tidy_in_quiet(root: "Root") -> None:
    """From now on search through everything when no finger has come down for a while."""
    from kivy.clock import Clock

    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], LITTERED)
    gc.enable()
    tidy = Clock.create_trigger(_tidy, QUIET)

    def wait(*args: object) -> None:
        tidy.cancel()
        tidy()

    root.bind(on_touched=wait)
    wait()


def _tidy(*args: object) -> None:
    if gc.get_count()[2] >= _WORTH_IT:
        gc.collect()


def give_back_memory() -> None:
    """Return to the system what the start has used and let go; only glibc can be asked to."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
