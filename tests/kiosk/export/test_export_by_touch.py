"""Games out of the kiosk under fingers: onto a folder standing for the stick, and as a code."""

import csv
import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import pypdf
import pytest
import zxingcpp
from fingers import SIZES, Kiosk
from kivy.clock import Clock
from kivy.core.window import Window
from PIL import Image, ImageFilter

from companion.exports.formats.game_json import read_games
from companion.exports.sticks import Stick
from companion.game.commands import DrawCards, Pass
from companion.words import translations
from kiosk import screens
from kiosk.export import screen as export
from kiosk.export import writer
from kiosk.export.qr_code import QrCode
from kiosk.export.view import ExportDone, ExportFailure
from kiosk.export.writer import STAND_IN, ExportJob, ExportRequest, GameSource, find_sticks
from kiosk.past_games.games import GamePad
from kiosk.phones.score_link import ScoreLinkSheet
from kiosk.widgets.basics import Tile
from tests.gallery.sample_game import new_game, play_to_the_end

Open = Callable[..., Kiosk]
ROOT = Path(__file__).parents[3]
every_size = pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for a stick, and is looked for often."""
    folder = tmp_path / "KINGSTON"
    folder.mkdir()
    monkeypatch.setenv(STAND_IN, str(folder))
    monkeypatch.setattr(export, "STICK_POLL_INTERVAL", 0.05)
    return folder


@pytest.fixture
def small_stick(stick: Path) -> Iterator[Path]:
    """A file system of its own, with room for little."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(stick)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"needs the right to mount: {done.stderr.strip()}")
    yield stick
    subprocess.run(["umount", "--lazy", str(stick)], check=False, capture_output=True)


