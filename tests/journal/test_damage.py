"""Whatever happens to the file: the same game or a clear report, never a wrong score.

STATIONMASTER_DAMAGE sets how often each kind of damage is done at most.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from counts import spread
from damage import DAMAGE, STATE, TwoGames, judge
from program import run_process
from scripts import shown

Harm = Callable[[random.Random, bytearray], None]

PAGE = 4096
# In the file's header: formats, schema format, vacuum, encoding, version, counters of changes.
HEADER = [*range(18, 21), *range(24, 32), *range(44, 48), *range(52, 68), *range(92, 100)]


def flip_a_bit(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def overwrite_a_byte(rng: random.Random, data: bytearray) -> None:
    at = rng.randrange(len(data))
    data[at] = (data[at] + rng.randrange(1, 256)) % 256


def cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(1, len(data)) :]


def cut_between_pages(rng: random.Random, data: bytearray) -> None:
    del data[PAGE * rng.randrange(1, len(data) // PAGE) :]


def zero_a_stretch(rng: random.Random, data: bytearray) -> None:
    length = rng.choice((512, PAGE, 5 * PAGE))
    at = rng.randrange(0, len(data), 512)
    data[at : at + length] = bytes(len(data[at : at + length]))


def swap_two_pages(rng: random.Random, data: bytearray) -> None:
    one, other = (PAGE * page for page in rng.sample(range(len(data) // PAGE), 2))
    first, second = data[one : one + PAGE], data[other : other + PAGE]
    data[one : one + PAGE], data[other : other + PAGE] = second, first


HARMS = [
    (flip_a_bit, 300),
    (overwrite_a_byte, 100),
    (cut, 200),
    (cut_between_pages, 40),
    (zero_a_stretch, 60),
    (swap_two_pages, 60),
]


def damaged(two_games: TwoGames, harm: Harm, number: int) -> bytearray:
    data = bytearray(two_games.data)
    harm(random.Random(f"{harm.__name__} {number}"), data)
    return data


@pytest.mark.parametrize(("harm", "times"), HARMS, ids=[harm.__name__ for harm, _ in HARMS])
def test_a_damaged_file_gives_the_same_game_or_a_report(
    two_games: TwoGames, scratch: Path, harm: Harm, times: int
):
    verdicts: Counter[str] = Counter()
    times = min(times, DAMAGE)
    for number in range(times):
        path = scratch / f"{number}.db"
        path.write_bytes(damaged(two_games, harm, number))
        verdicts[judge(path, two_games)] += 1
        for file in scratch.iterdir():
            file.unlink()
    assert verdicts["recovered"] > times // 8, verdicts


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
        data = damaged(two_games, harm, next(numbers))
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
