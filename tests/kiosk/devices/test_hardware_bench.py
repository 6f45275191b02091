"""The benchmark of buttons and displays fills its table, if only with few of each."""

import re
from pathlib import Path

import pytest
from benches import printed
from counts import LONG

FEW = ("--repeat", "1", "--presses", "1", "--games", "1", "--redraws", "2")
ROW = re.compile(r"([\d.]+) (?:ms|B/s) +([\d.]+) (?:ms|B/s) +([\d.]+) +(<= [\d.]+|-) +(yes|NO|-)$")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("letter", "rows"), [("a", 3), ("b", 4), ("c", 1), ("d", 8)] if LONG else [("a", 3)]
)
def test_the_benchmark_of_buttons_and_displays_fills_its_table(
    letter: str, rows: int, tmp_path: Path
):
    _, *lines = printed("hardware", *FEW, "--only", letter, "--dir", str(tmp_path))
    found = [ROW.search(line) for line in lines]
    assert all(found), lines
    assert len(found) == rows
    assert all(float(number) > 0 for row in found if row for number in row.groups()[:2])
    assert not list(tmp_path.iterdir())
