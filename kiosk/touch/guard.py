"""Ignores taps on a control that has just replaced the intended one.

After a change that a finger made, only bounces are ignored: a second tap on the same control if it
now means another turn, or near the same point if another control is there now. A tap elsewhere, or
on a control that was next to the first one all along, is intended, however fast. A change made by a
phone or a hardware button comes as a surprise, so any tap is ignored if the control under it has
changed.
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

SETTLE_SECONDS: Final = 0.35  # seconds after a change until taps are trusted
BOUNCE_MM: Final = 6  # maximum distance from a tap to its bounce in millimetres


@dataclass(frozen=True, slots=True)
class Target:
    """A control, identified by its type, position, size and texts."""

    kind: type
    corner: tuple[int, int]
    size: tuple[int, int]
    says: tuple[str, ...]  # its texts and icons


@dataclass(frozen=True, slots=True)
class FingerPress:
    """A press: the control, the turn, and the controls next to it."""

    finger: int
    target: Target
    at: tuple[float, float]
    turn: object
    beside: frozenset[Target]

    def is_near(self, x: float, y: float) -> bool:
        """Whether a bounce of this press could be at this point."""
        return math.dist(self.at, (x, y)) <= _reach()


class TapGuard:
    """Remembers the last tap, and changes since then that no tap made."""

    def __init__(self) -> None:
        self._before: Widget | None = None  # the layer before a recent change
        self._turn: object = None
        self._has_turned = False
        self._down: FingerPress | None = None  # the current press
        self._tapped: FingerPress | None = None  # the last tap, if recent
        self._dismissed: RecentClose | None = None  # a message just dismissed by a tap
        self._settling = SettleTimer(self._settle)  # after a change not made by a finger
        self._forgetting = SettleTimer(self._forget)  # after a tap and the change that it made

    # --- notifications ---

    def follow_turn(self, turn: object) -> None:
        """Set the turn that all buttons refer to: the game and its last change."""
        if turn != self._turn:
            self._turn = turn
            if not self._is_by_finger():
                self._has_turned = True
                self._settling.begin()

    def follow_screen(self, before: Widget | None) -> None:
        """Another screen or sheet is in front now; `before` was until now."""
        if not self._is_by_finger():
            if not self._settling:
                self._before = before
            self._settling.begin()

    def pressed(self, touch: MotionEvent, front: Widget) -> None:
        """Record an accepted touch."""
        target = target_at(front, *touch.pos)
        self._down = None
        if target is not None:
            beside = frozenset(_beside(front, *touch.pos))
            self._down = FingerPress(touch.uid, target, touch.pos, self._turn, beside)

    def lifted(self, touch: MotionEvent) -> None:
        """Record a tap, unless the touch dragged something."""
        press = self._down
        if press is None or press.finger != touch.uid:
            return
        self._down = None
        if DRAGGED not in touch.ud:
            self._remember(press)

    def dismissed(self, corner: tuple[float, float], size: tuple[float, float]) -> None:
        """Record a dismissed message: a second tap there must not reach the control below."""
        self._dismissed = RecentClose(corner, size, Clock.get_time())

    # --- queries ---

    def stops(self, front: Widget, x: float, y: float) -> bool:
        """Whether a touch here, now, is meant for a control that is no longer there."""
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
            return tapped.turn != self._turn  # a second press would count for the next turn
        return tapped.is_near(x, y) and target not in tapped.beside

    def _is_by_finger(self) -> bool:
        """Whether a finger made the current change: one that is down, or has just tapped."""
        if self._down is not None:
            self._remember(self._down)
        return self._forgetting.is_drawn_later

    def _remember(self, press: FingerPress) -> None:
        self._tapped = press
        self._forgetting.begin()

    # --- timers ---

    def _settle(self) -> None:
        self._before, self._has_turned = None, False

    def _forget(self) -> None:
        self._tapped = None


class SettleTimer:
    """Runs from a change until it has been visible long enough; then calls `end`."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._seen = Clock.create_trigger(lambda *args: end(), SETTLE_SECONDS)
        self._drawn = Clock.create_trigger(lambda *args: self._seen(), 0)  # in the next frame

    def begin(self) -> None:
        """Restart after a change that is not drawn yet."""
        self._seen.cancel()
        self._drawn()

    @property
    def is_drawn_later(self) -> bool:
        """Whether the change is not drawn yet."""
        return bool(self._drawn.is_triggered)

    def __bool__(self) -> bool:
        """Whether it is running."""
        return bool(self._drawn.is_triggered or self._seen.is_triggered)


def _reach() -> float:
    """Return the maximum distance of a bounce in pixels."""
    return BOUNCE_MM * UNIT_PER_MM * running_app().unit


def _beside(layer: Any, x: float, y: float) -> Iterator[Target]:
    """Yield the controls within the distance of a bounce."""
    reach = _reach()
    for right in (-reach, 0, reach):
        for up in (-reach, 0, reach):
            target = target_at(layer, x + right, y + up) if right or up else None
            if target is not None:
                yield target


def target_at(layer: Any, x: float, y: float) -> Target | None:
    """Return the control at this point."""
    found = _reached(layer, x, y)
    if found is None:
        return None
    corner, size = tuple(map(round, found.pos)), tuple(map(round, found.size))
    return Target(type(found), corner, size, tuple(_said(found)))


def _reached(layer: Any, x: float, y: float) -> Any:
    if not layer.collide_point(x, y):
        return None
    for child in layer.children:  # topmost first
        found = _reached(child, x, y)
        if found is not None:
            return found
    return layer if isinstance(layer, Touchable) and not layer.disabled else None


def _said(button: Any) -> Iterator[str]:
    """Yield the texts of a button; casefolded, because Shift changes the keyboard's letters."""
    for part in button.walk(restrict=True):
        for name in ("content", "name"):
            said = getattr(part, name, "")
            if isinstance(said, str) and said:
                yield said.casefold()
