"""Ending: what waits is tried once more, and what is lost is said, with an exit code."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from counts import count
from damage import LOG, STATE
from mounts import SmallDisk
from program import COMMAND, ROOT, Process, Run, lines, run
from scripts import random_game, shown, told

from companion.journal.disk.files import connect

GAME = random_game(20)
MANY = 3000  # requests: more than any buffer holds
ALL = count("REQUESTS", 30, MANY)  # of a referee that answers every one


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    (tmp_path / "disk").mkdir()
    with SmallDisk.mounted(tmp_path / "disk") as disk:
        yield disk


def end_of_input(process: Process) -> Run:
    return process.end()


def terminated(process: Process) -> Run:
    process.send_signal(signal.SIGTERM)
    return process.end()


ENDS = pytest.mark.parametrize("end", [end_of_input, terminated])


@ENDS
def test_what_waits_is_saved_at_the_end_if_the_disk_takes_it_by_then(disk: SmallDisk, end):
    db = disk.folder / "log.db"
    with Process(db) as process:
        process.ask_all(GAME.requests[:10])
        disk.fill()
        assert not any(answer["saved"] for answer in process.ask_all(GAME.requests[10:14]))
        disk.free()
        ended = end(process)
    assert ended.code == 0
    assert "NOT SAVED" not in ended.err
    state, log = run(db, STATE, LOG).answers
    assert shown(state) == GAME.states[14]
    assert told(log) == GAME.logs[14]


@ENDS
def test_what_is_lost_at_the_end_is_said_with_an_exit_code(disk: SmallDisk, end):
    with Process(disk.folder / "log.db") as process:
        process.ask_all(GAME.requests[:10])
        disk.fill()
        process.ask_all(GAME.requests[10:14])
        ended = end(process)
    assert ended.code == 1
    assert "NOT SAVED: 4 entries couldn't be written and are lost." in ended.err
    assert "Traceback" not in ended.err


def test_a_referee_without_a_file_loses_nothing_that_it_promised():
    done = subprocess.run(COMMAND, cwd=ROOT, input=lines(GAME.requests), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_file_locked_by_another_program_is_saved_to_when_it_is_free(tmp_path: Path):
    db = tmp_path / "log.db"
    with Process(db) as process, closing(sqlite3.connect(db, isolation_level=None)) as other:
        process.ask_all(GAME.requests[:10])
        other.execute("BEGIN IMMEDIATE")
        assert not any(answer["saved"] for answer in process.ask_all(GAME.requests[10:12]))
        other.execute("ROLLBACK")
        assert process.ask(GAME.requests[12])["saved"]
    assert shown(run(db, STATE).answers[0]) == GAME.states[13]


def test_nobody_waits_long_for_a_locked_file(tmp_path: Path):
    with closing(connect(tmp_path / "log.db")) as connection:
        ((milliseconds,),) = connection.execute("PRAGMA busy_timeout")
    assert milliseconds <= 50


STREAMS = {
    "no input": ("0<&-", 2),
    "input that cannot be read": ("0>/dev/null", 2),
    "no output": ("1>&-", 2),
    "full output": ("1>/dev/full", 2),
    "nobody reads": ("| true", 2),
    "no errors": ("2>&-", 0),
    "full errors": ("2>/dev/full", 0),
    "nothing at all": ("0<&- 1>&- 2>&-", 2),
}


@pytest.mark.parametrize(("streams", "code"), STREAMS.values(), ids=STREAMS.keys())
def test_closed_or_full_streams_end_the_referee_in_words(tmp_path: Path, streams: str, code: int):
    script = f"set -o pipefail; {' '.join(COMMAND)} --db log.db {streams}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=lines(GAME.requests[:1]) * (MANY if code else ALL),
        capture_output=True,
    )
    said = done.stderr.decode()
    assert done.returncode == code, said
    assert "Traceback" not in said
    assert "Exception ignored" not in said
    if code and "2>" not in streams:
        assert said.startswith("The referee is stopping: ")
