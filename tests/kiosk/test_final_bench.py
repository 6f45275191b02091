import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_end_of_a_game_is_measured_against_a_bare_chart(tmp_path):
    quick = ["--repeat", "1", "--count", "1", "--dir", str(tmp_path)]
    run = subprocess.run(
        [sys.executable, "-m", "tests.bench.final", *quick],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    _, *lines = run.stdout.splitlines()
    row = re.compile(r"([\d.]+) ms +([\d.]+) ms +([\d.]+) +<= 1.5 +(yes|NO)$")
    rows = [row.search(line) for line in lines]
    assert len(rows) == 2
    assert all(rows), run.stdout
    assert all(float(number) > 0 for row in rows for number in row.groups()[:3])
    assert not list(tmp_path.iterdir())
