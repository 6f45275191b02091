"""No key leads out of the kiosk where it is all that is shown, nor into anything of Kivy's."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fingers import Kiosk, seats
from kivy.base import EventLoop
from kivy.core.window import Keyboard, Window
from real_window import needs_x, running
from test_window import click, where

from companion.journal import Journal
from companion.referee import Referee
from kiosk import screens
from kiosk.app import KioskApp
from kiosk.machine import power

Open = Callable[..., Kiosk]
KEYS = {**Keyboard.keycodes, "none": 0}


@pytest.mark.parametrize("held", [[], ["ctrl"], ["alt"], ["meta"], ["ctrl", "alt", "shift"]])
def test_no_key_opens_or_closes_anything(open_kiosk: Open, held: list[str]):
    """Esc goes home: it is told apart from the others below."""
    kiosk = open_kiosk(2)
    layers = list(Window.children)
    for name, code in KEYS.items():
        if name == "escape":
            continue
        Window.dispatch("on_keyboard", code, 0, None, held)
        kiosk.frames(1)
        assert (list(Window.children), EventLoop.quit) == (layers, False), name
        assert kiosk.app.root.front is kiosk.app.screen, name
    assert not Window.fullscreen


def test_escape_goes_home_and_never_out(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.go(screens.menu)
    for _ in range(3):
        assert Window.dispatch("on_keyboard", 27, 41, None, [])
        kiosk.frames()
        assert kiosk.app.screen_name == "table"
        assert not EventLoop.quit


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    left: list[str] = []
    monkeypatch.setattr(KioskApp, "stop", lambda app: left.append("left"))
    yield left
    monkeypatch.undo()


def test_the_window_is_closed_only_where_there_is_a_desktop(open_kiosk: Open, left: list[str]):
    kiosk = open_kiosk(2)
    kiosk.app.is_appliance = True
    assert Window.dispatch("on_request_close")
    assert left == []
    kiosk.app.is_appliance = False
    Window.dispatch("on_request_close")
    assert left == ["left"]


def test_the_window_is_not_closed_past_the_pin(open_kiosk: Open, left: list[str]):
    kiosk = open_kiosk(2)
    kiosk.app.gate.set("2468")
    kiosk.app.gate.shut()
    assert Window.dispatch("on_request_close")
    kiosk.frames()
    assert left == []
    assert kiosk.sees("Enter the PIN")


def test_an_appliance_is_switched_off_or_restarted_and_not_left(
    open_kiosk: Open, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATIONMASTER_APPLIANCE", "1")
    monkeypatch.setattr(power, "may_shut_down", lambda: True)
    asked: list[str] = []
    monkeypatch.setattr(power, "shut_down", lambda: bool(asked.append("off")) or True)
    monkeypatch.setattr(power, "restart", lambda: bool(asked.append("again")))
    kiosk = open_kiosk(2)
    kiosk.app.go(screens.menu)
    kiosk.frames()
    assert not kiosk.sees("Quit")
    kiosk.hold(kiosk.button("Shut down"))
    kiosk.app.go(screens.settings, down=10_000)
    kiosk.frames(8)
    assert not kiosk.sees("Quit")
    for word in ("Shut down", "Restart"):
        kiosk.tap(word)  # not held
        kiosk.hold(kiosk.button(word))
    assert asked == ["off", "off", "again"]
    assert kiosk.sees("The machine is still on")  # it has refused


TRIED = (
    *("Escape", "F11", "F12", "Print", "Menu", "alt+F4", "alt+Tab", "alt+Escape", "alt+F2"),
    *("ctrl+q", "ctrl+w", "ctrl+c", "ctrl+e", "ctrl+z", "ctrl+shift+c", "ctrl+alt+t", "super"),
    *("ctrl+alt+Delete", "ctrl+alt+BackSpace", "ctrl+alt+F1", "F1"),
)


@pytest.mark.slow
@needs_x
def test_real_keys_do_nothing(display: str, tmp_path: Path):
    file = tmp_path / "games.db"
    journal = Journal.open(file)
    Referee(journal).submit(seats(2))
    journal.close()
    spots = where(file)
    appliance = {"STATIONMASTER_APPLIANCE": "1"}
    with running(display, tmp_path, file, "--fullscreen", **appliance) as kiosk:
        click(kiosk, *spots["Continue"])
        for key in TRIED:
            kiosk.xdotool("key", key)
        time.sleep(1)
        for card in ("Train", "Jungle"):
            click(kiosk, *spots[card])
        kiosk.wait_for_entry(2)
    assert kiosk.process.returncode == 0  # SIGTERM has ended it
