"""How often something is tried: a few times in every run, all of it in a long one.

STATIONMASTER_LONG=1 makes a run long, as `sh tests/run.sh --long` does; the variable of a count,
STATIONMASTER_FUZZ say, sets that one alone.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")

LONG = os.environ.get("STATIONMASTER_LONG", "") not in ("", "0")


def count(name: str, few: int, all_of_it: int) -> int:
    """How often, unless its variable says otherwise."""
    return int(os.environ.get(f"STATIONMASTER_{name}") or (all_of_it if LONG else few))


def spread(cases: Sequence[Case], most: int) -> list[Case]:
    """So many of them at most, evenly spread; the first and the last are always there."""
    if len(cases) <= most:
        return list(cases)
    return [cases[at * (len(cases) - 1) // max(most - 1, 1)] for at in range(most)]
