"""From edges of buttons to meanings: pressed, held, stuck. Pure: times are arguments.

One press is many edges. The first counts immediately, so that there is no delay; any others within
the settle time are bouncing. If a contact settles in another state than it began, that counts at
the end of this time.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import inf
from typing import Final

from companion.game.rulebook import CARDS, MAX_PLAYERS
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    Freed,
    Meaning,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
)

DEBOUNCE_SECONDS: Final = (
    0.025  # seconds: the worst buttons bounce for 20 ms, the quickest press takes 30
)
HOLD_SECONDS: Final = 1.0
STUCK_SECONDS: Final = 5.0

SEATS: Final = tuple(f"seat{number}" for number in range(1, MAX_PLAYERS + 1))
UNDO: Final = "undo"
PUSH: Final = "push"  # the dial's own button
NAMES: Final = (*SEATS, *CARDS, UNDO, PUSH)


@dataclass(frozen=True, slots=True)
class Change:
    """A press or release that counts, after debouncing."""

    down: bool
    time: float


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact of one button: its last raw state, and its debounced state."""

    raw_down: bool = False
    down: bool = False
    settled_at: float = -inf  # bouncing until then

    @property
    def next_deadline(self) -> float | None:
        """When to check again if there is no further edge; None: never."""
        return self.settled_at if self.raw_down != self.down else None

    def advance_to(self, time: float) -> tuple["Contact", tuple[Change, ...]]:
        """Return the contact at that time: it can have settled differently than it began."""
        if self.next_deadline is None or time < self.next_deadline:
            return self, ()
        return self._changed(self.raw_down, self.next_deadline)

    def feed(
        self, down: bool, time: float, *, bounces: bool = True
    ) -> tuple["Contact", tuple[Change, ...]]:
        """Return the contact after an edge, and the changes, including any due before it."""
        contact, before = self.advance_to(time)
        contact = replace(contact, raw_down=down)
        if down == contact.down or time < contact.settled_at:
            return contact, before
        contact, change = contact._changed(down, time, DEBOUNCE_SECONDS if bounces else 0.0)
        return contact, (*before, *change)

    def _changed(
        self, down: bool, time: float, settle: float = DEBOUNCE_SECONDS
    ) -> tuple["Contact", tuple[Change, ...]]:
        return Contact(down, down, time + settle), (Change(down, time),)


class Stage(Enum):
    """The progress of a press."""

    UP = auto()
    DOWN = auto()  # its meaning depends on how long it lasts
    DONE = auto()  # its meaning was delivered
    STUCK = auto()


