"""The end of a game as a departure board: what it shows at which moment. Pure.

The player with the least points comes first, source by source, and the winner last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.game.events import ScoreCard
from companion.game.scoring import Ranked

NAMED: Final = 0.25  # seconds from a name to its first number
COUNTED: Final = 0.16  # that a number counts up
RESTS: Final = 0.2  # after the last number of a player
BEFORE_WINNER: Final = 0.5

SOURCES: Final = ("routes", "doubling", "tickets", "globetrotter", "adjustments")


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line: his place, and points by source."""

    place: int
    seat: int
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        """All together."""
        return sum(self.points)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a line shows at a moment: whether the name, the numbers so far, and their sum."""

    named: bool
    points: tuple[int, ...]
    total: int | None


def sources(ranked: Sequence[Ranked]) -> tuple[str, ...]:
    """Where points came from; rulings of the table only where there are any."""
    ruled = any(one.card.adjustments for one in ranked)
    return SOURCES if ruled else SOURCES[:-1]


@dataclass(frozen=True, slots=True)
class Unveiling:
    """The lines of the board, best first."""

    rows: tuple[Row, ...]

    @classmethod
    def of(cls, ranked: Sequence[Ranked]) -> "Unveiling":
        """For a final order."""
        kinds = sources(ranked)
        return cls(tuple(Row(one.place, one.card.seat, _points(one.card, kinds)) for one in ranked))

    @property
    def lasts(self) -> float:
        """Seconds until everything is shown."""
        return self._starts(0) + self._takes

    @property
    def _takes(self) -> float:
        """Seconds for a line."""
        return NAMED + COUNTED * len(self.rows[0].points) + RESTS

    def _starts(self, at: int) -> float:
        """When a line begins: the last one first, and the first after a pause."""
        return (len(self.rows) - 1 - at) * self._takes + (0 if at else BEFORE_WINNER)

    def at(self, seconds: float) -> tuple[Shown, ...]:
        """All lines at a moment."""
        return tuple(
            self._shown(row, seconds - self._starts(at)) for at, row in enumerate(self.rows)
        )

    def _shown(self, row: Row, passed: float) -> Shown:
        if passed < 0:
            return Shown(named=False, points=(), total=None)
        counting = (passed - NAMED) / COUNTED  # so many numbers
        points = tuple(
            round(points * min(1.0, counting - number))
            for number, points in enumerate(row.points)
            if counting > number
        )
        return Shown(named=True, points=points, total=sum(points) if points else None)


def _points(card: ScoreCard, kinds: Sequence[str]) -> tuple[int, ...]:
    return tuple(getattr(card, kind) for kind in kinds)
