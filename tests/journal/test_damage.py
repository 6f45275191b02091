"""Whatever happens to the file: the same game or a clear report, never a wrong score.

STATIONMASTER_DAMAGE sets how often each kind of damage is done at most.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from counts import spread
from damage import DAMAGE, STATE, Harm, TwoGames, cut, flip_a_bit, harmed, judge
from program import run_process
from scripts import shown

# In the file's header: formats, schema format, vacuum, encoding, version, counters of changes.
HEADER = [*range(18, 21), *range(24, 32), *range(44, 48), *range(52, 68), *range(92, 100)]


def test_any_flipped_bit_of_the_header_gives_the_same_game_or_a_report(
    two_games: TwoGames, scratch: Path
):
    for at, bit in spread(list(product(HEADER, range(8))), DAMAGE):
        path = scratch / f"{at}-{bit}.db"
        data = bytearray(two_games.data)
        data[at] ^= 1 << bit
        path.write_bytes(data)
        is_newer = version(data) > version(two_games.data)
        assert (judge(path, two_games) == "refused") == is_newer, (at, bit)


def version(data: bytes) -> int:
    """What the header says that the file's version is; some flips make it a negative one."""
    return int.from_bytes(data[60:64], signed=True)


@pytest.mark.parametrize("harm", [flip_a_bit, cut], ids=["flip", "cut"])
def test_the_real_process_reports_on_standard_error_and_plays_on(
    two_games: TwoGames, db: Path, harm: Harm
):
    numbers = iter(range(100))
    opened = None
    while opened is None or not opened.err:  # some flips hit nothing
        data = harmed(two_games.data, harm, next(numbers))
        db.write_bytes(data)
        opened = run_process(db, STATE, {"do": "games"})
    assert opened.code == 0
    assert "Traceback" not in opened.err
    assert "The log was damaged" in opened.err
    assert Path(f"{db}.damaged-1").read_bytes() == data
    state = opened.answers[0]
    if state["ok"]:
        assert shown(state) == two_games.games[state["game"]].states[state["seq"]]
    assert run_process(db, STATE).err == ""


def test_no_file_of_another_kind_is_overwritten_or_taken_for_an_empty_log(db: Path):
    letter = b"Dear Anna, this is not a database.\n" * 300
    db.write_bytes(letter)
    opened = run_process(db, STATE)
    assert (opened.code, opened.answers[0]["code"]) == (0, "no_game")
    assert "No game could be recovered" in opened.err
    assert Path(f"{db}.damaged-1").read_bytes() == letter
