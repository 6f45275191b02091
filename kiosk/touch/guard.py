"""Second taps: a finger that comes down on something else than it meant presses nothing.

Who taps twice by chance, or faster than the screen, would else press what has come under the
finger meanwhile: a button of the next screen, or the same one in the next player's turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from kiosk.widgets.tap import Tappable, Touchable

SETTLES: Final = 0.35  # seconds from a change until a finger means what it sees


@dataclass(frozen=True, slots=True)
class Target:
    """What a finger is on, as far as an eye can tell it from anything else."""

    kind: type
    corner: tuple[int, int]
    size: tuple[int, int]
    says: tuple[str, ...]  # in words and icons

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is within it."""
        (left, bottom), (width, height) = self.corner, self.size
        return left <= x <= left + width and bottom <= y <= bottom + height


class Guard:
    """Knows when the screen or the turn last changed, and what was under fingers before."""

    def __init__(self) -> None:
        self._before: Widget | None = None  # what fingers reached, while it is not long ago
        self._turn: object = None
        self._has_turned = False
        self._tapped: Target | None = None  # with the last touch, while it is not long ago
        self._settling = Settling(self._settle)
        self._forgetting = Settling(self._forget)

    # --- what it is told ---

    def follow_turn(self, turn: object) -> None:
        """Whose turn it is, in which game, after which change: every button means that one."""
        if turn != self._turn:
            self._turn, self._has_turned = turn, True
            self._settling.begin()

    def follow_screen(self, before: Widget | None) -> None:
        """Fingers reach another screen or sheet than before."""
        if not self._settling:
            self._before = before
        self._settling.begin()

    def lifted(self, touch: MotionEvent, front: Widget) -> None:
        """A finger goes up; if it pressed something to the end, that was a tap."""
        if any(isinstance(held(), Tappable) for held in touch.grab_list):
            self._tapped = target_at(front, *touch.opos)
            self._forgetting.begin()

    # --- what it answers ---

    def stops(self, front: Widget, x: float, y: float) -> bool:
        """Whether a finger that comes down there now means something that is no longer there."""
        if self._settling:
            if self._has_turned or self._before is None:
                return True
            return target_at(self._before, x, y) != target_at(front, x, y)
        tapped = self._tapped
        return tapped is not None and tapped.holds(x, y) and tapped != target_at(front, x, y)

    # --- time ---

    def _settle(self) -> None:
        self._before, self._has_turned = None, False

    def _forget(self) -> None:
        self._tapped = None


class Settling:
    """The time from a change on, until it has been on screen for long enough; then `end`."""

    def __init__(self, end: Callable[[], None]) -> None:
        self._seen = Clock.create_trigger(lambda *args: end(), SETTLES)
        self._drawn = Clock.create_trigger(lambda *args: self._seen(), 0)  # in the next frame

    def begin(self) -> None:
        """Something has changed, and is yet to be drawn."""
        self._seen.cancel()
        self._drawn()

    def __bool__(self) -> bool:
        """Whether it goes on."""
        return bool(self._drawn.is_triggered or self._seen.is_triggered)


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
        for name in ("said", "name"):
            said = getattr(part, name, "")
            if isinstance(said, str) and said:
                yield said.casefold()
