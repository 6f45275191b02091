"""Where and when something was closed by a tap, to ignore repeated taps there."""

from dataclasses import dataclass
from typing import Final

REPEAT_TAP_INTERVAL: Final = 1.0  # seconds: another tap in the same place so soon is a repeat


@dataclass(frozen=True, slots=True)
class RecentClose:
    corner: tuple[float, float]
    size: tuple[float, float]
    at: float

    def is_meant_at(self, x: float, y: float, now: float) -> bool:
        """Whether a tap at this point and time is still meant to close it."""
        (left, bottom), (width, height) = self.corner, self.size
        inside = left <= x <= left + width and bottom <= y <= bottom + height
        return inside and now - self.at < REPEAT_TAP_INTERVAL
