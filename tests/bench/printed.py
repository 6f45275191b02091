"""The tables that benchmarks print."""

import os
import platform
from collections.abc import Sequence


def show(cells: Sequence[str], first: int = 68, others: int = 13) -> None:
    """Print a line of the table, its columns so wide."""
    what, *rest = cells
    print(f"{what:<{first}}" + "".join(f"{cell:>{others}}" for cell in rest), flush=True)


def say_machine() -> None:
    """Print what is measured on, and how busy it is."""
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f}")
