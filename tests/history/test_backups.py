"""Backups are whole or not there, the last ten are kept, and one can be put back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from evenings import Group

from companion.game.commands import Undo
from companion.history import Backups, HistoryError, restore
from companion.history.backups import MAX_BACKUPS
from companion.journal import Journal, LogInUseError, NewerLogError, schema
from companion.journal.disk import copying
from companion.journal.disk.copying import check_file


@pytest.fixture
def backups(group: Group) -> Backups:
    found = group.history.backups
    assert found is not None
    return found


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def games_in(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [uuid for (uuid,) in db.execute("SELECT uuid FROM games ORDER BY number")]


def test_a_backup_is_made_when_a_game_is_over(group: Group, backups: Backups):
    stop = backups.follow(group.referee)
    game = group.play()
    assert backups.wait(30)
    (backup,) = backups.all()
    assert games_in(backup.file) == [game]
    assert files(backup.file.parent) == [backup.file.name]  # nothing beside it
    group.sit_down(("Anna", "Ben"))
    group._take_turns(3)
    assert backups.wait(30)
    assert len(backups.all()) == 1  # not while it is played
    group.end()
    group.referee.submit(Undo())
    group.end()
    assert backups.wait(30)
    assert len(backups.all()) >= 2
    stop()
    before = len(backups.all())
    group.play()
    assert backups.wait(30)
    assert len(backups.all()) == before


def test_the_last_ten_are_kept_whatever_the_clock_says(group: Group):
    group.play()
    days = iter([f"2026{month:02}01" for month in range(12, 0, -1)])  # it goes backwards
    backups = Backups(group.file, today=lambda: next(days))
    made = [backups.make() for _ in range(12)]
    assert [one.number for one in backups.all()] == list(range(12, 2, -1))
    assert len(backups.all()) == MAX_BACKUPS
    assert backups.all()[0] == made[-1]


def test_other_files_in_the_folder_are_left_alone(group: Group, backups: Backups):
    group.play()
    folder = backups.make().file.parent
    strangers = ["notes.txt", "games-7.db", "other-000001-20260101.db", "games-000002-20260101.bak"]
    for name in strangers:
        (folder / name).touch()
    for _ in range(MAX_BACKUPS + 2):
        backups.make()
    assert set(strangers) <= set(files(folder))
    assert len(backups.all()) == MAX_BACKUPS


def test_a_copy_that_is_not_sound_replaces_nothing(
    group: Group, backups: Backups, monkeypatch: pytest.MonkeyPatch
):
    group.play()
    for _ in range(MAX_BACKUPS):
        backups.make()
    before = files(group.file.parent / "backups")
    copy = copying._copy

    def damaging(path: Path, target: Path) -> None:
        copy(path, target)
        with closing(sqlite3.connect(target, isolation_level=None)) as db:
            db.execute("DROP TRIGGER entries_no_update")
            db.execute("UPDATE entries SET turn = turn + 1 WHERE seq = 3")

    monkeypatch.setattr(copying, "_copy", damaging)
    with pytest.raises(HistoryError, match="no_backup"):
        backups.make()
    assert files(group.file.parent / "backups") == before


def test_a_full_disk_stops_the_backup_and_not_the_game(
    group: Group, backups: Backups, monkeypatch: pytest.MonkeyPatch
):
    def full(path: Path, target: Path) -> None:
        target.write_bytes(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copying, "_copy", full)
    backups.follow(group.referee)
    game = group.play()
    assert backups.wait(30)
    assert backups.last is not None
    assert "No space" in backups.last.problem
    assert group.referee.game.uuid == game
    assert files(group.file.parent / "backups") == []


def test_the_game_goes_on_while_a_backup_is_made(
    group: Group, backups: Backups, monkeypatch: pytest.MonkeyPatch
):
    """However long it takes, an entry waits for none of it."""
    reached, go_on = threading.Event(), threading.Event()
    check = copying.check_file

    def slow(path: Path) -> int:
        reached.set()
        assert go_on.wait(30)
        return check(path)

    monkeypatch.setattr(copying, "check_file", slow)
    backups.follow(group.referee)
    game = group.play()
    assert reached.wait(30)
    start = time.monotonic()
    group.sit_down(("Cleo", "Dan"))
    group._take_turns(5)
    assert time.monotonic() - start < 5
    assert backups.all() == ()  # whoever looks sees no half of it
    go_on.set()
    assert backups.wait(30)
    assert games_in(backups.all()[0].file) == [game]


def test_writing_and_copying_at_the_same_time(group: Group, backups: Backups):
    group.play()
    stop = threading.Event()
    made = []

    def copy_all_the_time() -> None:
        while not stop.is_set():
            made.append(backups.make())

    thread = threading.Thread(target=copy_all_the_time)
    thread.start()
    games = 0
    while games < 4 or (len(made) <= 2 and games < 60):  # a busy machine copies slowly
        group.play()
        games += 1
    stop.set()
    thread.join(60)
    assert len(made) > 2
    assert all(check_file(one.file) for one in backups.all())
    assert group.journal.faulty() == []
    assert not group.journal.reports


KILLED = """
import sys
from pathlib import Path
from companion.history import Backups
backups = Backups(Path(sys.argv[1]))
print("ready", flush=True)
while True:
    backups.make()
