"""How the benchmark measures: both sides in turns, medians, and a line of the table for each."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from companion.game.board.board import Board

Contender = Callable[[], list[float]]  # one repetition: seconds for each operation


@dataclass(frozen=True, slots=True)
class Setting:
    """What all measurements share."""

    board: Board
    folder: Path
    repeat: int
    games: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    what: str
    yardstick: float
    ours: float
    target: float | None = None
    faster: bool = False  # the target is how many times faster, not how many times the cost

    @property
    def ratio(self) -> float:
        return self.yardstick / self.ours if self.faster else self.ours / self.yardstick

    @property
    def cells(self) -> tuple[str, ...]:
        target, met = "-", "-"
        if self.target is not None:
            good = self.ratio >= self.target if self.faster else self.ratio <= self.target
            target = f"{'>=' if self.faster else '<='} {self.target:g}"
            met = "yes" if good else "NO"
        times = [f"{seconds * 1e6:.1f}" for seconds in (self.yardstick, self.ours)]
        return (self.what, *times, f"{self.ratio:.2f}", target, met)


def medians(repeat: int, *contenders: Contender) -> list[float]:
    """What an operation of each costs, measured in turns: the median of each, then their mean."""
    times: list[list[list[float]]] = [[] for _ in contenders]
    for turn in range(repeat + 1):
        for number, contender in enumerate(contenders):
            gc.collect()  # nobody pays for what another has left behind
            taken = contender()
            if turn:  # the first is to warm up
                times[number].append(taken)
    return [mean([median(same) for same in zip(*taken, strict=True)]) for taken in times]


def timed(call: Callable[..., object], *arguments: object) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    call(*arguments)
    return time.perf_counter() - start
