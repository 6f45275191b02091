"""A damaged log gives up all its games, and a recovery cut short at any step loses nothing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from damage import LOG, STATE, TwoGames
from program import COMMAND, ROOT, run
from scripts import (
    LONG_WHY,
    PLAYERS,
    Json,
    Script,
    dumped,
    finished_game,
    random_game,
    shown,
    told,
)

from companion.board import standard_board
from companion.journal import Journal
from companion.journal import store as store_module
from companion.journal.salvage import salvage
from companion.protocol import Conversation
from companion.referee import Referee

PAGE = 4096


class Evenings:
    """A file with thousands of entries in many games, some rows longer than a page."""

    def __init__(self, folder: Path) -> None:
        path = folder / "evenings.db"
        scripts = [*(random_game(300, seed) for seed in range(6)), finished_game()]
        self.games: dict[str, Script] = {}
        for script in scripts:
            answers = run(path, *script.requests).answers
            self.games[answers[-1]["game"]] = script
        self.data = path.read_bytes()

    def check(self, path: Path) -> None:
        """Every game is there, entry for entry."""
        opened = run(path, STATE, {"do": "games"})
        assert "The log was damaged" in opened.err
        assert "lost" not in opened.err
        state, listed = opened.answers
        assert state["game"] == list(self.games)[-1]
        assert [line["game"] for line in listed["games"]] == list(self.games)
        for game, script in self.games.items():
            resumed = run(path, {"do": "resume", "game": game}, STATE, LOG)
            assert shown(resumed.answers[1]) == script.states[-1]
            assert told(resumed.answers[2]) == script.logs[-1]


@pytest.fixture(scope="module")
def evenings(quick: Path) -> Evenings:
    return Evenings(quick)


def without_first_page(data: bytes) -> bytes:
    return bytes(PAGE) + data[PAGE:]


def with_garbage_for_schema(data: bytes) -> bytes:
    """The header is whole, the list of tables behind it is not."""
    return data[:100] + random.Random(1).randbytes(PAGE - 100) + data[PAGE:]


def without_inner_pages(data: bytes) -> bytes:
    """Everything that says where things are is gone: indexes and inner pages of tables."""
    pages = [data[start : start + PAGE] for start in range(0, len(data), PAGE)]
    return b"".join(page if page[0] in (0x0D, 0x00) else bytes(PAGE) for page in pages)


@pytest.mark.parametrize("harm", [without_first_page, with_garbage_for_schema, without_inner_pages])
def test_every_game_is_recovered_where_only_the_way_to_it_is_lost(
    evenings: Evenings, scratch: Path, harm
):
    path = scratch / "log.db"
    path.write_bytes(harm(evenings.data))
    evenings.check(path)


def test_the_file_to_be_recovered_has_thousands_of_rows_and_some_longer_than_a_page(
    evenings: Evenings, scratch: Path
):
    path = scratch / "log.db"
    path.write_bytes(without_first_page(evenings.data))
    rows = [row for rows in salvage(path).rows.values() for row in rows]
    assert len(rows) == sum(len(script) for script in evenings.games.values()) > 1800
    assert any(LONG_WHY.strip() in row.request for row in rows)


def test_a_ring_of_overflow_pages_is_not_followed_for_ever(scratch: Path):
    path = scratch / "log.db"
    leaf = bytearray(PAGE)
    leaf[:10] = bytes((0x0D, 0, 0, 0, 1, 0, 0, 0, 0, 100))
    leaf[100:110] = bytes((0xFF,) * 7 + (0x7F, 1, 2))  # a record of 2**56 bytes
    ring = (2).to_bytes(4) * (PAGE // 4)
    path.write_bytes(leaf + ring + ring)
    assert salvage(path).rows == {}


# --- cut short ---


class Pulled(BaseException):
    """The plug."""


class Plug:
    """Pulled at the given step of those that change something on disk."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, step: int, error: type[BaseException]):
        self.steps = 0
        for owner, name in ((os, "replace"), (os, "fsync"), (Path, "unlink"), (shutil, "copyfile")):
            self._wrap(monkeypatch, owner, name, step, error)

    def _wrap(self, monkeypatch, owner, name: str, step: int, error: type[BaseException]) -> None:
        real = getattr(owner, name)

        def wrapped(*arguments, **options):
            self.steps += 1
            if self.steps == step:
                raise error(f"at step {step}: {name}")
            return real(*arguments, **options)

        monkeypatch.setattr(owner, name, wrapped)


