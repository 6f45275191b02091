"""Whatever stands where a file should be: it is said, and nothing waits for it or is written."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.atomic_files import read_regular_file, write_atomically
from companion.chosen_language import LARGEST_SETTINGS
from companion.journal import Journal, LogRefusedError
from hardware.ports.cable import open_serial
from hardware.ports.discovery import is_port
from hardware.ports.status import NoPortError
from hardware.wiring import file as wiring
from hardware.wiring.model import Reading, Wiring
from hardware.wiring.reading import read
from kiosk.settings.file import Settings, load, save

BRACKETS = "[" * 100_000


def fifo(file: Path) -> None:
    os.mkfifo(file)


def device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def folder(file: Path) -> None:
    file.mkdir()


SPECIAL = pytest.mark.parametrize("make", [fifo, device, folder])
Make = Callable[[Path], None]


@pytest.mark.parametrize(
    "content", [BRACKETS, " " * (LARGEST_SETTINGS + 1), "{", "\x00", '{"a": NaN']
)
def test_settings_that_cannot_be_read_are_as_usual_and_that_is_said(tmp_path: Path, content: str):
    file = tmp_path / "settings.json"
    file.write_text(content)
    told: list[str] = []
    assert load(file, told.append) == Settings(language="")
    assert len(told) == 1
    assert told[0]


@SPECIAL
def test_settings_in_no_regular_file_are_as_usual_and_said(tmp_path: Path, make: Make):
    make(file := tmp_path / "settings.json")
    told: list[str] = []
    assert load(file, told.append) == Settings(language="")
    assert len(told) == 1


def test_settings_take_the_place_of_a_fifo(tmp_path: Path):
    fifo(file := tmp_path / "settings.json")
    assert save(Settings(theme="day"), file)
    assert load(file).theme == "day"


def test_a_fifo_where_a_file_is_written_first_keeps_nobody_waiting(tmp_path: Path):
    fifo(tmp_path / ".file.part")
    with pytest.raises(OSError, match="No such device"):
        write_atomically(tmp_path / "file", b"x")


@SPECIAL
def test_a_wiring_in_no_regular_file_is_said_and_nothing_is_wired(tmp_path: Path, make: Make):
    make(file := tmp_path / "wiring.toml")
    reading = wiring.load(file)
    assert reading.wiring == Wiring()
    assert [problem.code for problem in reading.problems] == ["unreadable"]
    assert not wiring.save(Wiring(), file)


@pytest.mark.parametrize("text", [BRACKETS, f"a = {BRACKETS}", "?\n" * 49_000])
def test_a_wiring_that_cannot_be_read_is_said_soon(tmp_path: Path, text: str):
    file = tmp_path / "wiring.toml"
    file.write_text(text)
    reading = wiring.load(file)
    assert reading.wiring == Wiring()
    assert reading.problems


def test_a_file_that_grows_for_ever_is_not_read_for_ever(tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(b"x" * 11)
    assert read_regular_file(file, 11) == b"x" * 11
    with pytest.raises(OSError, match="too large"):
        read_regular_file(file, 10)


# --- the database ---


@SPECIAL
def test_a_database_that_is_no_regular_file_is_refused(tmp_path: Path, make: Make):
    make(file := tmp_path / "games.db")
    for opened in (Journal.open, Journal.view):
        with pytest.raises(LogRefusedError):
            opened(file)


@pytest.mark.parametrize("end", ["-wal", "-journal", ".lock"])
def test_no_fifo_beside_it_keeps_the_start_waiting(tmp_path: Path, end: str):
    Journal.open(tmp_path / "games.db").close()
    (tmp_path / f"games.db{end}").unlink(missing_ok=True)
    fifo(tmp_path / f"games.db{end}")
    with pytest.raises(LogRefusedError):
        Journal.open(tmp_path / "games.db")


@SPECIAL
@pytest.mark.parametrize("command", ["referee", "games", "show", "check", "rebuild", "export"])
def test_every_command_says_so_and_ends(
    tmp_path: Path, make: Make, command: str, capsys: pytest.CaptureFixture[str]
):
    make(file := tmp_path / "games.db")
    assert main([command, "--db", str(file)]) == 2
    assert "isn't a regular file" in capsys.readouterr().err


@SPECIAL
def test_an_import_from_no_regular_file_is_refused(
    tmp_path: Path, make: Make, capsys: pytest.CaptureFixture[str]
):
    make(file := tmp_path / "games.json")
    database = tmp_path / "games.db"
    assert main(["import", "--db", str(database), str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    assert main(["tickets", "--db", str(database), "import", str(file)]) == 1


# --- ports ---


@pytest.mark.parametrize("scheme", ["spy", "alt", "hwgrep", "cp2110", "SPY", "file"])
def test_an_address_that_could_write_a_file_is_no_port(tmp_path: Path, scheme: str):
    written = tmp_path / "written"
    where = f"{scheme}:///dev/null?file={written}&class=os.system"
    assert not is_port(where)
    with pytest.raises(NoPortError):
        open_serial(where)
    assert not written.exists()
    for text in (f'[panel]\nwhere = "{where}"', f'[[displays]]\nkind = "x"\nwhere = "{where}"'):
        reading = read(text)
        assert reading.wiring == Wiring()
        assert "no_such_address" in [problem.code for problem in reading.problems]


@pytest.mark.parametrize("where", ["loop://", "socket://host:1", "rfc2217://host:2", "0403:6001"])
def test_what_only_connects_is_a_port(where: str):
    assert read(f"[panel]\nwhere = {json.dumps(where)}") == Reading(Wiring(panel=where))
