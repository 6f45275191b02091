"""After a sync that failed, only what was written anew counts as saved.

The disk is one that forgets what a failed sync was asked to write, as Linux does.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from damage import LOG, STATE
from mounts import SmallDisk
from nursery import Nursery
from program import Process, run
from scripts import random_game, shown, told

from companion.history.backups import Backups
from companion.journal import Journal
from companion.journal.store import WAL_SIZE
from tests.faults.platter import Platter, refusing_nursery

GAME = random_game(40)
OTHER = random_game(12, seed=7)
BEFORE = 10
OWNER = 12345  # somebody who is not root


class Disk:
    """A folder on a disk that can be told to fail, and whose power can be cut."""

    def __init__(self, folder: Path, nursery: Nursery) -> None:
        self.games, self._folder, self._nursery = folder / "games", folder, nursery
        self.games.mkdir(exist_ok=True)
        self.db = self.games / "log.db"
        run(self.db, *OTHER.requests)
        self._platter = Platter(self.games, folder / "platter")

    def process(self, **refusing: object) -> Process:
        """A referee on it, to which this happens too."""
        told = {"under": self.games, "platter": self._platter.folder, "syncs": 1}
        told |= {"while": self._folder / "failing", "with": errno.EIO}
        told |= {"done": self._folder / "done", **refusing}
        environment = {f"REFUSED_{name.upper()}": str(value) for name, value in told.items()}
        return Process(self.db, born_in=self._nursery, environment=environment)

    def fail(self) -> None:
        (self._folder / "failing").touch()

    def mend(self) -> None:
        (self._folder / "failing").unlink()

    def cut_power(self) -> Path:
        """The file as it is then."""
        return self._platter.after_power_cut(random.Random(3)) / self.db.name


@pytest.fixture(scope="module")
def failing_nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with closing(refusing_nursery(tmp_path_factory.mktemp("shim"))) as nursery:
        yield nursery


@pytest.fixture
def disk(scratch: Path, failing_nursery: Nursery) -> Disk:
    return Disk(scratch, failing_nursery)


def check(db: Path, entries: int) -> None:
    """The game, and the one of before, are whole."""
    state, log, games = run(db, STATE, LOG, {"do": "games"}).answers
    assert shown(state) == GAME.states[entries]
    assert told(log) == GAME.logs[entries]
    assert [game["seq"] for game in games["games"]] == [len(OTHER), entries]


def play(process: Process, first: int, last: int) -> list[bool]:
    return [answer["saved"] for answer in process.ask_all(GAME.requests[first:last])]


@pytest.mark.parametrize("failing", [1, 20])
def test_turns_that_could_not_be_synced_are_on_the_disk_when_a_later_one_is(
    disk: Disk, failing: int
):
    with disk.process() as process:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        assert not any(play(process, BEFORE, BEFORE + failing))
        disk.mend()
        assert play(process, BEFORE + failing, BEFORE + failing + 1) == [True]
    check(disk.cut_power(), BEFORE + failing + 1)


def test_what_was_read_back_by_another_process_after_a_failed_sync_is_on_the_disk_too(disk: Disk):
    with disk.process() as process:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        assert play(process, BEFORE, BEFORE + 1) == [False]
    disk.mend()
    with disk.process() as process:
        seq = process.ask(STATE)["seq"]
        assert seq == BEFORE + 1  # though nobody was told that it is saved
        assert play(process, seq, seq + 1) == [True]
    check(disk.cut_power(), BEFORE + 2)


def test_at_its_end_the_program_writes_everything_anew(disk: Disk):
    with disk.process() as process:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        assert not any(play(process, BEFORE, BEFORE + 3))
        disk.mend()
        assert process.end().code == 0
    check(disk.cut_power(), BEFORE + 3)


def test_names_that_could_not_be_synced_are_not_said_to_be_saved(disk: Disk):
    with disk.process(ending="/games") as process:  # SQLite itself takes no notice
        disk.fail()
        assert not any(play(process, 0, BEFORE))
        disk.mend()
        assert play(process, BEFORE, BEFORE + 1) == [True]
    check(disk.cut_power(), BEFORE + 1)


@pytest.mark.parametrize("again", range(1, 60, 2))
def test_a_second_failure_while_the_file_is_written_anew_is_made_good_as_well(
    disk: Disk, again: int
):
    """Any write, sync, rename or removal on the way, the folder's sync included."""
    with disk.process(again=again) as process:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        assert play(process, BEFORE, BEFORE + 1) == [False]
        disk.mend()
        answers = play(process, BEFORE + 1, BEFORE + 21)
        assert answers[-1]
    check(disk.cut_power(), BEFORE + 21)


def test_the_fresh_file_is_as_private_and_as_much_its_owners_as_the_one_before(disk: Disk):
    disk.db.chmod(0o600)
    os.chown(disk.db, OWNER, OWNER) if os.geteuid() == 0 else None
    owner, before = disk.db.stat().st_uid, disk.db.stat().st_ino
    with disk.process() as process:
        disk.fail()
        assert play(process, 0, 2) == [False, False]
        disk.mend()
        assert play(process, 2, 3) == [True]
    fresh = disk.db.stat()
    assert fresh.st_ino != before
    assert (fresh.st_mode & 0o777, fresh.st_uid) == (0o600, owner)


