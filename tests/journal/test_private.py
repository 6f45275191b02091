"""People's names are for the user alone, and rights that were in the way are put right."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from damage import STATE
from ordinary import ordinary
from program import ROOT, Process, run
from scripts import finished_game, random_game, shown

from companion.game.board.board import standard_board
from companion.history import History
from companion.journal import Journal
from kiosk.settings import file as settings

GAME = random_game(20)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): mode(path) for path in folder.rglob("*")}


@pytest.fixture(autouse=True)
def _open_to_all():
    before = os.umask(0)
    yield
    os.umask(before)


def test_everything_beside_a_running_referee_is_for_its_user_alone(tmp_path: Path):
    folder = tmp_path / "new" / "games"
    with Process(folder / "log.db") as process:
        process.ask_all(GAME.requests)
        assert modes(folder) == dict.fromkeys(
            ["log.db", "log.db-wal", "log.db-shm", "log.db.lock"], 0o600
        )
    assert mode(folder) == 0o700


def test_copies_of_games_are_for_the_user_alone(tmp_path: Path):
    db = tmp_path / "log.db"
    run(db, *finished_game().requests)
    run(db, *GAME.requests)
    journal = Journal.open(db)
    history = History(journal, standard_board())
    history.backups.make()
    history.delete(journal.games()[0].uuid)
    journal.close()
    damaged = db.read_bytes()
    db.write_bytes(bytes(4096) + damaged[4096:])
    run(db, STATE)
    assert len(list(tmp_path.glob("*.damaged-1"))) == 1
    found = modes(tmp_path)
    assert {name: found.pop(name) for name in ("backups", "deleted")} == {
        "backups": 0o700,
        "deleted": 0o700,
    }
    assert set(found.values()) == {0o600}


def test_a_file_that_was_open_to_others_is_closed(tmp_path: Path):
    db = tmp_path / "log.db"
    run(db, *GAME.requests)
    db.chmod(0o664)
    Path(f"{db}.lock").chmod(0o644)
    tmp_path.chmod(0o755)
    run(db, STATE)
    assert set(modes(tmp_path).values()) == {0o600}
    assert mode(tmp_path) == 0o755  # it is not ours: who knows what else is in it


def test_the_users_own_folders_are_closed_to_others(tmp_path: Path):
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("DATA", "STATE", "CONFIG")}
    folders = [Path(home) / "stationmaster" for home in homes.values()]
    for folder in folders:
        (folder / "backups").mkdir(parents=True)
        (folder / "backups" / "names").write_text("Anna")
        assert mode(folder / "backups" / "names") == 0o666
    new = "new Anna red desert 3, Ben blue jungle 2\n"
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "companion", "play"],
            cwd=ROOT,
            env={**os.environ, **homes},
            input=new.encode(),
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
    for folder in folders:
        assert mode(folder) == 0o700
        found = modes(folder)
        assert found.pop("backups") == 0o700
        assert set(found.values()) == {0o600}, found


def test_settings_are_for_the_user_alone(tmp_path: Path):
    file = tmp_path / "new" / "settings.json"
    settings.change(settings.Settings(), file, locked=True)
    assert (mode(file.parent), mode(file)) == (0o700, 0o600)


def test_a_file_that_was_once_read_only_is_saved_to_again(tmp_path: Path):
    db = tmp_path / "log.db"
    run(db, *GAME.requests[:10])
    db.chmod(0o444)
    with Process(db, prefix=ordinary()) as process:
        assert shown(process.ask(STATE)) == GAME.states[10]
        assert not process.ask(GAME.requests[10])["saved"]
    for end in ("-wal", "-shm"):  # as SQLite leaves them beside a read-only file
        Path(f"{db}{end}").touch()
        Path(f"{db}{end}").chmod(0o444)
    db.chmod(0o644)
    with Process(db, prefix=ordinary()) as process:
        assert all(answer["saved"] for answer in process.ask_all(GAME.requests[10:12]))
    assert shown(run(db, STATE).answers[0]) == GAME.states[12]


def test_what_root_makes_belongs_to_the_owner_of_the_folder(tmp_path: Path):
    if os.geteuid() != 0:
        pytest.skip("only root can try that")
    folder = tmp_path / "theirs"
    folder.mkdir()
    shutil.chown(folder, 65534, 65534)
    with Process(folder / "log.db") as process:
        process.ask_all(GAME.requests[:3])
        assert {path.stat().st_uid for path in folder.iterdir()} == {65534}


def test_a_home_that_may_not_be_looked_into_stops_nothing(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0)
    try:
        done = subprocess.run(
            [*ordinary(), sys.executable, "-m", "companion", "play"],
            input="q\n",
            capture_output=True,
            text=True,
            env={"PATH": os.environ["PATH"], "HOME": str(home)},
            cwd=ROOT,
            check=False,
        )
    finally:
        home.chmod(0o700)
    assert "Traceback" not in done.stderr
    assert str(home) in done.stdout + done.stderr  # which games cannot be read
