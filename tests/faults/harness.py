"""A fault: what is done to the program so many times, and what became of the game, counted."""

from __future__ import annotations

import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from counts import count

ROOT = Path(__file__).parents[2]
MEMORY = Path("/dev/shm")


@dataclass(slots=True)
class Tally:
    """What became of the game, over all times that something was done to it."""

    cycles: int = 0
    acknowledged: int = 0  # entries that somebody was told are kept
    lost: int = 0  # of those
    wrong: int = 0  # scores that were shown or stored, and are not those of the entries
    reported: int = 0  # entries whose bytes were destroyed, and that were reported as lost
    crashes: int = 0  # ends that nobody asked for, and tracebacks
    back: list[float] = field(default_factory=list)  # seconds until the game went on, each time

    @property
    def is_well(self) -> bool:
        """Whether nothing happened that must not."""
        return not (self.lost or self.wrong or self.crashes)

    @property
    def cells(self) -> tuple[str, ...]:
        """Its row of the table."""
        lost = f"{self.lost:,}" + (f" ({self.reported:,} reported)" if self.reported else "")
        counts = (self.cycles, self.acknowledged, lost, self.wrong, self.crashes)
        cells = (count if isinstance(count, str) else f"{count:,}" for count in counts)
        return (*cells, self._back)

    @property
    def _back(self) -> str:
        if not self.back:
            return "at once"
        return f"{median(self.back):.1f} s, at most {max(self.back):.1f} s"

    def checked(self, acknowledged: int, kept: int) -> None:
        """So many entries were acknowledged, and so many of the same game are there."""
        self.acknowledged += acknowledged
        self.lost += max(0, acknowledged - kept)


Recipe = Callable[[Tally, Path, int], None]  # in this folder, so many times


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that may happen, and what the table sees of it."""

    name: str
    title: str
    sees: str
    recipe: Recipe
    few: int
    all_of_it: int

    @property
    def times(self) -> int:
        """How often it is done, unless somebody says otherwise."""
        return count(self.name.upper(), self.few, self.all_of_it)

    def done(self, times: int) -> Tally:
        """Do it so many times, in a folder of its own; less often where Ctrl-C ends it."""
        tally, parent = Tally(), MEMORY if MEMORY.is_dir() else None
        with (
            tempfile.TemporaryDirectory(prefix="stationmaster-fault-", dir=parent) as folder,
            interruptible(),
        ):
            self.recipe(tally, Path(folder), times)
        return tally


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C ends it, also where a program under test hears of it first and ends by itself."""
    is_ended = False

    def end(*args: object) -> None:
        nonlocal is_ended
        is_ended = True
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    except (KeyboardInterrupt, Exception):
        if not is_ended:
            raise
    finally:
        signal.signal(signal.SIGINT, before)


FAULTS: dict[str, Fault] = {}


def fault(title: str, *, sees: str, few: int, all_of_it: int) -> Callable[[Recipe], Recipe]:
    """Put a recipe on the list, under its own name."""

    def listed(recipe: Recipe) -> Recipe:
        name = recipe.__name__
        FAULTS[name] = Fault(name, title, sees, recipe, few, all_of_it)
        return recipe

    return listed


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._from = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._from