def test_nobody_else_writes_to_the_fresh_file(disk: Disk):
    with disk.process() as process:
        disk.fail()
        assert play(process, 0, 2) == [False, False]
        assert run(disk.db, STATE).code == 2
        disk.mend()
        assert play(process, 2, 3) == [True]
        assert run(disk.db, STATE).code == 2
    check(disk.db, 3)


def test_in_a_folder_that_is_a_link_it_is_written_anew_where_that_leads(
    scratch: Path, failing_nursery: Nursery
):
    (scratch / "stick").mkdir()
    (scratch / "games").symlink_to(scratch / "stick")
    disk = Disk(scratch, failing_nursery)
    with disk.process(under=scratch / "stick") as process:
        disk.fail()
        assert play(process, 0, 2) == [False, False]
        disk.mend()
        assert play(process, 2, 3) == [True]
    assert disk.games.is_symlink()
    check(disk.db, 3)


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_the_power_cut_while_the_file_is_written_anew_costs_nothing_that_was_saved(
    disk: Disk, cut: int
):
    with disk.process(cut=cut) as process:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        process.ask(GAME.requests[BEFORE])
        disk.mend()
        with pytest.raises(ValueError, match="Expecting value"):  # it is gone, and says nothing
            play(process, BEFORE + 1, len(GAME))
    state, games = run(disk.cut_power(), STATE, {"do": "games"}).answers
    assert state["seq"] >= BEFORE
    assert shown(state) == GAME.states[state["seq"]]
    assert [game["seq"] for game in games["games"]] == [len(OTHER), state["seq"]]


def test_where_the_write_ahead_log_cannot_be_taken_in_the_next_turn_writes_all_anew(disk: Disk):
    long = {"do": "adjust", "player": "Ana", "score": 3, "why": "\N{STEAM LOCOMOTIVE}" * 400}
    wal, entries = Path(f"{disk.db}-wal"), 1
    with disk.process(ending="/log.db") as process:
        assert play(process, 0, 1) == [True]
        before = disk.db.stat().st_ino
        disk.fail()
        while wal.stat().st_size <= WAL_SIZE:
            assert process.ask(long)["saved"]
            entries += 1
        disk.mend()
        assert disk.db.stat().st_ino == before
        assert process.ask(long)["saved"]
        assert disk.db.stat().st_ino != before
    (state,) = run(disk.cut_power(), STATE).answers
    assert state["seq"] == entries + 1


def test_a_fresh_file_that_was_not_yet_in_place_is_put_there(scratch: Path):
    db = scratch / "log.db"
    run(db, *OTHER.requests)
    run(db, *GAME.requests)
    db.rename(f"{db}.renewed")
    Path(f"{db}-wal").write_bytes(b"of the file before")
    check(db, len(GAME))
    assert not list(scratch.glob("*.renewed"))


def test_a_fresh_file_that_was_not_yet_in_place_is_there_before_any_backup(scratch: Path):
    db = scratch / "log.db"
    run(db, *OTHER.requests)
    Backups(db).make()
    run(db, *GAME.requests)
    db.rename(f"{db}.renewed")
    with closing(Journal.view(db)) as journal:
        assert [line.seq for line in journal.games()] == [len(OTHER), len(GAME)]
    check(db, len(GAME))


def test_a_fresh_file_beside_the_old_one_is_not_needed(scratch: Path):
    db = scratch / "log.db"
    run(db, *OTHER.requests)
    shutil.copyfile(db, f"{db}.renewed")
    run(db, *GAME.requests)
    check(db, len(GAME))
    assert not list(scratch.glob("*.renewed"))


def test_without_room_for_a_second_file_nothing_is_said_to_be_saved(
    tmp_path: Path, failing_nursery: Nursery
):
    (tmp_path / "games").mkdir()
    with SmallDisk.mounted(tmp_path / "games") as small:
        disk = Disk(tmp_path, failing_nursery)
        with disk.process() as process:
            assert all(play(process, 0, BEFORE))
            disk.fail()
            assert not any(play(process, BEFORE, BEFORE + 2))
            small.fill()
            disk.mend()
            assert not any(play(process, BEFORE + 2, BEFORE + 4))
            assert {file.name for file in small.folder.iterdir()} == {
                *("filler", "log.db", "log.db-shm", "log.db-wal", "log.db.lock")
            }
            small.free()
            assert play(process, BEFORE + 4, BEFORE + 5) == [True]
        check(disk.cut_power(), BEFORE + 5)


def test_a_reader_beside_finds_the_fresh_file(disk: Disk):
    with disk.process() as process, closing(Journal.view(disk.db)) as journal:
        assert all(play(process, 0, BEFORE))
        disk.fail()
        play(process, BEFORE, BEFORE + 2)
        disk.mend()
        assert play(process, BEFORE + 2, BEFORE + 3) == [True]
        assert [line.seq for line in journal.games()] == [len(OTHER), BEFORE + 3]
        assert journal.faulty() == []
