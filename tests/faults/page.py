"""kiosk/docs/faults.md: the table of what was run, when and how often; each fault in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from companion import __version__
from tests.faults.harness import FAULTS, ROOT, Fault, Tally

PAGE = ROOT / "kiosk" / "docs" / "faults.md"
HEADINGS = (
    *("fault", "cycles", "entries acknowledged", "lost", "wrong scores", "crashes"),
    *("recovery time", "run"),
)
NOT_RUN = ("not run yet", *("-",) * (len(HEADINGS) - 2))
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)

_TEXT = """\
# Faults

![The disk refuses a write: the game goes on](../pictures/table-not-saved.png)

People pull plugs, disks fill up, SD cards wear out, clocks jump, children put both hands on the
screen. A script in `tests/faults/` does each of these to the real program, many times over. An
entry is *acknowledged* once the screen shows it as saved, or a program gets that answer. No
acknowledged entry may be lost, no score may be wrong, and nothing may crash. If bytes of a file are
destroyed, their content may be beyond recovery: then the program reports it, and the table counts
it separately. Recovery times are from our test machine under load and are not a guarantee.

{results}

The harness writes this table, row by row, and each row shows what was actually run:

    .venv/bin/python -m tests.faults                                   # all, a few times each
    .venv/bin/python -m tests.faults kiosk_killed --count 500 --write  # one, into this table
    sh tests/run.sh --long                                             # all, at full count

## What we do, and what the table sees

{words}

[When something goes wrong](trouble.md) explains what to do. In the code: `tests/faults/harness.py`
counts, the recipes are next to it, and `tests/faults/recipes.py` lists them.
"""


def rows_on_page() -> dict[str, tuple[str, ...]]:
    """What earlier runs have found, by the fault's title."""
    text = PAGE.read_text("utf-8").partition("\n## ")[0] if PAGE.exists() else ""
    cells = [tuple(row.split(" | ")) for row in ROW.findall(text)]
    return {row[0]: row[1:] for row in cells[2:] if row[1:] != NOT_RUN}  # below the headings


def row_of(tally: Tally) -> tuple[str, ...]:
    """The row of a run that has just ended."""
    return (*tally.cells, f"{datetime.now(UTC):%Y-%m-%d}, version {__version__}")


def write_page(found: Mapping[str, Tally]) -> None:
    """Put these into the table, by name; what others have found stays."""
    PAGE.write_text(page_with(found), "utf-8")


def page_with(found: Mapping[str, Tally]) -> str:
    """The page as it is when these are in its table."""
    rows = rows_on_page() | {FAULTS[name].title: row_of(tally) for name, tally in found.items()}
    results = [(each.title, *rows.get(each.title, NOT_RUN)) for each in FAULTS.values()]
    words = [(each.title, _done(each), each.sees) for each in FAULTS.values()]
    tables = {
        "results": _table(HEADINGS, results),
        "words": _table(("fault", "what we do", "what the table sees"), words),
    }
    return _TEXT.format(**tables)


def _done(fault: Fault) -> str:
    return " ".join((fault.recipe.__doc__ or "").split())


def _table(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [headings, ("---",) * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
