"""Whoever reads beside a program that writes fast is never told that anything is damaged."""

from __future__ import annotations

import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from counts import count
from program import COMMAND, ROOT, Process, lines, run
from scripts import random_game

from companion.game.board.board import standard_board
from companion.history.backups import Backups
from companion.history.summaries import wrong_summaries
from companion.journal import Journal, store
from companion.journal.disk import copying
from companion.journal.disk.copying import games_counted
from companion.journal.disk.files import read_only
from companion.journal.rescue import checking
from companion.journal.rescue.checking import check_file

GAME = random_game(20)
AGAIN = {"do": "adjust", "discards": {"desert": 0}, "why": "recounted"}
ENTRIES = count("READ_BESIDE", 1500, 20000)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    db = tmp_path / "log.db"
    run(db, *GAME.requests)
    return db


@pytest.fixture
def writer(db: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A referee that writes as fast as it can, to the end of what it was given."""
    command = [*COMMAND, "--db", str(db)]
    requests = [AGAIN if number % 50 else GAME.requests[0] for number in range(ENTRIES)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as program:
        thread = threading.Thread(target=program.communicate, args=(lines(requests),))
        thread.start()
        yield program
        thread.join()


def read_every_game(db: Path) -> None:
    with closing(Journal.view(db)) as journal:
        assert journal.faulty() == []
        assert journal.faults() == []
        for line in journal.games():
            stored = journal.load_readonly(line.uuid, standard_board())
            assert stored is not None
            assert len(stored.entries) >= line.seq
        assert journal.reports == ()


def count_summaries(db: Path) -> None:
    with closing(Journal.view(db)) as journal:
        assert wrong_summaries(journal, standard_board()) == []


QUESTIONS: dict[str, Callable[[Path], object]] = {
    "export every game": read_every_game,
    "statistics": count_summaries,
    "a check": check_file,
    "a count": lambda db: _is_count(games_counted(db)),
    "a backup": lambda db: Backups(db).make(),
}


def _is_count(games: int | None) -> None:
    assert games is not None


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_a_reader_beside_a_fast_writer_finds_nothing_damaged(
    db: Path, writer: subprocess.Popen[bytes], question: Callable[[Path], object]
):
    asked = 0
    while writer.poll() is None:
        question(db)
        asked += 1
    assert writer.returncode == 0
    assert asked >= 3


@pytest.mark.parametrize("question", ["export every game", "statistics", "a check", "a count"])
def test_an_entry_between_any_two_statements_of_a_question_is_no_damage(
    db: Path, monkeypatch: pytest.MonkeyPatch, question: str
):
    with Process(db) as process:
        asked = []

        def interrupted(path: Path, **how: bool) -> sqlite3.Connection:
            connection = read_only(path, **how)
            connection.set_trace_callback(write)
            return connection

        def write(statement: str) -> None:
            if statement.startswith("SELECT"):
                asked.append(process.ask(AGAIN)["saved"])

        for module in (store, copying, checking):
            monkeypatch.setattr(module, "read_only", interrupted)
        QUESTIONS[question](db)
        assert len(asked) > 1
        assert all(asked)
