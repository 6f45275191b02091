"""Whatever is done to the program: nothing is lost, no score is wrong, nothing crashes."""

import contextlib
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.harness import Fault, Tally
from tests.faults.kiosk_killed import Evening
from tests.faults.page import PAGE, page_with, rows_on_page
from tests.faults.recipes import FAULTS

ROOT = Path(__file__).parents[2]
ALONE = "monkey_touches"  # it looks for what is kept in memory, and other tests keep things too


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
def test_a_monkey_breaks_nothing():
    command = [sys.executable, "-m", "tests.faults", ALONE]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("name", [name for name in FAULTS if name != ALONE])
def test_a_fault_loses_nothing(name: str):
    fault = FAULTS[name]
    tally = fault.done(fault.times)
    assert tally.is_well, tally
    assert tally.cycles >= 0.9 * fault.times  # a log has as many bytes as it has
    assert tally.acknowledged, tally


def test_an_entry_that_is_gone_is_counted_as_lost(tmp_path: Path):
    tally = Tally()
    evening = Evening(tmp_path / "games.db", tally)
    evening._acknowledged = 3
    evening.check_file()
    assert (tally.lost, tally.wrong, tally.is_well) == (2, 0, False)


def test_a_game_that_is_another_is_counted_as_wrong(tmp_path: Path):
    tally = Tally()
    evening = Evening(tmp_path / "games.db", tally)
    evening._check({"seq": 1, "scores": [0, 0, 7, 0, 0], "half": None})
    assert (tally.lost, tally.wrong, tally.is_well) == (0, 1, False)


def test_what_was_counted_until_ctrl_c_counts_also_where_the_program_heard_of_it_first():
    def recipe(counted: Tally, folder: Path, times: int) -> None:
        counted.cycles = 3
        with contextlib.suppress(KeyboardInterrupt):  # as a referee does that runs in this process
            signal.raise_signal(signal.SIGINT)
        raise ValueError("it has answered nothing")

    tally = Fault("ended", "Ended", "", recipe, 1, 1).done(1)
    assert tally.cycles == 3


def test_what_fails_by_itself_is_not_taken_for_ctrl_c():
    def recipe(counted: Tally, folder: Path, times: int) -> None:
        raise ValueError("it has answered nothing")

    with pytest.raises(ValueError, match="answered"):
        Fault("ended", "Ended", "", recipe, 1, 1).done(1)


# --- the page ---


def test_every_fault_has_its_row_and_its_words():
    assert set(rows_on_page()) <= {fault.title for fault in FAULTS.values()}
    assert PAGE.read_text("utf-8") == page_with({})


def test_no_row_tells_of_anything_lost():
    rows = rows_on_page().values()
    assert len(rows) > 20
    assert {(row[2].partition(" (")[0], *row[3:5]) for row in rows} == {("0", "0", "0")}
