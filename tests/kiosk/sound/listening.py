"""How sounds are told apart: by their samples, whatever played or wrote them."""

import math
from collections.abc import Sequence
from itertools import groupby

SILENT = 8  # samples no louder are silence
PAUSE = 2000  # samples of it between two sounds


def likeness(one: Sequence[int], other: Sequence[int]) -> float:
    """1: the same but for its loudness; near 0: nothing in common."""
    both = sum(a * b for a, b in zip(one, other, strict=False))
    return both / math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))


def loudest(samples: Sequence[int]) -> int:
    return max(map(abs, samples))


def apart(samples: Sequence[int]) -> list[list[int]]:
    """The sounds of a recording, without the silence around them."""
    sounds: list[list[int]] = [[]]
    for is_silent, group in groupby(samples, lambda sample: abs(sample) <= SILENT):
        run = list(group)
        if is_silent and len(run) > PAUSE:
            sounds.append([])
        elif sounds[-1] or not is_silent:
            sounds[-1] += run
    return [sound for sound in sounds if sound]
