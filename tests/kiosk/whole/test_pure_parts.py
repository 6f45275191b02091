"""Settings, scale, names, turn clock, machine: small parts without a screen."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.text import shortened
from kiosk.appearance.theme import density, unit
from kiosk.machine import power
from kiosk.machine.backlight import set_backlight
from kiosk.machine.environment import NoScreenError, _video_driver, open_window, prepare
from kiosk.settings.file import CHOICES, Settings, from_data, load, save
from kiosk.table.view import Stopwatch

# --- settings ---


def test_settings_are_kept(tmp_path: Path):
    file = tmp_path / "deep" / "settings.json"
    chosen = Settings(theme="day", hidden_scores=True, dim_after=30, keyboard="pl")
    assert save(chosen, file)
    assert load(file) == chosen
    assert [path.name for path in file.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '"x"', '{"theme": 3}', "\x00"])
def test_a_file_that_makes_no_sense_is_as_usual(tmp_path: Path, content: str):
    file = tmp_path / "settings.json"
    file.write_text(content)
    found = replace(load(file), seen="")
    # The language is asked for, if nothing is left.
    assert found in (Settings(seen=""), Settings(language="", seen=""))


def test_what_makes_sense_in_a_file_is_taken():
    found = {"theme": "pink", "dim_after": True, "hidden_scores": True, "unknown": 1}
    assert from_data(found) == Settings(hidden_scores=True, seen="")


def test_a_disk_that_refuses_is_no_fault(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert not save(Settings(), tmp_path / "file" / "settings.json")


def test_the_usual_settings_are_among_the_choices():
    usual = json.loads(json.dumps({name: getattr(Settings(), name) for name in CHOICES}))
    assert all(value in CHOICES[name] for name, value in usual.items())


# --- scale ---


@pytest.mark.parametrize(
    ("size", "pixels_a_millimetre"), [((800, 480), 5.2), ((1280, 720), 8.2), ((720, 1280), 8.2)]
)
def test_known_displays_have_their_own_density(size: tuple[int, int], pixels_a_millimetre: float):
    assert density(*size) == pixels_a_millimetre


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 600), (640, 400), (1080, 1920)])
def test_on_other_screens_the_layout_fits(size: tuple[int, int]):
    long, short = max(size) / unit(*size), min(size) / unit(*size)
    assert long >= 800 - 0.01
    assert short >= 456 - 0.01


# --- names ---


def test_names_that_fit_stay_as_they_are():
    assert shortened(["Anna", "Łukasz"], 10, len) == ["Anna", "Łukasz"]


def test_a_long_name_ends_in_an_ellipsis():
    assert shortened(["Maximiliane-Charlotte", "Ben"], 12, len) == ["Maximiliane…", "Ben"]


def test_no_two_names_look_alike():
    names = ["Maximiliane-Charlotte", "Maximiliane-Christine", "Maximiliane"]
    shown = shortened(names, 11, len)
    assert len(set(shown)) == 3
    assert all(len(text) <= 11 for text in shown)
    assert shown[2] == "Maximiliane"


def test_who_has_no_name_yet_gets_none():
    assert shortened(["", "Anna", ""], 10, len) == ["", "Anna", ""]
    shown = shortened(["", "", "Maximiliane-Charlotte", "Maximiliane-Charlotte"], 9, len)
    assert shown[:2] == ["", ""]
    assert shown[2] != shown[3]


# --- the turn clock ---


def test_the_turn_clock_counts_up_pauses_and_restarts():
    now = [100.0]
    clock = Stopwatch(lambda: now[0])
    now[0] += 65.9
    assert clock.reading() == "1:05"
    clock.toggle()
    now[0] += 1000
    assert (clock.reading(), clock.is_paused) == ("1:05", True)
    clock.toggle()
    now[0] += 1
    assert clock.reading() == "1:06"
    clock.restart()
    assert clock.reading() == "0:00"


# --- the machine ---


def test_a_backlight_is_dimmed_and_lit_again(tmp_path: Path):
    light = tmp_path / "panel"
    light.mkdir()
    (light / "max_brightness").write_text("255\n")
    (light / "brightness").write_text("255\n")
    set_backlight(dimmed=True, folder=tmp_path)
    assert 0 < int((light / "brightness").read_text()) < 60
    set_backlight(dimmed=False, folder=tmp_path)
    assert (light / "brightness").read_text() == "255"


def test_a_backlight_that_cannot_be_set_is_no_fault(tmp_path: Path):
    (tmp_path / "panel").mkdir()
    set_backlight(dimmed=True, folder=tmp_path)
    set_backlight(dimmed=True, folder=tmp_path / "none")
    assert list(tmp_path.rglob("*")) == [tmp_path / "panel"]  # and nothing is left behind


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system that writes down what it is asked for, and where."""
    asked = tmp_path / "asked"
    command = tmp_path / "systemctl"
    command.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n[ "$1" = poweroff ]\n')
    command.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "STATIONMASTER_APPLIANCE"):
        monkeypatch.delenv(name, raising=False)
    return asked


@pytest.mark.usefixtures("systemctl")
@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP"])
def test_a_desktop_is_never_switched_off(name: str, monkeypatch: pytest.MonkeyPatch):
    assert power.may_shut_down()
    monkeypatch.setenv(name, "0")
    assert not power.may_shut_down()
    monkeypatch.setenv("STATIONMASTER_APPLIANCE", "1")  # its compositor is no desktop
    assert power.may_shut_down()


def test_the_system_is_asked_to_switch_off_and_may_refuse(systemctl: Path):
    assert power.shut_down()
    assert not power.restart()
    assert systemctl.read_text() == "poweroff\nreboot\n"


def test_without_a_system_to_ask_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not power.may_shut_down()
    assert not power.shut_down()


# --- Kivy's environment ---


def test_a_finger_is_reported_once_and_kivy_reads_no_file_of_its_own(tmp_path: Path):
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    prepare(environment)
    assert environment["SDL_TOUCH_MOUSE_EVENTS"] == "0"
    assert environment["KIVY_NO_CONFIG"] == "1"
    assert Path(environment["KIVY_HOME"]).is_relative_to(tmp_path)


def test_without_a_folder_to_write_in_there_is_still_one_for_kivy(tmp_path: Path):
    (tmp_path / "file").write_text("")
    environment = {"XDG_CACHE_HOME": str(tmp_path / "file")}
    prepare(environment)
    assert Path(environment["KIVY_HOME"]).is_dir()


def test_a_driver_that_is_asked_for_is_taken(tmp_path: Path):
    environment = {"SDL_VIDEODRIVER": "offscreen"}
    open_window(environment, tmp_path)
    assert environment == {"SDL_VIDEODRIVER": "offscreen"}


def test_where_it_is_shown(tmp_path: Path):
    assert _video_driver({"DISPLAY": ":0"}, tmp_path) == "x11"
    assert _video_driver({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, tmp_path) == "wayland,x11"
    with pytest.raises(NoScreenError):
        _video_driver({}, tmp_path)
    (tmp_path / "card0").write_text("")
    assert _video_driver({}, tmp_path) == "kmsdrm"
