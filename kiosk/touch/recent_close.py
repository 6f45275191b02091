"""Where something was closed by a tap: another tap there, soon after, still means that."""

from dataclasses import dataclass
from typing import Final

REPEAT_TAP_INTERVAL: Final = 1.0  # seconds: a tap so soon after another at its place repeats that


@dataclass(frozen=True, slots=True)
class RecentClose:
    """Where something was closed, and when."""

    corner: tuple[float, float]
    size: tuple[float, float]
    at: float

    def is_meant_at(self, x: float, y: float, now: float) -> bool:
        """Whether a finger that comes down there still means to close it."""
        (left, bottom), (width, height) = self.corner, self.size
        inside = left <= x <= left + width and bottom <= y <= bottom + height
        return inside and now - self.at < REPEAT_TAP_INTERVAL
