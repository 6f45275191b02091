"""One tap too many on what closes: it opens no menu, and nothing locks the screen by chance."""

from collections.abc import Callable
from typing import Any

import pytest
from fingers import SCREENS, SIZES, Kiosk

from companion.game.commands import DrawCards
from kiosk import screens, sheets
from kiosk.idle.dark_and_lock import LockCover
from kiosk.settings.screen import SettingsScreen
from kiosk.touch.recent_close import REPEAT_TAP_INTERVAL
from tests.gallery.pictures import ahead

Open = Callable[..., Kiosk]
every_size = pytest.mark.parametrize("size", SIZES)


def icon(kiosk: Kiosk, name: str) -> Any:
    return next(w for w in kiosk.widgets() if getattr(w, "icon", "") == name)


def lay(kiosk: Kiosk, over: str) -> None:
    if over in SCREENS:
        kiosk.app.go(SCREENS[over])
    elif over == "entry":
        kiosk.app.open_sheet(sheets.entry, entry=2)
    else:
        kiosk.app.open_sheet(sheets.player, number=0)
    kiosk.frames(8)


def tap_after(kiosk: Kiosk, place: tuple[float, float], seconds: float) -> None:
    ahead.skip(seconds)  # and hardly more: frames take their own time
    kiosk.frames(1)
    kiosk.tap_at(*place)


@every_size
@pytest.mark.parametrize("over", ["player", "entry", "claim", "menu", "log", "rules", "phones"])
def test_one_tap_too_many_on_the_cross_opens_no_menu(
    open_kiosk: Open, size: tuple[int, int], over: str
):
    kiosk = open_kiosk(2, size=size)
    kiosk.referee.submit(DrawCards(("train", "train")))
    lay(kiosk, over)
    close = icon(kiosk, "close")
    place = close.to_window(*close.center)
    kiosk.tap_at(*place)
    for _ in range(4):  # each of them is one too many
        tap_after(kiosk, place, 0.5 * REPEAT_TAP_INTERVAL)
        assert (kiosk.app.screen_name, kiosk.app.sheet) == ("table", None)


@every_size
def test_whoever_means_the_menu_gets_it(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    lay(kiosk, "player")
    kiosk.tap(icon(kiosk, "close"))
    kiosk.wait(1.1 * REPEAT_TAP_INTERVAL)
    kiosk.tap(icon(kiosk, "menu"))
    assert kiosk.app.screen_name == "menu"


def test_after_a_turn_the_menu_opens_at_once(open_kiosk: Open):
    """Nothing was closed where it lies."""
    kiosk = open_kiosk(2)
    kiosk.tap("Train")
    kiosk.tap("Train")
    kiosk.tap(icon(kiosk, "menu"))
    assert kiosk.app.screen_name == "menu"


@every_size
def test_the_lock_is_held(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(2, size=size)
    lay(kiosk, "menu")
    lock = kiosk.button("Lock the screen")
    kiosk.tap(lock)
    assert not kiosk.app.root.covers
    kiosk.hold(lock)
    assert isinstance(kiosk.app.root.covers[-1], LockCover)


# --- settings ---


@every_size
@pytest.mark.parametrize("start", ["menu", "welcome"])
def test_settings_lead_back_to_where_they_were_opened(
    open_kiosk: Open, size: tuple[int, int], start: str
):
    kiosk = open_kiosk(2, size=size)
    lay(kiosk, start)
    kiosk.tap("Settings")
    kiosk.tap("Left")  # built anew
    assert kiosk.app.settings.hand == "left"
    kiosk.tap(icon(kiosk, "close"))
    assert kiosk.app.screen_name == start


@every_size
@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Names", "players"),
        ("Devices", "devices"),
        ("Restore", "backups"),
        ("Check", "doctor"),
        ("Read", "news"),
    ],
)
def test_who_comes_back_to_settings_finds_them_as_they_were(
    open_kiosk: Open, size: tuple[int, int], word: str, name: str
):
    kiosk = open_kiosk(2, size=size)
    lay(kiosk, "menu")
    kiosk.tap("Settings")
    kiosk.scroll_to(kiosk.button(word))
    down = kiosk.app.screen.ids.rows.down
    assert down
    kiosk.tap(word)
    assert kiosk.app.screen_name == name
    kiosk.tap(icon(kiosk, "close"))
    kiosk.frames(8)
    assert isinstance(kiosk.app.screen, SettingsScreen)
    assert kiosk.app.screen.ids.rows.down == pytest.approx(down, abs=1)
    kiosk.tap(icon(kiosk, "close"))
    assert kiosk.app.screen_name == "menu"


def test_a_sign_on_the_table_leads_to_devices_and_back_to_the_table(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.go(screens.devices)
    kiosk.frames()
    kiosk.tap(icon(kiosk, "close"))
    assert kiosk.app.screen_name == "table"


def test_back_in_the_menu_the_pin_is_asked_again(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.gate.set("1234")
    lay(kiosk, "menu")
    kiosk.tap("Settings")
    assert kiosk.app.screen_name == "settings"
    kiosk.tap(icon(kiosk, "close"))
    assert kiosk.app.screen_name == "menu"
    assert kiosk.app.gate.is_shut