def until(kiosk: Kiosk, so: Callable[[], bool], seconds: float = 60) -> None:
    """Let the app run until it is so."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, kiosk.texts()
        kiosk.frames(1)
        time.sleep(0.002)
    kiosk.frames()


def show(kiosk: Kiosk, **given: object) -> None:
    kiosk.app.go(screens.export, **given)
    kiosk.app.exports.wait()
    kiosk.frames()
    kiosk.taps = 0


def finished(kiosk: Kiosk, players: int = 2) -> None:
    play_to_the_end(kiosk.app, players)


def done(kiosk: Kiosk) -> None:
    until(kiosk, lambda: isinstance(kiosk.app.exports.outcome, (ExportDone, ExportFailure)))


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


# --- onto the stick ---


@every_size
@pytest.mark.parametrize(
    ("tile", "endings"),
    [
        ("Score sheet", [".png"]),
        ("Score sheet to print", [".pdf"]),
        ("Tables", ["-entries.csv", "-players.csv"]),
        ("All data", [".json"]),
        ("BG Stats file", [".bgsplay"]),
    ],
)
def test_one_tap_writes_a_kind(
    open_kiosk: Open, stick: Path, size: tuple[int, int], tile: str, endings: list[str]
):
    kiosk = open_kiosk(size=size)
    finished(kiosk)
    show(kiosk)
    assert kiosk.sees("KINGSTON")
    kiosk.tap(tile)
    assert kiosk.taps == 1
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON: ")
    assert kiosk.sees("You can unplug it now.")
    game = kiosk.referee.game.uuid
    assert [name.split(game)[1] for name in names(stick)] == endings
    for name in names(stick):
        check_file(stick / name, kiosk)


def check_file(file: Path, kiosk: Kiosk) -> None:
    """That a file is whole, and about the players."""
    data, people = file.read_bytes(), [seat.name for seat in kiosk.referee.game.state.seats]
    if file.suffix == ".png":
        Image.open(io.BytesIO(data)).load()
    elif file.suffix == ".pdf":
        assert len(pypdf.PdfReader(io.BytesIO(data)).pages) == 1
    elif file.suffix == ".csv":
        rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
        if file.stem.endswith("players"):
            assert {row["player"] for row in rows} >= set(people)
        else:
            assert len(rows) >= kiosk.referee.seq
    elif file.suffix == ".json":
        assert kiosk.referee.game.uuid in [
            record.stored.uuid for record in read_games(data.decode())
        ]
    else:
        assert {row["name"] for row in json.loads(data)["players"]} >= set(people)


def test_everything_of_all_games(open_kiosk: Open, stick: Path, games_file: Path):
    kiosk = open_kiosk(file=games_file)
    finished(kiosk, 3)
    finished(kiosk, 2)
    kiosk.referee.submit(new_game(2))
    show(kiosk)
    kiosk.tap("All games (3)")
    kiosk.tap("Everything")
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON: PNG image, PDF, CSV, JSON and BG Stats (10 files).")
    assert kiosk.sees("1 unfinished game isn't in the BG Stats file.")
    assert [name.rpartition(".")[2] for name in names(stick)].count("png") == 3
    assert not [name for name in names(stick) if name.startswith(".")]
    for name in names(stick):
        check_file(stick / name, kiosk)
    (plays,) = stick.glob("*.bgsplay")
    assert len(json.loads(plays.read_text())["plays"]) == 2


def test_more_games_than_memory_should_hold_make_several_files(
    open_kiosk: Open, stick: Path, games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writer, "GAMES_AT_ONCE", 2)
    kiosk = open_kiosk(file=games_file)
    for _ in range(5):
        kiosk.referee.submit(new_game(2))
    show(kiosk)
    kiosk.tap("All games (5)")
    kiosk.tap("All data")
    done(kiosk)
    assert kiosk.sees("(3 files)")
    read = [
        record.stored.uuid for file in stick.iterdir() for record in read_games(file.read_text())
    ]
    assert sorted(read) == sorted(line.uuid for line in kiosk.referee.games())


def test_any_game_can_be_exported_and_close_leads_back(
    open_kiosk: Open, stick: Path, games_file: Path
):
    before = open_kiosk(file=games_file)
    finished(before)
    other = before.referee.game.uuid
    before.referee.submit(new_game(3))
    before.close()
    kiosk = open_kiosk(file=games_file)  # memory has only the game on the table
    kiosk.app.go(screens.games)
    kiosk.frames()
    pad = next(pad for pad in kiosk.widgets(GamePad) if pad.row.uuid == other)
    kiosk.tap(next(part for part in pad.walk(restrict=True) if isinstance(part, Tile)))
    assert kiosk.app.screen_name == "export"
    until(kiosk, lambda: kiosk.sees("KINGSTON"))
    kiosk.tap("BG Stats file")
    done(kiosk)
    (file,) = stick.iterdir()
    assert other in file.name
    kiosk.app.screen.close()
    assert kiosk.app.screen_name == "games"


def test_what_the_disk_refused_is_exported_all_the_same(
    open_kiosk: Open, stick: Path, games_file: Path, monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(file=games_file)
    kiosk.referee.submit(new_game(2))
    monkeypatch.setattr(kiosk.journal, "_save", lambda: False)
    kiosk.referee.submit(DrawCards(("train", "train")))
    show(kiosk)
    kiosk.tap("All data")
    done(kiosk)
    (file,) = stick.iterdir()
    (record,) = read_games(file.read_text())
    assert len(record.stored.entries) == 2


def test_the_game_goes_on_while_it_is_written(open_kiosk: Open, stick: Path):
    usual = sys.getswitchinterval()
    kiosk = open_kiosk(2)
    show(kiosk)
    kiosk.tap("Everything")
    assert kiosk.app.exports.busy
    kiosk.app.screen.close()
    kiosk.frames()
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert kiosk.referee.seq == 2
    assert kiosk.app.exports.busy  # a score sheet takes longer than two taps
    assert sys.getswitchinterval() < usual  # and the screen waits less for it
    kiosk.app.go(screens.menu)
    kiosk.frames()
    kiosk.tap("Export")
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON")
    assert kiosk.sees("1 unfinished game isn't in the BG Stats file.")
    assert sys.getswitchinterval() == usual
    (file,) = stick.glob("*.json")
    (record,) = read_games(file.read_text())
    assert len(record.stored.entries) == 1  # as it was when it was asked for


def test_it_can_be_stopped(open_kiosk: Open, stick: Path):
    kiosk = open_kiosk()
    finished(kiosk)
    show(kiosk)
    kiosk.tap("Everything")
    kiosk.tap("Stop")
    done(kiosk)
    assert kiosk.sees("Stopped.")
    assert len(names(stick)) < 6
    kiosk.tap("Tables")
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON: CSV (2 files).")


# --- the stick comes and goes ---


def test_a_stick_is_seen_coming_and_going(open_kiosk: Open, stick: Path):
    away = stick.with_name("away")
    stick.rename(away)
    kiosk = open_kiosk(2)
    show(kiosk)
    assert kiosk.sees("No USB stick: plug one in")
    kiosk.tap("Tables")
    assert kiosk.sees("Plug in a USB stick first")
    assert not kiosk.app.exports.busy
    away.rename(stick)
    until(kiosk, lambda: kiosk.sees("KINGSTON"))
    stick.rename(away)
    until(kiosk, lambda: kiosk.sees("No USB stick: plug one in"))
    assert names(away) == []


@every_size
def test_a_stick_unplugged_in_mid_export_is_said_and_leaves_nothing_half(
    open_kiosk: Open, stick: Path, size: tuple[int, int]
):
    kiosk = open_kiosk(size=size)
    finished(kiosk, 3)
    finished(kiosk, 2)
    show(kiosk)
    kiosk.tap("All games (2)")
    kiosk.tap("Everything")
    until(kiosk, lambda: bool(list(stick.glob("*.png"))))
    away = stick.with_name("away")
    stick.rename(away)
    done(kiosk)
    assert kiosk.sees("KINGSTON was unplugged.")
    assert kiosk.sees("nothing was left half-written")
    until(kiosk, lambda: kiosk.sees("No USB stick: plug one in"))
    assert not stick.exists()
    there = names(away)
    finished_files = kiosk.app.exports.outcome.files
    assert there
    assert finished_files <= len(there) <= finished_files + 1 < 8  # one may not have been synced
    for name in there:
        check_file(away / name, kiosk)
    kiosk.referee.submit(new_game(2))  # and the game goes on
    away.rename(stick)
    until(kiosk, lambda: kiosk.sees("KINGSTON") and not kiosk.sees("No USB stick"))
    kiosk.tap("All data")
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON: JSON (1 file).")


def test_a_full_stick_is_said(open_kiosk: Open, small_stick: Path):
    kiosk = open_kiosk()
    finished(kiosk)
    show(kiosk)
    kiosk.tap("Everything")
    done(kiosk)
    assert kiosk.sees("KINGSTON is full.")
    assert [Path(name).suffix for name in names(small_stick)] == [".png"]
    check_file(small_stick / names(small_stick)[0], kiosk)


def test_a_read_only_stick_is_said_before_and_in_the_midst(open_kiosk: Open, small_stick: Path):
    kiosk = open_kiosk()
    finished(kiosk)
    show(kiosk)
    kiosk.tap("Everything")
    subprocess.run(["mount", "-o", "remount,ro", str(small_stick)], check=True)
    done(kiosk)
    assert kiosk.sees("KINGSTON is read-only. No files were saved")
    until(kiosk, lambda: "KINGSTON is read-only" in kiosk.texts())
    kiosk.tap("Tables")
    assert kiosk.sees("Can't write to KINGSTON: it's read-only.")
    assert names(small_stick) == []


def test_a_folder_left_behind_by_a_pulled_stick_is_not_written_to(open_kiosk: Open, tmp_path: Path):
    """Its mount is gone, but the folder is there: on the kiosk's own disk."""
    kiosk = open_kiosk(2)
    folder = tmp_path / "usb0"
    folder.mkdir()
    shelf = GameSource.of(kiosk.referee, translations())
    order = ExportRequest(Stick("usb0", folder), ("csv",), (kiosk.referee.game.uuid,), shelf)
    *_, last = ExportJob(order, list, threading.Event()).outcomes()
    assert (last.why, last.files) == ("gone", 0)
    assert names(folder) == []


