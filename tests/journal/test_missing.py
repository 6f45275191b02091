"""Games that should be there and are not: that is said, and nothing is begun in their place."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from damage import STATE
from program import ROOT, Process, run, run_process
from scripts import finished_game, random_game, shown

from companion.history.backups import Backups
from companion.journal import Journal
from companion.journal.disk.restoring import create_empty
from companion.journal.rescue.missing import find_missing

GAME = random_game(20)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path / "games" / "log.db"


@pytest.fixture
def backed_up(db: Path) -> Path:
    run(db, *finished_game().requests)
    Backups(db).make()
    return db


def companion(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        cwd=ROOT,
        input="",
        capture_output=True,
        text=True,
    )


def empty(db: Path) -> None:
    os.truncate(db, 0)


TAKEN: dict[str, Callable[[Path], object]] = {"is gone": Path.unlink, "is empty": empty}
COMMANDS = ("referee", "play", "games", "show", "check", "rebuild", "export", "watch")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("said", TAKEN)
def test_a_file_that_is_gone_beside_its_backups_is_no_first_start(
    backed_up: Path, command: str, said: str
):
    TAKEN[said](backed_up)
    ended = companion(command, "--db", backed_up)
    assert (ended.returncode, ended.stdout) == (2, "")
    told = ended.stderr.splitlines()
    assert told[0] == f"{backed_up} {said}, but there are backups of it."
    assert told[1].endswith(f": sh kiosk/run.sh companion restore 1 --db {backed_up}")
    assert not backed_up.exists() or not backed_up.stat().st_size


@pytest.mark.parametrize("take", TAKEN.values(), ids=TAKEN)
def test_the_command_that_is_offered_restores_the_games(
    backed_up: Path, take: Callable[[Path], object]
):
    take(backed_up)
    offered = run_process(backed_up).err.splitlines()[1].split("companion ")[1]
    assert companion(*offered.split()).returncode == 0
    assert shown(run(backed_up, STATE).answers[0]) == finished_game().states[-1]


def test_whoever_moves_the_backups_away_begins_anew(backed_up: Path):
    backed_up.unlink()
    (backed_up.parent / "backups").rename(backed_up.parent / "away")
    assert run(backed_up, {"do": "games"}).answers[0]["games"] == []


def test_a_first_start_says_nothing(db: Path):
    for _ in range(2):
        started = run_process(db, {"do": "games"})
        assert (started.code, started.err) == (0, "")
        assert started.answers[0]["games"] == []


def test_backups_of_another_file_are_none_of_this_one(backed_up: Path):
    other = backed_up.with_name("other.db")
    assert run_process(other, {"do": "games"}).err == ""


def test_a_link_to_a_stick_that_is_not_there_is_not_written_through(db: Path, tmp_path: Path):
    stick = tmp_path / "stick"
    db.symlink_to(stick / "log.db")
    for _ in range(2):
        ended = run_process(db, *GAME.requests)
        assert (ended.code, ended.answers) == (2, [])
        assert (
            ended.err.splitlines()[0] == f"{db} is a link to {stick / 'log.db'}, which isn't there."
        )
        assert not stick.exists()
    stick.mkdir()
    assert run_process(db).code == 2
    run(stick / "log.db", *GAME.requests)
    assert shown(run(db, STATE).answers[0]) == GAME.states[-1]


def test_a_folder_that_is_a_link_to_nothing_is_no_first_start(tmp_path: Path):
    (tmp_path / "games").symlink_to(tmp_path / "stick" / "games")
    ended = run_process(tmp_path / "games" / "log.db", STATE)
    assert ended.code == 2
    assert f"{tmp_path}/stick/games, which isn't there" in ended.err


def killed(db: Path, *ends: str) -> None:
    with Process(db) as process:
        process.ask_all(GAME.requests)
    for end in ends:
        Path(f"{db}{end}").unlink()


@pytest.mark.parametrize("ends", [("-wal",), ("-wal", "-shm")])
def test_a_first_game_that_lay_in_the_log_beside_the_file_is_missed(
    db: Path, ends: tuple[str, ...]
):
    killed(db, *ends)
    ended = run_process(db, STATE)
    assert (ended.code, ended.answers) == (2, [])
    assert ended.err.splitlines() == [
        f"{db} is empty: {db}-wal, which held the games, is gone.",
        f"To start without those games, move {db} somewhere else.",
    ]


def test_turns_that_lay_in_the_log_beside_the_file_are_missed(db: Path):
    run(db, *finished_game().requests)
    killed(db, "-wal")
    opened = run_process(db, STATE)
    assert opened.code == 0
    assert shown(opened.answers[0]) == finished_game().states[-1]
    assert opened.err.splitlines() == [
        f"{db}-wal is gone: the last turns may be missing.",
        "Compare the log with the table before you go on.",
    ]
    assert run_process(db, STATE).err == ""


def test_a_program_that_is_killed_misses_nothing(db: Path):
    killed(db)
    assert run_process(db, STATE).err == ""


@pytest.mark.parametrize("take", [*TAKEN.values(), None], ids=[*TAKEN, "without its log"])
def test_who_wants_to_begin_without_them_can(
    backed_up: Path, take: Callable[[Path], object] | None
):
    if take is None:
        backed_up.unlink()
        (backed_up.parent / "backups").rename(backed_up.parent / "away")
        killed(backed_up, "-wal", "-shm")
    else:
        take(backed_up)
    assert find_missing(backed_up) is not None
    create_empty(backed_up)
    assert find_missing(backed_up) is None
    with closing(Journal.open(backed_up)) as journal:
        assert journal.games() == []
        assert journal.reports == ()
