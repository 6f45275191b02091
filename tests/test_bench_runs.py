import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NUMBERS = re.compile(r"\s(\d+\.\d)\s+(\d+\.\d)\s+(\d+\.\d\d)\s+(\S.*?)\s+(yes|NO|-)$")


def test_the_benchmark_fills_its_table(tmp_path):
    quick = ["--repeat", "1", "--games", "3", "--dir", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.referee", *quick],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    _, _, *lines = [line for line in run.stdout.splitlines() if "REAL DISK" not in line]
    rows = [NUMBERS.search(line) for line in lines]
    assert all(rows), run.stdout
    assert all(float(number) > 0 for row in rows for number in row.groups()[:3])
    with_target = [line[:3] for line, row in zip(lines, rows, strict=True) if row[5] != "-"]
    assert sorted(set(with_target)) == ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)", "(g)"]
    assert not list(tmp_path.iterdir())


def test_the_benchmark_of_past_games_fills_its_table(tmp_path):
    quick = ["--repeat", "1", "--games", "6", "--dir", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.history", *quick],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    rows = [NUMBERS.search(line) for line in run.stdout.splitlines()[2:]]
    assert all(rows), run.stdout
    assert all(float(number) > 0 for row in rows for number in row.groups()[:3])
    assert sum(row[5] != "-" for row in rows) == 4
    assert not list(tmp_path.iterdir())
