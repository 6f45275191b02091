"""Second taps: a finger that comes down on something else than it meant presses nothing.

What a finger changed itself, it knows of: only a bounce is stopped then. That is a second tap on
the same control, which means the next player's turn by now, or at the same place, where another
control is by now. Whoever taps elsewhere, or on what was beside it all the while, has moved the
finger there, and means what is there, however fast. What a phone or a button on the box changed,
nobody who is about to tap has seen: then whatever is not the same under the finger is stopped.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from kiosk.appearance.theme import UNIT_PER_MM
from kiosk.running import running_app
from kiosk.touch.recent_close import RecentClose
from kiosk.widgets.tap import DRAGGED, Touchable

SETTLE_SECONDS: Final = 0.35  # seconds from a change until a finger means what it sees
BOUNCE_MM: Final = 6  # millimetres from a tap to where its bounce comes down, at the most


@dataclass(frozen=True, slots=True)
class Target:
    """What a finger is on, as far as an eye can tell it from anything else."""

    kind: type
    corner: tuple[int, int]
    size: tuple[int, int]
    says: tuple[str, ...]  # in words and icons


@dataclass(frozen=True, slots=True)
class FingerPress:
    """What a finger came down on, in which turn, and what it could have been as well."""

    finger: int
    target: Target
    at: tuple[float, float]
    turn: object
    beside: frozenset[Target]

    def is_near(self, x: float, y: float) -> bool:
        """Whether a bounce of this finger may come down there."""
        return math.dist(self.at, (x, y)) <= _reach()


class TapGuard:
    """Knows what was tapped last, and what has changed since without a tap."""

    def __init__(self) -> None:
        self._before: Widget | None = None  # what fingers reached, while it is not long ago
        self._turn: object = None
        self._has_turned = False
        self._down: FingerPress | None = None  # by the last finger that came, until it is lifted
        self._tapped: FingerPress | None = None  # while it is not long ago
        self._dismissed: RecentClose | None = None  # a message that was put away by a tap
        self._settling = SettleTimer(self._settle)  # after a change that no finger made
        self._forgetting = SettleTimer(self._forget)  # after a tap, and what it changed

    # --- what it is told ---

    def follow_turn(self, turn: object) -> None:
        """Whose turn it is, in which game, after which change: every button means that one."""
        if turn != self._turn:
            self._turn = turn
            if not self._is_by_finger():
                self._has_turned = True
                self._settling.begin()

    def follow_screen(self, before: Widget | None) -> None:
        """Fingers reach another screen or sheet than before."""
        if not self._is_by_finger():
            if not self._settling:
                self._before = before
            self._settling.begin()

    def pressed(self, touch: MotionEvent, front: Widget) -> None:
        """A finger comes down, and is not stopped."""
        target = target_at(front, *touch.pos)
        self._down = None
        if target is not None:
            beside = frozenset(_beside(front, *touch.pos))
            self._down = FingerPress(touch.uid, target, touch.pos, self._turn, beside)

    def lifted(self, touch: MotionEvent) -> None:
        """A finger goes up; if it moved nothing, that was a tap."""
        press = self._down
        if press is None or press.finger != touch.uid:
            return
        self._down = None
        if DRAGGED not in touch.ud:
            self._remember(press)

    def dismissed(self, corner: tuple[float, float], size: tuple[float, float]) -> None:
        """A message was put away: a second tap there is no tap on what it had covered."""
        self._dismissed = RecentClose(corner, size, Clock.get_time())

    # --- what it answers ---

    def stops(self, front: Widget, x: float, y: float) -> bool:
        """Whether a finger that comes down there now means something that is no longer there."""
        if self._settling:
            if self._has_turned or self._before is None:
                return True
            if target_at(self._before, x, y) != target_at(front, x, y):
                return True
        if self._dismissed is not None and self._dismissed.is_meant_at(x, y, Clock.get_time()):
            return True
        return self._tapped is not None and self._is_bounce(self._tapped, front, x, y)

    def _is_bounce(self, tapped: FingerPress, front: Widget, x: float, y: float) -> bool:
        target = target_at(front, x, y)
        if target == tapped.target:
            return tapped.turn != self._turn  # pressed anew it would mean the next one
        return tapped.is_near(x, y) and target not in tapped.beside

    def _is_by_finger(self) -> bool:
        """Whether a change is a finger's doing: one that holds something, or has just tapped."""
        if self._down is not None:
            self._remember(self._down)
        return self._forgetting.is_drawn_later

    def _remember(self, press: FingerPress) -> None:
        self._tapped = press
        self._forgetting.begin()

    # --- time ---

    def _settle(self) -> None:
        self._before, self._has_turned = None, False

    def _forget(self) -> None:
        self._tapped = None


class SettleTimer:
    """The time from a change on, until it has been on screen for long enough; then `end`."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._seen = Clock.create_trigger(lambda *args: end(), SETTLE_SECONDS)
        self._drawn = Clock.create_trigger(lambda *args: self._seen(), 0)  # in the next frame

    def begin(self) -> None:
        """Something has changed, and is yet to be drawn."""
        self._seen.cancel()
        self._drawn()

    @property
    def is_drawn_later(self) -> bool:
        """Whether nobody can have seen yet what has changed."""
        return bool(self._drawn.is_triggered)

    def __bool__(self) -> bool:
        """Whether it goes on."""
        return bool(self._drawn.is_triggered or self._seen.is_triggered)


def _reach() -> float:
    """How far from a tap its bounce comes down, at the most."""
    return BOUNCE_MM * UNIT_PER_MM * running_app().unit


def _beside(layer: Any, x: float, y: float) -> Iterator[Target]:
    """What is around a finger, as far as a bounce goes."""
    reach = _reach()
    for right in (-reach, 0, reach):
        for up in (-reach, 0, reach):
            target = target_at(layer, x + right, y + up) if right or up else None
            if target is not None:
                yield target


def target_at(layer: Any, x: float, y: float) -> Target | None:
    """What a finger there would touch."""
    found = _reached(layer, x, y)
    if found is None:
        return None
    corner, size = tuple(map(round, found.pos)), tuple(map(round, found.size))
    return Target(type(found), corner, size, tuple(_said(found)))


def _reached(layer: Any, x: float, y: float) -> Any:
    if not layer.collide_point(x, y):
        return None
    for child in layer.children:  # the topmost first
        found = _reached(child, x, y)
        if found is not None:
            return found
    return layer if isinstance(layer, Touchable) and not layer.disabled else None


def _said(button: Any) -> Iterator[str]:
    """A letter of a keyboard is the same in either case."""
    for part in button.walk(restrict=True):
        for name in ("content", "name"):
            said = getattr(part, name, "")
            if isinstance(said, str) and said:
                yield said.casefold()
