"""Tiles take their columns from the room there is."""

import re
from pathlib import Path

import pytest

from kiosk.widgets.tiles import columns

KIOSK = Path(__file__).parents[3] / "kiosk"


@pytest.mark.parametrize(
    ("count", "room", "found"),
    [(0, 776, 1), (1, 776, 1), (8, 776, 4), (9, 776, 5), (9, 432, 3), (4, 432, 2), (5, 100, 1)],
)
def test_as_many_columns_as_fit_in_rows_about_as_long(count: int, room: float, found: int):
    assert columns(count, room, least=140, gap=6) == found


def test_no_rule_says_how_many_columns_a_grid_has_lying_and_upright():
    fixed = re.compile(r"cols: .*\d if app\.upright else \d")
    found = {file.name for file in KIOSK.rglob("*.kv") if fixed.search(file.read_text("utf-8"))}
    assert found <= {"parts.kv"}  # a keypad
