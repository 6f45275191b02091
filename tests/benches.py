"""Runs a benchmark as people do, only shorter."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def printed(name: str, *options: str) -> list[str]:
    """The lines that a benchmark prints, without those about the machine."""
    run = subprocess.run(
        [sys.executable, "-m", f"tests.bench.{name}", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "Traceback" not in run.stderr, run.stderr
    _, *lines = [line for line in run.stdout.splitlines() if "REAL DISK" not in line]
    return lines
