"""python -m tests.faults [NAME...] [--count N] [--write]: do it, and print what became of it.

Ctrl-C ends the one that is being done; what it has found until then counts.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTEST = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
sys.path[:0] = [str(ROOT / folder) for folder in PYTEST["ini_options"]["pythonpath"]]

import pytest  # noqa: E402
from interrupting import heed_interrupts  # noqa: E402

from tests.bench import printed  # noqa: E402
from tests.faults.page import HEADINGS, write_page  # noqa: E402
from tests.faults.recipes import FAULTS, Tally  # noqa: E402


def show(*cells: str) -> None:
    """A line of the table."""
    printed.show(cells, first=44, others=13)


def main() -> int:
    """Do all that was asked for; 1 where anything was lost, wrong or crashed."""
    parser = argparse.ArgumentParser(description=__doc__.partition(": ")[2])
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FAULTS))
    parser.add_argument("--count", type=int, metavar="N", help="how often, each")
    parser.add_argument("--write", action="store_true", help="put it into kiosk/docs/faults.md")
    options = parser.parse_args()
    if unknown := set(options.names) - FAULTS.keys():
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    heed_interrupts()
    show(*HEADINGS[:-1])
    found: dict[str, Tally] = {}
    for name in options.names or FAULTS:
        fault = FAULTS[name]
        try:
            found[name] = fault.done(options.count or fault.times)
        except pytest.skip.Exception as missing:
            show(fault.title, f"not here: {missing}")
            continue
        show(fault.title, *found[name].cells)
        if options.write and found[name].is_well:
            write_page({name: found[name]})
    return 0 if all(tally.is_well for tally in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