"""


def test_a_pulled_plug_leaves_whole_backups_only(group: Group, backups: Backups):
    for _ in range(3):
        group.play()
    for wait in range(8):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, str(group.file)], stdout=subprocess.PIPE
        ) as program:
            assert program.stdout is not None
            program.stdout.readline()
            time.sleep(0.02 + wait * 0.013)
            program.kill()
        for one in backups.all():
            assert check_file(one.file) == 3
    backups.make()
    assert not [name for name in files(group.file.parent / "backups") if name.endswith(".part")]


# --- putting one back ---


@pytest.fixture
def restored(group: Group, backups: Backups) -> tuple[Path, str]:
    """A backup of one game, after which another was played."""
    game = group.play()
    backup = backups.make()
    group.play(("Cleo", "Dan"))
    group.close()
    return backup.file, game


def test_a_backup_is_put_back_and_the_present_file_kept(group: Group, restored: tuple[Path, str]):
    file, game = restored
    present = games_in(group.file)
    kept = restore(group.file, file)
    assert kept is not None
    assert games_in(kept) == present
    group.open()
    assert [line.uuid for line in group.journal.games()] == [game]
    assert group.referee.game.uuid == game
    assert not group.journal.reports
    group.play()
    assert len(games_in(group.file)) == 2
    assert games_in(file) == [game]
    group.close()
    again = restore(group.file, kept)
    assert again != kept
    assert games_in(group.file) == present
    group.open()


def test_a_running_program_is_left_alone(group: Group, restored: tuple[Path, str]):
    group.open()
    before = games_in(group.file)
    with pytest.raises(LogInUseError):
        restore(group.file, restored[0])
    assert games_in(group.file) == before


def test_a_damaged_or_newer_backup_is_refused(group: Group, restored: tuple[Path, str]):
    file, _ = restored
    before = group.file.read_bytes()
    sound = file.read_bytes()
    for harm in (sound[: len(sound) // 2], b"no database at all", b"", sound[:4096] + bytes(40960)):
        file.write_bytes(harm)
        with pytest.raises(HistoryError, match="no_restore"):
            restore(group.file, file)
        assert group.file.read_bytes() == before
    with pytest.raises(HistoryError, match="no_restore"):
        restore(group.file, file.with_name("missing.db"))
    file.write_bytes(sound)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(NewerLogError):
        restore(group.file, file)
    assert group.file.read_bytes() == before
    assert [name for name in files(group.file.parent) if "replaced" in name] == []


def test_a_damaged_file_is_replaced_and_kept_as_it_was(group: Group, restored: tuple[Path, str]):
    file, game = restored
    harmed = bytearray(group.file.read_bytes())
    harmed[100:9000] = bytes(8900)
    group.file.write_bytes(harmed)
    kept = restore(group.file, file)
    assert kept is not None
    assert kept.read_bytes() == bytes(harmed)
    group.open()
    assert group.referee.game.uuid == game
    assert not group.journal.reports


def test_without_a_present_file_the_backup_is_simply_put_there(
    group: Group, restored: tuple[Path, str]
):
    file, game = restored
    for name in ("", "-wal", "-shm"):
        Path(f"{group.file}{name}").unlink(missing_ok=True)
    restore(group.file, file)
    group.open()
    assert group.referee.game.uuid == game


class Plug:
    """Pulled at a step that touches the disk, and out from then on."""

    def __init__(self, patch: pytest.MonkeyPatch, step: int) -> None:
        self._left = step
        for owner, name in ((os, "replace"), (os, "fsync"), (Path, "unlink")):
            patch.setattr(owner, name, self._in(getattr(owner, name)))

    def _in(self, real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **options: object) -> object:
            self._left -= 1
            if self._left <= 0:
                raise KeyboardInterrupt
            return real(*arguments, **options)

        return call


def test_a_restore_cut_short_leaves_the_one_or_the_other(
    group: Group, restored: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    file, game = restored
    both = games_in(group.file)
    found = []
    ended = False
    while not ended:
        path = tmp_path / str(len(found)) / "games.db"
        path.parent.mkdir()
        shutil.copy(group.file, path)
        with monkeypatch.context() as patch, contextlib.suppress(KeyboardInterrupt):
            Plug(patch, step=len(found) + 1)
            restore(path, file)
            ended = True
        journal = Journal.open(path)
        games = [line.uuid for line in journal.games()]
        assert not journal.reports
        journal.close()
        assert games in (both, [game])
        found.append(len(games))
    assert len(found) > 5
    assert found == sorted(found, reverse=True)  # of two games, then of one
    assert set(found) == {1, 2}


def test_a_backup_tells_when_it_was_made_and_what_is_in_it(group: Group, backups: Backups):
    group.play()
    deleted = group.play()
    before = datetime.now(UTC) - timedelta(seconds=2)
    first = backups.make()
    group.play()
    group.history.delete(deleted)
    second = backups.make()
    assert (first.games, second.games) == (2, 2)
    group.play()
    assert backups.make().games == 3
    assert before <= first.made <= second.made <= datetime.now(UTC) + timedelta(seconds=2)
    second.file.write_bytes(b"no games" * 1000)
    assert [backup.games for backup in backups.all()] == [3, None, 2]
