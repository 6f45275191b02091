"""A disk that refuses: the game goes on, says so, and catches up as soon as it can."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from damage import LOG, STATE
from mounts import Bound, SmallDisk
from program import Process, Run, run, run_process
from scripts import Json, Script, dumped, random_game, shown, told

from companion.journal import Journal
from companion.journal.errors import LogUnavailableError
from companion.journal.store import Store, Write
from companion.protocol import Conversation
from companion.referee import Referee

GAME = random_game(40)
SAVED, UNSAVED = [True] * 10, [False] * 10


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    (tmp_path / "disk").mkdir()
    with SmallDisk.mounted(tmp_path / "disk") as disk:
        yield disk


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Bound]:
    (tmp_path / "folder").mkdir()
    with Bound.mounted(tmp_path / "folder") as folder:
        yield folder


def saved(answers: list[Json]) -> list[bool]:
    return [answer["saved"] for answer in answers]


def check(opened: Run, script: Script, entries: int) -> None:
    """A new process finds everything in order."""
    state, log = opened.answers
    assert opened.err == ""
    assert shown(state) == script.states[entries]
    assert told(log) == script.logs[entries]


def test_on_a_full_disk_the_game_goes_on_and_catches_up(disk: SmallDisk):
    db = disk.folder / "log.db"
    with Process(db) as process:
        assert saved(process.ask_all(GAME.requests[:10])) == SAVED
        disk.fill()
        assert saved(process.ask_all(GAME.requests[10:20])) == UNSAVED
        assert shown(process.ask(STATE)) == GAME.states[20]
        disk.free()
        assert saved(process.ask_all(GAME.requests[20:30])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 30)


def test_a_full_disk_and_a_kill_lose_only_what_was_said_to_be_unsaved(disk: SmallDisk):
    db = disk.folder / "log.db"
    with Process(db) as process:
        process.ask_all(GAME.requests[:10])
        disk.fill()
        assert saved(process.ask_all(GAME.requests[10:20])) == UNSAVED
    with Process(db) as process:  # still full: read beside it
        assert shown(process.ask(STATE)) == GAME.states[10]
        assert saved(process.ask_all(GAME.requests[10:20])) == UNSAVED
        disk.free()
        assert saved(process.ask_all(GAME.requests[20:30])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 30)


def test_a_game_begun_on_a_full_disk_is_saved_as_soon_as_there_is_room(disk: SmallDisk):
    db = disk.folder / "log.db"
    disk.fill()
    with Process(db) as process:
        assert process.ask(STATE)["code"] == "no_game"
        assert saved(process.ask_all(GAME.requests[:10])) == UNSAVED
        disk.free()
        assert saved(process.ask_all(GAME.requests[10:20])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 20)


def test_a_damaged_file_on_a_full_disk_stays_as_it_is_until_there_is_room(disk: SmallDisk):
    db = disk.folder / "log.db"
    run_process(db, *GAME.requests)
    data = db.read_bytes()
    damaged = bytes(4096) + data[4096:]
    db.write_bytes(damaged)
    disk.fill()
    with Process(db) as process:
        unsaved = process.ask_all(GAME.requests[:10])
        assert saved(unsaved) == UNSAVED
        assert db.read_bytes() == damaged
        assert not list(disk.folder.glob("*damaged*"))
        disk.free()
        assert process.ask(GAME.requests[10])["saved"]
        games = {game["game"]: game["seq"] for game in process.ask({"do": "games"})["games"]}
    assert sorted(games.values()) == [11, len(GAME)]
    assert [copy.read_bytes() for copy in disk.folder.glob("*.damaged-1")] == [damaged]
    check(run_process(db, STATE, LOG), GAME, 11)


def test_what_cannot_be_repaired_on_a_full_disk_is_not_said_to_be_lost(disk: SmallDisk):
    db = disk.folder / "log.db"
    run_process(db, *GAME.requests)
    db.write_bytes(bytes(4096) + db.read_bytes()[4096:])
    disk.fill()
    opened = run_process(db, STATE)
    assert "It can't be repaired now. Nothing in it was changed." in opened.err
    assert "recovered" not in opened.err
    disk.free()
    assert "all 40 entries are kept" in run_process(db, STATE).err


def test_a_full_disk_is_told_from_one_that_refuses(disk: SmallDisk):
    folder = disk.folder / "folder"
    with closing(Journal.open(folder / "log.db")) as journal:
        conversation = Conversation(Referee(journal))
        assert conversation.answer(dumped(GAME.requests[0]))["saved"]
        disk.fill()
        assert not conversation.answer(dumped(GAME.requests[1]))["saved"]
        assert journal.is_disk_full
        shutil.rmtree(folder)
        folder.write_bytes(b"")
        assert not conversation.answer(dumped(GAME.requests[2]))["saved"]
        assert not journal.is_disk_full
        folder.unlink()
        disk.free()
        assert conversation.answer(dumped(GAME.requests[3]))["saved"]


def test_in_a_read_only_folder_a_new_game_goes_on_and_catches_up(folder: Bound):
    db = folder.path / "log.db"
    folder.allow(writing=False)
    with Process(db) as process:
        assert process.ask(STATE)["code"] == "no_game"
        assert saved(process.ask_all(GAME.requests[:10])) == UNSAVED
        assert not list(folder.path.iterdir())
        folder.allow(writing=True)
        assert saved(process.ask_all(GAME.requests[10:20])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 20)


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("lock", [False, True], ids=["no lock file", "a lock file"])
def test_in_a_read_only_folder_the_game_that_is_there_goes_on_and_catches_up(
    folder: Bound, killed: bool, lock: bool
):
    db = folder.path / "log.db"
    with Process(db) as process:
        process.ask_all(GAME.requests[:10])
        if not killed:
            process.end()
    if not lock:
        Path(f"{db}.lock").unlink()
    folder.allow(writing=False)
    with Process(db) as process:
        assert shown(process.ask(STATE)) == GAME.states[10]
        assert saved(process.ask_all(GAME.requests[10:20])) == UNSAVED
        assert told(process.ask(LOG)) == GAME.logs[20]
        folder.allow(writing=True)
        assert saved(process.ask_all(GAME.requests[20:30])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 30)


def test_a_read_only_file_is_played_on_from_and_catches_up(db: Path):
    run_process(db, *GAME.requests[:10])
    with Bound.mounted(db) as file:
        file.allow(writing=False)
        with Process(db) as process:
            assert shown(process.ask(STATE)) == GAME.states[10]
            assert saved(process.ask_all(GAME.requests[10:20])) == UNSAVED
            assert not list(db.parent.glob("*damaged*"))
            file.allow(writing=True)
            assert saved(process.ask_all(GAME.requests[20:30])) == SAVED
    check(run_process(db, STATE, LOG), GAME, 30)


def test_a_game_that_could_not_be_saved_goes_on_beside_a_writer_that_came_later(folder: Bound):
    db = folder.path / "log.db"
    folder.allow(writing=False)
    with Process(db) as early:
        early.ask_all(GAME.requests[:10])
        folder.allow(writing=True)
        with Process(db) as late:
            assert late.ask(STATE)["code"] == "no_game"
            assert saved(early.ask_all(GAME.requests[10:20])) == UNSAVED
            assert early.ask({"do": "games"})["ok"]
            assert not early.ask(GAME.requests[0])["saved"]
        assert early.ask(GAME.requests[1])["saved"]
    check(run_process(db, STATE, LOG), GAME, 2)


def test_an_entry_that_counted_although_its_commit_failed_is_not_written_twice(
    db: Path, monkeypatch: pytest.MonkeyPatch
):
    real = Store.write

    def commit_and_fail(store: Store, writes: Sequence[Write]) -> None:
        real(store, writes)
        store.drop()
        raise LogUnavailableError("the disk fell over after the fact")

    with closing(Journal.open(db)) as journal:
        conversation = Conversation(Referee(journal))
        for number, request in enumerate(GAME.requests):
            monkeypatch.setattr(Store, "write", commit_and_fail if number % 3 == 0 else real)
            assert conversation.answer(dumped(request))["saved"] == (number % 3 != 0)
    check(run(db, STATE, LOG), GAME, len(GAME))
