"""One press of a button is many edges: which of them count. Pure: times come in as arguments.

The first edge counts at once, so that a press is felt without delay; whatever follows within the
settle time is bouncing. A contact that settles otherwise than it began counts when that time ends.
"""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

SETTLE: Final = 0.025  # seconds: the worst buttons bounce for 20 ms, the quickest press takes 30


@dataclass(frozen=True, slots=True)
class Change:
    """A press or a release that counts."""

    down: bool
    time: float


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact of one button: as last heard, and as it counts."""

    heard_down: bool = False
    down: bool = False
    settles: float = -inf  # bouncing until then

    @property
    def due(self) -> float | None:
        """When it is to be looked at again if nothing more is heard; None: need not be."""
        return self.settles if self.heard_down != self.down else None

    def until(self, time: float) -> tuple["Contact", tuple[Change, ...]]:
        """As it counts by then: it may have settled otherwise than it began."""
        if self.due is None or time < self.due:
            return self, ()
        return self._changed(self.heard_down, self.due)

    def heard(self, down: bool, time: float) -> tuple["Contact", tuple[Change, ...]]:
        """After an edge; where nobody looked in time, what was due before it comes first."""
        contact, before = self.until(time)
        contact = replace(contact, heard_down=down)
        if down == contact.down or time < contact.settles:
            return contact, before
        contact, change = contact._changed(down, time)
        return contact, (*before, *change)

    def _changed(self, down: bool, time: float) -> tuple["Contact", tuple[Change, ...]]:
        return Contact(down, down, time + SETTLE), (Change(down, time),)
