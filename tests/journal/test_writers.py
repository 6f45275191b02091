"""One writer a file, any number of readers beside it, and nothing to clean up after a crash."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest
from damage import STATE
from program import ROOT, Process, run_process
from scripts import random_game, shown

from companion.game.board.board import standard_board
from companion.journal import Journal, LogInUseError

GAME = random_game(20)


def names_of(db: Path) -> list[Path]:
    """The same file, called otherwise."""
    link, folder = db.with_name("link.db"), db.parent / "folder"
    twin, elsewhere = db.with_name("twin.db"), db.parent / "elsewhere" / "games.db"
    link.symlink_to(db)
    folder.symlink_to(db.parent)
    elsewhere.parent.mkdir()
    twin.hardlink_to(db)
    elsewhere.hardlink_to(db)
    return [db, Path(os.path.relpath(db, ROOT)), link, folder / db.name, twin, elsewhere]


def test_a_second_writer_is_refused_in_words_under_any_name_of_the_file(db: Path):
    with Process(db) as first:
        first.ask_all(GAME.requests[:10])
        for name in names_of(db):
            second = run_process(name, STATE)
            assert (second.code, second.answers) == (2, [])
            assert Path(os.path.realpath(name)).name in second.err
            assert "Traceback" not in second.err
        assert first.ask(GAME.requests[10])["saved"]


def test_killing_the_first_writer_frees_the_file_at_once(db: Path):
    with Process(db) as first:
        first.ask_all(GAME.requests)
    opened = run_process(db, STATE)
    assert opened.code == 0
    assert shown(opened.answers[0]) == GAME.states[-1]


def test_no_file_names_a_process(db: Path):
    with Process(db) as process:
        process.ask_all(GAME.requests)
        beside = {file.name: file.read_bytes() for file in db.parent.iterdir()}
    assert set(beside) == {"log.db", "log.db-wal", "log.db-shm", "log.db.lock"}
    assert beside["log.db.lock"] == b""


def test_a_second_writer_in_the_same_process_is_refused(db: Path):
    with closing(Journal.open(db)), pytest.raises(LogInUseError):
        Journal.open(db)


def test_the_log_can_be_read_beside_its_writer_and_stays_as_it_is(db: Path):
    board = standard_board()
    files = [db, Path(f"{db}-wal")]
    with Process(db) as process:
        for played, count in ((0, 5), (5, 10), (10, 20)):
            process.ask_all(GAME.requests[played:count])
            before = [file.read_bytes() for file in files]
            with closing(Journal.view(db)) as journal:
                (line,) = journal.games()
                stored = journal.read(line.uuid, board)
                assert journal.faulty() == []
            assert stored is not None
            assert (line.seq, len(stored.entries)) == (count, count)
            assert before == [file.read_bytes() for file in files]
        assert process.ask(GAME.requests[0])["saved"]


def test_a_reader_beside_does_not_keep_the_writer_from_saving(db: Path):
    with Process(db) as process:
        process.ask_all(GAME.requests[:5])
        with closing(Journal.view(db)) as journal:
            journal.games()
            answers = process.ask_all(GAME.requests[5:])
            assert all(answer["saved"] for answer in answers)
