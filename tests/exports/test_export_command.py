"""python -m companion export, as people type it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from exported import WORDS, Evening
from PIL import Image

from companion.__main__ import main
from companion.exports import command
from companion.exports.formats.game_json import read_games
from companion.exports.sticks import Stick

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Three games: of two and three players finished, of two begun."""
    file = tmp_path / "games.db"
    evening = Evening(file).record("two-players").record("three-players")
    evening.begin(["Anna", "Ben"])
    evening.journal.close()
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "stick"
    made.mkdir()
    return made


def companion(*arguments: object, **environment: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )


def test_a_game_by_its_number_as_everything(db: Path, folder: Path):
    ended = companion("export", "1", "--db", db, "--to", folder)
    assert (ended.returncode, ended.stderr) == (0, "")
    files = sorted(folder.iterdir())
    assert [f"Saved: {file}" for file in files] == sorted(ended.stdout.splitlines())
    endings = [file.name.partition(file.name[27:63])[2] for file in files]
    assert endings == ["-entries.csv", "-players.csv", ".bgsplay", ".json", ".pdf", ".png"]
    (record,) = read_games(next(folder.glob("*.json")).read_text("utf-8"))
    assert record.stored.names == ("Ana", "Bo")
    assert all(record.stored.uuid in file.name for file in files)
    assert Image.open(io.BytesIO(next(folder.glob("*.png")).read_bytes())).width == 1080


def test_all_games_are_in_one_file_and_have_a_picture_each(db: Path, folder: Path, capsys):
    assert main(["export", "--all", "--db", str(db), "--to", str(folder)]) == 0
    said = capsys.readouterr().out
    (file,) = folder.glob("*.json")
    records = read_games(file.read_text("utf-8"))
    assert [record.stored.names for record in records] == [
        ("Ana", "Bo"),
        ("Ana", "Bo", "Cy"),
        ("Anna", "Ben"),
    ]
    assert len(list(folder.glob("*.png"))) == len(list(folder.glob("*.pdf"))) == 3
    (plays,) = folder.glob("*.bgsplay")
    assert len(json.loads(plays.read_text("utf-8"))["plays"]) == 2
    assert said.endswith("Anna and Ben's game isn't over. BG Stats only takes finished games.\n")
    assert len(list(folder.iterdir())) == 2 + 1 + 1 + 6


def test_the_last_game_is_meant_where_none_is_named(db: Path, folder: Path):
    assert main(["export", "--db", str(db), "--to", str(folder), "--as", "json"]) == 0
    (record,) = read_games(next(folder.iterdir()).read_text("utf-8"))
    assert record.stored.names == ("Anna", "Ben")


def test_another_export_never_touches_another_games_files(db: Path, folder: Path):
    for game in ("1", "2", "1"):
        assert main(["export", game, "--db", str(db), "--to", str(folder), "--as", "csv"]) == 0
    assert len(list(folder.iterdir())) == 4
    main(["export", "--all", "--db", str(db), "--to", str(folder), "--as", "csv"])
    assert len(list(folder.iterdir())) == 6


def test_what_is_wrong_is_said_in_a_sentence(db: Path, folder: Path, tmp_path: Path, capsys):
    there, to = ["--db", str(db)], ["--to", str(folder)]
    for arguments, sentence in (
        (["9", *there, *to], "There's no game 9. 'games' lists them."),
        (["--db", str(tmp_path / "none"), *to], "doesn't exist."),
        ([*there, "--to", str(tmp_path / "gone"), "--as", "json"], "Couldn't write"),
        (["1", *there, "--print", str(tmp_path / "lp0")], "Nothing was printed on"),
    ):
        assert main(["export", *arguments]) == 1
        assert sentence in capsys.readouterr().out
    assert list(folder.iterdir()) == []
    with pytest.raises(SystemExit) as ended:
        main(["export", *there, *to, "--as", "csv,xls"])
    assert ended.value.code == 2
    assert "'xls' is not one of csv, json, bgstats, png, pdf" in capsys.readouterr().err


def test_without_a_folder_the_only_stick_is_taken(db: Path, folder: Path, monkeypatch, capsys):
    asked = ["export", "1", "--db", str(db), "--as", "json"]
    monkeypatch.setattr(command, "sticks", list)
    assert main(asked) == 1
    assert capsys.readouterr().out == f"{WORDS.no_stick()}\n"
    stick = Stick("stick", folder)
    monkeypatch.setattr(command, "sticks", lambda: [stick, stick])
    assert main(asked) == 1
    assert "Several USB sticks" in capsys.readouterr().out
    monkeypatch.setattr(command, "sticks", lambda: [stick])
    assert main(asked) == 0
    assert len(list(folder.iterdir())) == 1


def test_a_stick_pulled_in_mid_export_leaves_whole_files_only(db: Path, tmp_path: Path, capsys):
    """The stick takes the tables and the data, and is full before the pictures."""
    stick = tmp_path / "small"
    stick.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=120k", "none", str(stick)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount")
    try:
        asked = ["export", "1", "--db", str(db), "--to", str(stick), "--as", "csv,bgstats,pdf"]
        assert main(asked) == 1
        *written, failed = capsys.readouterr().out.splitlines()
        files = sorted(stick.iterdir())
        assert sorted(written) == [f"Saved: {file}" for file in files]
        assert len(files) == 3
        assert "(No space left on device)" in failed
        assert json.loads(next(stick.glob("*.bgsplay")).read_text("utf-8"))["plays"]
    finally:
        subprocess.run(["umount", "--lazy", str(stick)], check=True)


def test_only_a_receipt_needs_no_folder(db: Path, tmp_path: Path, capsys):
    paper = tmp_path / "lp0"
    paper.touch()
    assert main(["export", "1", "--db", str(db), "--print", str(paper)]) == 0
    assert capsys.readouterr().out == f"Printed on {paper}.\n"
    assert b"The Heart of Africa" in paper.read_bytes()


def test_a_missing_package_is_asked_for_by_name(db: Path, folder: Path, tmp_path: Path):
    """As in the base install: data still goes out, pictures say what they need."""
    absent = tmp_path / "absent"
    absent.mkdir()
    for module in ("PIL", "segno", "escpos"):
        text = f"raise ModuleNotFoundError('hidden', name='{module}')"
        (absent / f"{module}.py").write_text(text)
    asked = ["export", "1", "--db", db, "--to", folder]
    ended = companion(*asked, "--as", "csv,json,bgstats", PYTHONPATH=str(absent))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert len(list(folder.iterdir())) == 4
    for more, package, extra in (
        (("--as", "png"), "PIL", "exports"),
        (("--print", "/dev/usb/lp0"), "escpos", "receipt"),
    ):
        ended = companion(*asked, *more, PYTHONPATH=str(absent))
        assert ended.returncode == 1
        assert f"needs the package {package}" in ended.stdout
        assert f"pip install 'stationmaster[{extra}]'" in ended.stdout
