"""A recovery cut short at any step loses nothing: the copy is there, and it is done again."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from damage import DAMAGE, STATE, TwoGames
from program import COMMAND, ROOT, run
from pulled import GAME, Pulled
from scripts import Json, random_game, shown

from companion.journal import Journal


class PlugPulled(BaseException):
    """Nothing is done after it."""


class Plug:
    """Pulled at the given step of those that change something on disk."""

    def __init__(self, patch: pytest.MonkeyPatch, step: int, error: type[BaseException]) -> None:
        self.steps = 0
        for owner, name in ((os, "replace"), (os, "fsync"), (Path, "unlink"), (shutil, "copyfile")):
            self._wrap(patch, owner, name, step, error)

    def _wrap(self, patch, owner, name: str, step: int, error: type[BaseException]) -> None:
        real = getattr(owner, name)

        def wrapped(*arguments, **options):
            self.steps += 1
            if self.steps == step or (self.steps > step and error is PlugPulled):
                raise error(f"at step {step}: {name}")
            return real(*arguments, **options)

        patch.setattr(owner, name, wrapped)


@dataclass(frozen=True)
class Harmed:
    """A damaged log, of which every entry can be recovered."""

    files: dict[str, bytes]
    state: Json
    games: set[int]  # by number of entries

    def put(self, folder: Path) -> Path:
        folder.mkdir()
        for end, data in self.files.items():
            (folder / f"log.db{end}").write_bytes(data)
        return folder / "log.db"

    def check(self, path: Path) -> None:
        """The next opening ends what was begun, and leaves one whole copy and nothing else."""
        opened = run(path, STATE)
        assert shown(opened.answers[0]) == self.state
        copies = {f".damaged-1{end}": data for end, data in self.files.items()}
        beside = {file.name.removeprefix("log.db"): file for file in path.parent.iterdir()}
        assert beside.keys() == {"", ".lock", *copies}
        for end, data in copies.items():
            assert beside[end].read_bytes() == data


@pytest.fixture(params=["the file", "the write-ahead log"])
def harmed(request: pytest.FixtureRequest, two_games: TwoGames, pulled: Pulled) -> Harmed:
    if request.param == "the file":
        state = two_games.games[two_games.on_table].states[-1]
        lengths = {len(script) for script in two_games.games.values()}
        return Harmed({"": bytes(4096) + two_games.data[4096:]}, state, lengths)
    wal = bytearray(pulled.wal)
    wal[pulled.sizes[5] + 100] ^= 1
    return Harmed({"": pulled.db, "-wal": bytes(wal)}, GAME.states[-1], {len(GAME)})


def test_a_recovery_cut_short_at_any_step_is_done_again(
    harmed: Harmed, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    step, ended = 0, False
    while not ended:
        step += 1
        path = harmed.put(scratch / str(step))
        with monkeypatch.context() as patch:
            Plug(patch, step, PlugPulled)
            try:
                Journal.open(path).close()
                ended = True
            except PlugPulled:
                pass
        gc.collect()  # with the power its connections went too
        harmed.check(path)
    assert step > 10


def test_a_recovery_that_the_disk_refuses_at_any_step_is_done_at_the_next_change(
    harmed: Harmed, scratch: Path, monkeypatch: pytest.MonkeyPatch
):
    for step in range(1, 16):
        path = harmed.put(scratch / str(step))
        with monkeypatch.context() as patch:
            Plug(patch, step, OSError)
            opened = run(path, *random_game(5, 5).requests, {"do": "games"})
        assert (opened.code, "Traceback" in opened.err) == (0, False)
        assert opened.answers[-2]["saved"]
        assert {game["seq"] for game in opened.answers[-1]["games"]} == {5} | harmed.games


def killed_at() -> Iterator[int]:
    """Each of the first calls, and some of the many later ones; fewer where there is no time."""
    every, later = (1, 9) if DAMAGE > 100 else (4, 36)
    yield from range(1, 20, every)
    yield from range(20, 400, later)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_recovery_killed_at_any_system_call_that_changes_something_is_done_again(
    harmed: Harmed, scratch: Path
):
    calls = "fsync,fdatasync,rename,unlink,ftruncate,pwrite64,copy_file_range,sendfile"
    for step in killed_at():
        path = harmed.put(scratch / str(step))
        inject = f"inject={calls}:signal=KILL:when={step}"
        done = subprocess.run(
            ["strace", "-f", "-o", "/dev/null", "-e", inject, *COMMAND, "--db", str(path)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        harmed.check(path)
        if done.returncode == 0:
            return
    pytest.fail("it never came to its end")
