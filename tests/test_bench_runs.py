import re

from benches import printed

NUMBERS = re.compile(r"\s(\d+\.\d)\s+(\d+\.\d)\s+(\d+\.\d\d)\s+(\S.*?)\s+(yes|NO|-)$")


def rows_of(lines: list[str]) -> list[re.Match[str]]:
    """The numbers of every line of a table, all of them measured."""
    rows = [NUMBERS.search(line) for line in lines]
    assert all(rows), lines
    assert all(float(number) > 0 for row in rows for number in row.groups()[:3])
    return rows


def test_the_benchmark_fills_its_table(tmp_path):
    _, *lines = printed("referee", "--repeat", "1", "--games", "3", "--dir", str(tmp_path))
    rows = rows_of(lines)
    with_target = [line[:3] for line, row in zip(lines, rows, strict=True) if row[5] != "-"]
    assert sorted(set(with_target)) == ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)"]
    assert not list(tmp_path.iterdir())


def test_the_benchmark_of_past_games_fills_its_table(tmp_path):
    _, *lines = printed("history", "--repeat", "1", "--games", "6", "--dir", str(tmp_path))
    assert sum(row[5] != "-" for row in rows_of(lines)) == 4
    assert not list(tmp_path.iterdir())