@dataclass(frozen=True, slots=True)
class Edge:
    """A raw edge of a button; ordered by time, then by name."""

    time: float
    button: str
    down: bool
    began: object = None
    bounces: bool = True  # keys don't bounce: every edge counts, however quick

    @property
    def order(self) -> tuple[float, str]:
        """The sort key: if two buttons are pressed at once, both count."""
        return self.time, self.button


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """One button and the state of its last press."""

    button: str
    since: float
    contact: Contact = Contact()
    stage: Stage = Stage.UP
    began: object = None

    @classmethod
    def already_down(cls, button: str, time: float) -> "ButtonPress":
        """Return a button that was down at the start: not a press, and soon stuck."""
        return cls(button, time, Contact(raw_down=True, down=True), Stage.DONE)

    @property
    def next_deadline(self) -> float | None:
        """When time alone will change it; None: never."""
        times = [self.contact.next_deadline, self._next_stage()]
        return min((time for time in times if time is not None), default=None)

    def _next_stage(self) -> float | None:
        if self.stage is Stage.DOWN:
            return self.since + HOLD_SECONDS
        return self.since + STUCK_SECONDS if self.stage is Stage.DONE else None

    def feed(self, edge: Edge) -> tuple["ButtonPress", list[Meaning]]:
        """Return the button after an edge, and the meanings."""
        contact, changes = self.contact.feed(edge.down, edge.time, bounces=edge.bounces)
        began = edge.began if edge.down and not self.contact.down else self.began
        return replace(self, contact=contact, began=began)._after(changes, edge.time)

    def advance_to(self, time: float) -> tuple["ButtonPress", list[Meaning]]:
        """Return the button at that time, and the meanings due since."""
        contact, changes = self.contact.advance_to(time)
        return replace(self, contact=contact)._after(changes, time)

    def _after(self, changes: Iterable[Change], time: float) -> tuple["ButtonPress", list[Meaning]]:
        press, meanings = self, []
        for change in changes:
            press, waited = press._waited(change.time)
            press, meant = press._pressed(change) if change.down else press._released(change)
            meanings += [*waited, *meant]
        press, waited = press._waited(time)
        return press, [*meanings, *waited]

    def _pressed(self, change: Change) -> tuple["ButtonPress", list[Meaning]]:
        down = replace(self, since=change.time, stage=Stage.DOWN)
        if self.button in SEATS:
            return down, []
        meaning = _AT_ONCE[self.button](change.time, self.began)
        return replace(down, stage=Stage.DONE), [meaning]

    def _released(self, change: Change) -> tuple["ButtonPress", list[Meaning]]:
        up = replace(self, stage=Stage.UP)
        if self.stage is Stage.DOWN:
            seat = SEATS.index(self.button)
            return up, [SeatPressed(seat, time=change.time, began=self.began)]
        if self.stage is Stage.STUCK:
            return up, [Freed(self.button, time=change.time, began=self.began)]
        return up, []

    def _waited(self, time: float) -> tuple["ButtonPress", list[Meaning]]:
        """Apply the hold and stuck deadlines that have passed; it can be both."""
        press, meanings = self, list[Meaning]()
        while (next_deadline := press._next_stage()) is not None and next_deadline <= time:
            if press.stage is Stage.DOWN:
                seat = SEATS.index(self.button)
                meanings.append(SeatHeld(seat, time=next_deadline, began=self.began))
                press = replace(press, stage=Stage.DONE)
            else:
                meanings.append(Stuck(self.button, time=next_deadline, began=self.began))
                press = replace(press, stage=Stage.STUCK)
        return press, meanings


def _card(card: str) -> Callable[[float, object], Meaning]:
    return lambda time, began: CardPressed(card, time=time, began=began)


_AT_ONCE: Final[Mapping[str, Callable[[float, object], Meaning]]] = {
    **{str(card): _card(str(card)) for card in CARDS},
    UNDO: lambda time, began: UndoPressed(time=time, began=began),
    PUSH: lambda time, began: DialPushed(time=time, began=began),
}


class PressTracker:
    """All buttons together: edges in, meanings out, in the order of their times."""

    def __init__(self) -> None:
        self._presses: dict[str, ButtonPress] = {}

    @property
    def down(self) -> frozenset[str]:
        """The buttons that count as pressed."""
        return frozenset(name for name, press in self._presses.items() if press.contact.down)

    def already_down(self, button: str, time: float) -> None:
        """Register a button that was down at the start."""
        self._presses[button] = ButtonPress.already_down(button, time)

    def forget(self, button: str) -> None:
        """Drop the state of a button."""
        self._presses.pop(button, None)

    @property
    def next_deadline(self) -> float | None:
        """When time alone will change something; None: never."""
        times = (press.next_deadline for press in self._presses.values())
        return min((time for time in times if time is not None), default=None)

    def feed(self, edges: Iterable[Edge]) -> list[Meaning]:
        """Return the meanings of these edges."""
        meanings = []
        for edge in sorted(edges, key=lambda edge: edge.order):
            press = self._presses.get(edge.button, ButtonPress(edge.button, edge.time))
            self._presses[edge.button], meant = press.feed(edge)
            meanings += meant
        return meanings

    def advance_to(self, time: float) -> list[Meaning]:
        """Return the meanings that are due by then."""
        meanings = []
        for button, press in sorted(self._presses.items()):
            self._presses[button], meant = press.advance_to(time)
            meanings += meant
        return sorted(meanings, key=lambda meaning: meaning.time)