def harmed(two_games: TwoGames, folder: Path, step: int) -> Path:
    """A file that has lost its way, in a folder of its own."""
    path = folder / str(step) / "log.db"
    path.parent.mkdir()
    path.write_bytes(without_first_page(two_games.data))
    return path


def check_whole(path: Path, two_games: TwoGames) -> None:
    opened = run(path, STATE)
    assert shown(opened.answers[0]) == two_games.games[two_games.on_table].states[-1]
    copies = list(path.parent.glob("*.damaged-*[0-9]"))
    assert [copy.read_bytes() for copy in copies] == [without_first_page(two_games.data)]
    assert {file.name.removeprefix("log.db") for file in path.parent.iterdir()} == {
        "",
        ".lock",
        ".damaged-1",
    }


def test_a_recovery_cut_short_at_any_step_is_done_again(
    two_games: TwoGames, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    step, steps = 0, 1
    while step < steps:
        step += 1
        path = harmed(two_games, scratch, step)
        with monkeypatch.context() as patch:
            plug = Plug(patch, step, Pulled)
            try:
                Journal.open(path).close()
            except Pulled:
                steps += 1
        check_whole(path, two_games)
    assert step > 10
    assert plug.steps < step


def test_a_recovery_that_the_disk_refuses_at_any_step_is_done_at_the_next_change(
    two_games: TwoGames, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    for step in range(1, 14):
        path = harmed(two_games, scratch, step)
        with monkeypatch.context() as patch:
            Plug(patch, step, OSError)
            opened = run(path, *random_game(5, 5).requests, {"do": "games"})
        assert (opened.code, "Traceback" in opened.err) == (0, False)
        assert opened.answers[-2]["saved"]
        assert {game["seq"] for game in opened.answers[-1]["games"]} == {5, 30, 60}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_recovery_killed_at_any_system_call_that_changes_something_is_done_again(
    two_games: TwoGames, scratch: Path
):
    calls = "fsync,fdatasync,rename,unlink,ftruncate,pwrite64,copy_file_range,sendfile"
    for step in (*range(1, 20), *range(20, 400, 9)):
        path = harmed(two_games, scratch, step)
        inject = f"inject={calls}:signal=KILL:when={step}"
        done = subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", inject, *COMMAND, "--db", str(path)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        check_whole(path, two_games)
        if done.returncode == 0:
            return
    pytest.fail("it never came to its end")


# --- damage that shows while a game is on ---


def play(conversation: Conversation, requests: tuple[Json, ...]) -> list[bool]:
    return [conversation.answer(dumped(request))["saved"] for request in requests]


def test_damage_found_in_the_midst_of_a_game_costs_none_of_it(
    db: Path, monkeypatch: pytest.MonkeyPatch
):
    game = random_game(30)
    run(db, *random_game(12, 4, PLAYERS[:2]).requests)
    real = store_module.write_all

    def fail_once(*arguments: object) -> None:
        monkeypatch.setattr(store_module, "write_all", real)
        size = db.stat().st_size
        db.write_bytes(bytes(size))
        Path(f"{db}-wal").write_bytes(b"")
        raise sqlite3.DatabaseError("database disk image is malformed")

    with closing(Journal.open(db)) as journal:
        conversation = Conversation(Referee(journal, standard_board()))
        assert all(play(conversation, game.requests[:20]))
        monkeypatch.setattr(store_module, "write_all", fail_once)
        assert all(play(conversation, game.requests[20:]))
        assert len(journal.reports) == 1
    opened = run(db, STATE, LOG)
    assert opened.err == ""
    assert shown(opened.answers[0]) == game.states[-1]
    assert told(opened.answers[1]) == game.logs[-1]