def test_without_the_variable_the_sticks_of_this_system_are_found(tmp_path: Path):
    assert find_sticks({STAND_IN: str(tmp_path)}) == [Stick(tmp_path.name, tmp_path)]
    assert find_sticks({STAND_IN: str(tmp_path / "none")}) == []
    assert all(stick.folder != tmp_path for stick in find_sticks({}))


def test_an_idle_screen_with_a_stick_draws_nothing(
    open_kiosk: Open, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(2)
    show(kiosk)
    kiosk.wait(1.3)  # what a start loads later
    frames: list[float] = []
    flip = Window.flip
    monkeypatch.setattr(Window, "flip", lambda: (frames.append(Clock.get_time()), flip()))
    kiosk.wait(0.5)
    assert frames == []


def test_a_screen_that_is_left_looks_no_longer(open_kiosk: Open, stick: Path):
    kiosk = open_kiosk(2)
    show(kiosk)
    kiosk.app.home()
    kiosk.app.exports.wait()
    kiosk.frames()
    stick.rmdir()
    kiosk.wait(0.2)
    assert kiosk.app.exports.sticks  # nobody has asked since


# --- what is missing ---


def test_a_missing_package_is_said_and_the_rest_written(
    open_kiosk: Open, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "companion.exports.formats.score_sheet", raising=False)
    monkeypatch.delitem(sys.modules, "companion.exports.formats.canvas", raising=False)
    monkeypatch.delattr("companion.exports.formats.score_sheet", raising=False)
    monkeypatch.delattr("companion.exports.formats.canvas", raising=False)
    kiosk = open_kiosk()
    finished(kiosk)
    show(kiosk)
    kiosk.tap("Everything")
    done(kiosk)
    assert kiosk.sees("Saved to KINGSTON: CSV, JSON and BG Stats (4 files).")
    assert kiosk.sees("PNG image and PDF: the package PIL is missing")
    assert len(names(stick)) == 4


def test_without_segno_there_is_a_sentence_in_place_of_the_code(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "segno", None)
    kiosk = open_kiosk()
    finished(kiosk)
    show(kiosk)
    kiosk.tap("QR code for BG Stats")
    until(kiosk, lambda: kiosk.sees("QR code: the package segno is missing"))


def test_a_fault_of_our_own_is_shown_and_the_game_goes_on(
    open_kiosk: Open, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    def broken(*args: object) -> None:
        raise ZeroDivisionError("on purpose")

    kiosk = open_kiosk(2)
    show(kiosk)
    monkeypatch.setattr(writer, "documents", broken)
    kiosk.tap("Tables")
    until(kiosk, lambda: kiosk.app.screen_name == "fault")
    assert not kiosk.app.exports.busy
    kiosk.tap("Back to the table")
    kiosk.referee.submit(Pass())
    assert names(stick) == []


# --- the code ---


@every_size
def test_the_code_is_opened_and_closed(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    finished(kiosk, 5)
    show(kiosk)
    kiosk.tap("QR code for BG Stats")
    until(kiosk, lambda: kiosk.app.root.sheet.code is not None)
    (shown,) = kiosk.widgets(QrCode)
    assert shown.pixels >= 2
    assert shown.pixels * (shown.code.size + 8) <= min(size)
    assert kiosk.sees("scan this with a phone")
    kiosk.tap(next(part for part in kiosk.widgets(Tile) if part.icon == "close"))
    assert kiosk.app.root.sheet is None
    assert kiosk.app.screen_name == "export"
    assert kiosk.taps == 2


@every_size
def test_the_score_sheet_for_phones_is_a_tap_from_export_and_result(
    open_kiosk: Open, size: tuple[int, int]
):
    kiosk = open_kiosk(size=size)
    finished(kiosk)
    kiosk.app.home()
    kiosk.frames()
    for ways in (("Score sheet",), ("Export", "Score sheet for phones")):
        for word in ways:
            kiosk.tap(word)
        assert isinstance(kiosk.app.sheet, ScoreLinkSheet)
        assert not kiosk.sees("BG Stats")
        kiosk.tap(next(part for part in kiosk.widgets(Tile) if part.icon == "close"))
    assert kiosk.app.screen_name == "export"


def test_the_code_of_a_game_that_is_not_over_says_so(open_kiosk: Open):
    kiosk = open_kiosk(2)
    show(kiosk)
    kiosk.tap("QR code for BG Stats")
    assert kiosk.sees("Anna and Ben's game isn't over. BG Stats only takes finished games.")
    assert kiosk.app.root.sheet.code is None
    kiosk.tap(next(part for part in kiosk.widgets(Tile) if part.icon == "close"))
    assert kiosk.app.screen_name == "export"


def test_without_any_game_nothing_breaks(open_kiosk: Open, stick: Path):
    kiosk = open_kiosk()
    show(kiosk)
    for tile in ("Everything", "All games (0)", "All data", "QR code for BG Stats"):
        kiosk.tap(tile)
    assert kiosk.sees("No game has been played here yet.")
    assert names(stick) == []


# A window of its own, large enough for every size; the truth is told by the game, not by exports.
GROUPS = [
    *("800x480-night", "1280x720-night", "720x1280-night"),
    *("800x480-day", "800x480-contrast"),
]
RENDER = """
import json, sys
from dataclasses import replace
from pathlib import Path
from kiosk.machine import environment
environment.prepare()
from tests.gallery.pictures import render_all
from tests.gallery.scenes import SCENES

truths = []

def noted(show):
    def note(app):
        show(app)
        game = app.referee.game
        started = game.entries[0].started
        truths.append({
            "uuid": game.uuid, "turns": game.state.turns,
            "players": [
                {"name": seat.name, "sourcePlayerId": starter.player, "role": starter.color,
                 "startPlayer": at == started.first, "score": card.total}
                for at, (seat, starter, card)
                in enumerate(zip(game.state.seats, started.starters, game.state.result))
            ],
        })
    return note

scenes = [replace(scene, show=noted(scene.show)) for scene in SCENES if scene.name == "qr-code"]
render_all(Path(sys.argv[1]), scenes)
Path(sys.argv[1], "truths.json").write_text(json.dumps(truths))
"""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, dict]]:
    """The real window with the code at every size and in both themes, and what is true."""
    folder = tmp_path_factory.mktemp("codes")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
    ended = subprocess.run(
        [sys.executable, "-c", RENDER, str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    truths = json.loads((folder / "truths.json").read_text())
    return {
        group: (folder / group / "qr-code.png", truth)
        for group, truth in zip(GROUPS, truths, strict=True)
    }


@pytest.mark.parametrize("group", GROUPS)
def test_a_blurred_screenshot_is_read_by_another_program_field_by_field(
    pictures: dict[str, tuple[Path, dict]], group: str
):
    file, truth = pictures[group]
    picture = Image.open(file).convert("RGB")
    assert f"{picture.width}x{picture.height}" == group.rpartition("-")[0]
    assert picture.getpixel((1, 1)) == picture.getpixel((9, 9)) == (255, 255, 255)  # any theme
    (found,) = zxingcpp.read_barcodes(picture.filter(ImageFilter.GaussianBlur(1.2)))
    assert found.text.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    data = json.loads(unquote(found.text.split("?data=")[1]))
    comments, players = data.pop("comments"), data.pop("players")
    assert data == {
        "sourceName": "Stationmaster",
        "sourcePlayId": truth["uuid"],
        "playDate": "2026-11-14 20:41:00",
        "durationMin": 0,
        "board": "Heart of Africa",
        "game": {
            "name": "Ticket to Ride",
            "sourceGameId": "ticket-to-ride-heart-of-africa",
            "highestWins": True,
            "noPoints": False,
        },
    }
    scores = [row["score"] for row in truth["players"]]
    for row, true in zip(players, truth["players"], strict=True):
        rank = 1 + sum(score > true["score"] for score in scores)
        assert row == {**true, "rank": rank, "winner": rank == 1}
    assert len(set(scores)) == len(scores)  # no tie-break in it
    assert comments.endswith(f"\n{truth['turns']} turns")
    for true in truth["players"]:
        assert f"{true['name']} {true['score']}: " in comments
