"""The check-up as a whole: at a terminal, where things are missing, and on the screen."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk

from companion.game.board.board import standard_board
from companion.words import LANGUAGES, Words, translations
from kiosk import screens
from kiosk.doctor import checkup
from kiosk.doctor.checkup import CheckTarget, ScreenProbe, run_checks
from kiosk.doctor.finding import BROKEN, OK, WARNING, Finding
from kiosk.doctor.machine import System
from kiosk.doctor.view import _texts, _titles, lines, summary

ROOT = Path(__file__).parents[3]
WORDS = Words(standard_board(), translations())

# No module of these names can be imported.
HIDDEN = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
sys.argv = ["kiosk", "doctor", "--json"]
import runpy
runpy.run_module("kiosk", run_name="__main__")
"""


def doctor(folder: Path, *command: str, **more: str) -> "subprocess.CompletedProcess[str]":
    homes = {f"XDG_{kind}_HOME": str(folder) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    environment = {**os.environ, **homes, "SDL_VIDEODRIVER": "offscreen", **more}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def states(done: "subprocess.CompletedProcess[str]") -> dict[str, str]:
    assert "Traceback" not in done.stderr, done.stderr
    return {one["check"]: one["state"] for one in json.loads(done.stdout)["checks"]}


def test_everything_is_told_as_data(folder: Path):
    done = doctor(folder, sys.executable, "-m", "kiosk", "doctor", "--json")
    found = states(done)
    assert set(found) == set(_titles(WORDS))
    assert found["screen"] == found["games"] == found["python"] == OK
    assert done.returncode == int(BROKEN in found.values())
    assert not list(folder.rglob("games.db*"))  # it only looks


@pytest.mark.parametrize(
    ("hidden", "broken"),
    [
        ({"kivy"}, set()),
        ({"sqlite_utils"}, {"games"}),
        ({"serial", "gpiozero", "tomlkit", "lgpio"}, set()),
        ({"kivy", "sqlite_utils", "serial", "gpiozero", "tomlkit", "PIL", "segno"}, {"games"}),
    ],
    ids=["no Kivy", "no sqlite-utils", "no devices", "nothing"],
)
def test_it_works_where_what_it_looks_at_is_missing(
    folder: Path, hidden: set[str], broken: set[str]
):
    done = doctor(folder, sys.executable, "-c", HIDDEN.format(hidden=hidden))
    found = states(done)
    assert {check for check, state in found.items() if state == BROKEN} == broken
    assert done.returncode == int(bool(broken))


def test_it_runs_without_a_screen_by_the_one_command(folder: Path):
    done = doctor(folder, "sh", "kiosk/run.sh", "doctor", SDL_VIDEODRIVER="", DISPLAY="")
    assert done.returncode == 0, done.stderr
    assert "Python: 3." in done.stdout
    assert "Can't show anything from here" in done.stdout


def test_what_is_broken_is_told_with_what_mends_it(folder: Path):
    games = folder / "stationmaster" / "games.db"
    games.parent.mkdir()
    games.write_bytes(b"no database at all" * 1000)
    done = doctor(folder, sys.executable, "-m", "kiosk", "doctor")
    assert done.returncode == 1
    assert "$ sh kiosk/run.sh companion rebuild" in done.stdout
    assert "1 problem" in done.stdout


def test_a_driver_that_ends_its_process_ends_nothing_else(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checkup, "_PROBE", "import os; os.abort()")
    assert checkup.probe_screen() == ScreenProbe(why="exit -6")
    monkeypatch.setattr(checkup, "_PROBE", "import time; time.sleep(60)")
    monkeypatch.setattr(checkup, "WINDOW_TIMEOUT", 0.1)
    assert checkup.probe_screen() == ScreenProbe(why="TimeoutExpired")


def test_a_check_that_fails_is_a_finding_and_the_others_go_on(folder: Path):
    def fail() -> ScreenProbe:
        raise RuntimeError("no idea")

    target = CheckTarget(System(folder), folder / "a", folder / "b", folder / "c")
    found = {one.check: one for one in run_checks(target, fail)}
    assert (found["screen"].state, found["screen"].facts["why"]) == (
        BROKEN,
        "RuntimeError: no idea",
    )
    assert list(found)[-1] == "place"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_takes_the_facts_that_its_check_has(code: str):
    """A made-up value for each: a sentence that asks for another would fail."""
    words = Words(standard_board(), translations(code))
    facts = dict.fromkeys(
        "version packages renderer why files names cards program free gigabytes folder now zone"
        " encoding file problems ports pins keys".split(),
        "x",
    )
    facts |= {"games": 2, "problems": ()}
    for told in _texts(words):
        for check in _titles(words):
            (line,) = lines([Finding(check, told, facts)], words)
            assert line.title


def test_how_it_stands_altogether():
    broken, warned = Finding("a", "", {}, BROKEN), Finding("b", "", {}, WARNING)
    assert summary([Finding("c", "")], WORDS) == "All OK"
    assert summary([warned, warned], WORDS) == "2 warnings"
    assert summary([warned, broken], WORDS) == "1 problem"


# --- on the screen ---


def test_the_screen_shows_the_same_lines(open_kiosk: Callable[..., Kiosk], games_file: Path):
    kiosk = open_kiosk(2, file=games_file)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    tile = kiosk.button("Check")
    kiosk.scroll_to(tile)
    kiosk.tap(tile)
    assert kiosk.app.screen_name == "doctor"
    for _ in range(600):
        if kiosk.sees("Stationmaster"):
            break
        kiosk.really_wait(0.1)
    for title in _titles(kiosk.app.words).values():
        assert kiosk.sees(title)
    assert kiosk.sees("1 game in")
    shown = kiosk.texts()
    kiosk.app.rebuild()
    kiosk.frames()
    assert kiosk.texts() == shown  # and nothing is looked at anew
    kiosk.app.screen.children[-1].dispatch("on_close")
    assert kiosk.app.screen_name == "settings"


def test_a_check_up_that_ends_when_its_screen_is_gone_changes_nothing(
    open_kiosk: Callable[..., Kiosk],
):
    kiosk = open_kiosk(2)
    kiosk.app.go(screens.doctor)
    screen = kiosk.app.screen
    kiosk.app.home()
    for _ in range(600):
        if screen.note != "Checking…":
            break
        kiosk.really_wait(0.1)
    assert kiosk.app.screen_name == "table"
    kiosk.app.rebuild()
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
