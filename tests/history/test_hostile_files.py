"""A file from a stranger: it writes nowhere else, runs nothing, and does not grow without limit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evenings import Group
from test_forged_imports import forgeries, good_file

from companion.__main__ import main
from companion.exports.formats.game_json import InvalidGamesFileError, read_games
from companion.history.command import LARGEST

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
RUNS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty")
RUNS += ("socket.connect", "ctypes.dlopen", "exec", "compile")
MOVES = ("os.rename", "os.remove", "os.link", "os.symlink", "os.mkdir", "os.rmdir", "os.chmod")


@pytest.fixture
def other(folder: Path) -> Iterator[Group]:
    (folder / "other").mkdir()
    group = Group(folder / "other" / "games.db", seed=5)
    yield group
    group.close()


def import_file(group: Group, file: Path) -> int:
    group.close()
    return main(["import", "--db", str(group.file), str(file)])


# --- what is no file, or too much of one ---


def make_fifo(file: Path) -> None:
    os.mkfifo(file)


def make_endless(file: Path) -> None:
    file.symlink_to("/dev/zero")


def make_too_large(file: Path) -> None:
    with file.open("wb") as out:
        out.truncate(LARGEST + 1)


def make_folder(file: Path) -> None:
    file.mkdir()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("make", [make_fifo, make_endless, make_too_large, make_folder])
def test_what_never_ends_is_not_read(
    group: Group, folder: Path, make: Any, capsys: pytest.CaptureFixture[str]
):
    file = folder / "games.json"
    make(file)
    assert import_file(group, file) != 0
    assert "Traceback" not in capsys.readouterr().err


BOMBS = {
    "lists in lists": "[" * 1_000_000,
    "objects in objects": '{"a":' * 200_000,
    "a number without end": "9" * 1_000_000,
    "an exponent without end": '{"version": 1e999999999}',
    "not a number": '{"format": NaN}',
    "no letters": "\0" * 1000,
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("bomb", BOMBS.values(), ids=list(BOMBS))
def test_what_grows_when_it_is_read_is_refused(bomb: str):
    with pytest.raises(InvalidGamesFileError):
        read_games(bomb)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("at", ["format", "version", "boards", "games"])
def test_depth_is_refused_wherever_it_stands(group: Group, other: Group, at: str):
    good = good_file(other)
    deep: Any = []
    for _ in range(900):  # as deep as can be read at all
        deep = [deep]
    good[at] = deep
    with pytest.raises(InvalidGamesFileError):
        group.history.import_games(json.dumps(good))
    assert group.history.count() == 0


def test_the_file_of_games_grows_by_what_is_in_the_import(group: Group, other: Group, folder: Path):
    good = json.dumps(good_file(other))
    before = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
    group.history.import_games(good)
    for _ in range(5):  # the same again is nothing new
        group.history.import_games(good)
    after = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
    assert after - before < 10 * len(good)


# --- what it does to the machine ---


class Watched:
    """What this process does from now on, as Python's own audit tells it; it cannot be unset."""

    def __init__(self, folder: Path) -> None:
        self._folder = f"{folder}/"
        self.found: list[str] = []

    def heed(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in RUNS and not self._is_ours(event, arguments):
            self.found.append(f"{event} {arguments[:1]}")
        elif event in MOVES or (event == "open" and (arguments[2] or 0) & WRITES):
            place = arguments[0]
            if isinstance(place, str | bytes | os.PathLike):
                self._note(event, os.path.realpath(os.fsdecode(place)))

    def _is_ours(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Code of the program itself, as it is loaded: no text of the file."""
        return event in ("exec", "compile") and self._folder not in str(arguments)

    def _note(self, event: str, place: str) -> None:
        if not f"{place}/".startswith(self._folder) and "__pycache__" not in place:
            self.found.append(f"{event} {place}")


def done_by(folder: Path, act: Any) -> str:
    """What a child process did outside a folder while it acted."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            watched = Watched(folder)
            sys.addaudithook(watched.heed)
            act()
            os.write(write, "\n".join(watched.found)[:4000].encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        found = answer.read().decode()
    os.waitpid(child, 0)
    return found


def test_whatever_is_imported_writes_nowhere_else_and_runs_nothing(
    other: Group, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    good = good_file(other)
    hostile = [*forgeries(good).values(), *BOMBS.values(), json.dumps(good)]
    for name in ("../../../tmp/x", "/etc/passwd", "$(touch x)", "`x`", "'; DROP TABLE games; --"):
        hostile.append(json.dumps(good).replace("Anna", name))
    own = folder / "own"
    own.mkdir()
    for kind in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(own))
    for number, text in enumerate(hostile):
        (own / f"{number}.json").write_text(text)

    def import_all() -> None:
        for number in range(len(hostile)):
            main(["import", "--db", str(own / "games.db"), str(own / f"{number}.json")])

    assert done_by(own, import_all) == ""
    assert (own / "games.db").exists()


def test_the_watch_sees_what_is_done_elsewhere(folder: Path):
    def act() -> None:
        (folder / "outside").write_text("x")
        os.system("true")

    found = done_by(folder / "own", act)
    assert "open" in found
    assert "os.system" in found
