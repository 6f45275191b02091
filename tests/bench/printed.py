"""The tables that benchmarks print."""

from collections.abc import Sequence


def show(cells: Sequence[str], first: int = 68, others: int = 13) -> None:
    """Print a line of the table, its columns so wide."""
    what, *rest = cells
    print(f"{what:<{first}}" + "".join(f"{cell:>{others}}" for cell in rest), flush=True)
