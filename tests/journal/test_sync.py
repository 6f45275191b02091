"""Every entry is synced to disk once, before its answer is written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from program import Process
from scripts import random_game

SYNC = re.compile(r"\b(?:fdatasync|fsync)\(\d+<([^>]*)>")
ANSWER = re.compile(r'\bwrite\(1<[^>]*>, "\{\\"ok\\": (true|false)')
GAME = random_game(60)

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="strace is not installed: apt-get install strace"
)


def trace(db: Path) -> list[str]:
    """What the process synced ("-wal", "") and answered ("true", "false"), in order."""
    record = db.with_suffix(".strace")
    calls = "trace=fdatasync,fsync,sync_file_range,write"
    with Process(db, prefix=["strace", "-f", "-y", "-e", calls, "-o", str(record)]) as process:
        for request in GAME.requests:
            assert not process.ask({"do": "pass", "seq": 99})["ok"]
            assert process.ask(request)["saved"]
            assert process.ask({"do": "state"})["ok"]
        assert process.end().code == 0
    found = []
    for line in record.read_text().splitlines():
        if sync := SYNC.search(line):
            found.append(sync[1].removeprefix(str(db)))
        elif answer := ANSWER.search(line):
            found.append(answer[1])
    return found


def test_one_sync_per_entry_before_its_answer_and_none_for_what_changes_nothing(db: Path):
    happened = trace(db)
    opened = happened.index("false")
    per_entry = ["false", "-wal", "true", "true"]  # a refusal, the change, a query
    assert happened[opened:][: 4 * len(GAME)] == per_entry * len(GAME)
