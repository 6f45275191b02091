"""A log that cannot be read is not an empty one: everyone is told, and nothing is begun."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from damage import STATE
from ordinary import ordinary
from program import ROOT, run
from scripts import finished_game, random_game, shown

from companion.history.backups import Backups
from companion.journal.rescue.unreadable import find_unreadable, name_beside

GAME = random_game(20)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "games").mkdir()
    db = tmp_path / "games" / "log.db"
    run(db, *GAME.requests)
    yield db
    db.parent.chmod(0o700)


CULPRITS: dict[str, Callable[[Path], Path]] = {
    "the file": lambda db: db,
    "its folder": lambda db: db.parent,
}
EVERYWHERE = pytest.mark.parametrize("culprit", CULPRITS.values(), ids=CULPRITS.keys())
COMMANDS = pytest.mark.parametrize(
    "command", ["referee", "play", "games", "show", "check", "rebuild"]
)


def companion(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ordinary(), sys.executable, "-m", "companion", *map(str, arguments)],
        cwd=ROOT,
        input=typed,
        capture_output=True,
        text=True,
    )


@EVERYWHERE
@COMMANDS
def test_it_is_said_which_file_whose_and_what_helps(
    db: Path, command: str, culprit: Callable[[Path], Path]
):
    closed = culprit(db)
    closed.chmod(0)
    ended = companion(command, "--db", db, typed="new Anna red desert 3, Ben blue jungle 2\n")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.splitlines() == [
        f"The games in {db} can't be read.",
        f"{closed} belongs to root: Permission denied.",
        f"To fix it, run this in a terminal: chmod u+rwX {closed}",
    ]
    subprocess.run(ended.stderr.split("terminal: ")[1], shell=True, check=True)
    assert shown(run(db, STATE).answers[0]) == GAME.states[-1]


@COMMANDS
@pytest.mark.parametrize("end", ["", "-wal"])
def test_what_belongs_to_somebody_else_is_to_be_given_to_the_user(db: Path, command: str, end: str):
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    theirs = Path(f"{db}{end}")
    theirs.touch(0o600)
    os.chown(theirs, 65534, 65534)
    ended = companion(command, "--db", db)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert f"{theirs} belongs to nobody: Permission denied" in ended.stderr
    assert ended.stderr.endswith(f"sudo chown root {theirs}\n")


@COMMANDS
def test_what_lies_beside_it_is_put_right_where_it_is_ours(db: Path, command: str):
    Path(f"{db}-wal").touch(0)
    assert companion(command, "--db", db).returncode == 0


def test_a_backup_is_put_in_the_place_of_a_file_that_cannot_be_read(db: Path):
    run(db, *finished_game().requests)
    backup = Backups(db).make()
    content = db.read_bytes()
    db.chmod(0)
    ended = companion("restore", backup.number, "--db", db)
    assert ended.returncode == 0, ended.stderr
    kept = db.with_name("log.db.replaced-1")
    assert stat.S_IMODE(kept.stat().st_mode) == 0
    assert kept.read_bytes() == content
    assert shown(run(db, STATE).answers[0]) == finished_game().states[-1]


def test_the_kiosk_starts_without_a_game_and_knows_why(db: Path):
    db.chmod(0)
    code = (
        "import sys, pathlib; from kiosk.start import open_games;"
        "journal, trouble = open_games(pathlib.Path(sys.argv[1]));"
        "print(journal.path, trouble.culprit, trouble.remedy)"
    )
    ended = subprocess.run(
        [*ordinary(), sys.executable, "-c", code, str(db)], cwd=ROOT, capture_output=True, text=True
    )
    assert ended.stdout == f"None {db} chmod u+rwX {db}\n", ended.stderr


def test_there_is_a_name_beside_it_for_a_new_file(db: Path):
    assert find_unreadable(db) is None
    assert name_beside(db) == db.with_name("log-2.db")
    assert name_beside(db.with_name("none") / "log.db") is None
