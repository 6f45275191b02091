"""A numpad or keyboard on the real kiosk: its keys are buttons, and type where names are typed."""

import os
import struct
from pathlib import Path

import layout
import pytest
from by_keys import NUMPAD, KeyHands, key_down, key_up, strike
from counts import LONG
from fingers import SCREENS, SIZES, Kiosk
from kivy.core.window import Window
from wired import OpenWired, Wired, play_by_hand, write_usual

from hardware.buttons.keyboards.key_map import USUAL
from hardware.wiring.file import load, write
from hardware.wiring.model import Wiring
from kiosk import screens
from kiosk.devices.keys_sheet import KeysSheet, KeyTile
from kiosk.idle.dark_and_lock import DarkCover
from kiosk.widgets.name_sheet import NameSheet
from tests.gallery import devices as scenes
from tests.hardware.by_buttons import Clock

PLACES = ("table", "menu", "claim", "log", "stocktake", "settings", "devices", "rules", "welcome")


@pytest.fixture
def by_keys(open_wired: OpenWired, clock: Clock) -> Wired:
    return with_numpad(open_wired, clock)


def with_numpad(open_wired: OpenWired, clock: Clock, players: int = 3) -> Wired:
    """Nothing is wired but a numpad."""
    wired = open_wired(NUMPAD, players=players)
    wired.hands = KeyHands(wired, clock)
    return wired


def test_keys_are_cards_and_seats(by_keys: Wired):
    by_keys.hands.press("jungle")
    assert by_keys.first == "jungle"
    by_keys.hands.press("train")
    by_keys.wait_for_entry(2)
    by_keys.hands.press("seat2")
    by_keys.wait_for_entry(3)
    by_keys.hands.press("undo")
    by_keys.wait_until(lambda: by_keys.referee.game.state.to_move == 1)


def test_a_key_held_is_one_card_however_often_it_repeats(by_keys: Wired, clock: Clock):
    for _ in range(30):
        key_down("kp7")
        clock.passes(0.03)
    key_up("kp7")
    by_keys.wait_until(lambda: by_keys.count == 1)
    by_keys.hands.press("undo")
    assert (by_keys.first, by_keys.referee.seq, by_keys.count) == (None, 1, 2)


def test_strokes_that_a_busy_screen_hears_all_at_once_all_count(by_keys: Wired):
    for _ in range(4):
        strike("kp7")  # at one and the same time
    by_keys.wait_until(lambda: by_keys.count == 4)


@pytest.mark.parametrize("changing", ["ctrl", "alt"])
def test_with_ctrl_or_alt_a_key_is_no_button(by_keys: Wired, changing: str):
    key_down(changing)
    strike("kp7")
    key_up(changing)
    by_keys.hands.press("train")
    assert (by_keys.first, by_keys.count) == ("train", 1)


def outcome(wired: Wired, screen: str, button: str) -> tuple[object, ...]:
    """What became of a press on a screen."""
    wired.app.go(SCREENS[screen])
    wired.kiosk.frames()
    if button == "push":
        wired.hands.push()
    else:
        wired.hands.press(button)
    wired.kiosk.frames(8)
    desk = wired.app.desk
    refused = desk.refusal and desk.refusal.code
    return (
        wired.referee.seq,
        wired.first,
        refused,
        wired.app.screen_name,
        wired.app.actions.dial is None,
    )


@pytest.mark.parametrize("screen", PLACES)
def test_on_every_screen_a_key_does_what_the_button_does(
    open_wired: OpenWired, clock: Clock, tmp_path: Path, screen: str
):
    presses = ("train", "seat1", "push", "locomotive", "undo")
    write_usual(tmp_path / "wiring.toml")
    wired = open_wired()
    by_pin = [outcome(wired, screen, button) for button in presses]
    wired.close()
    numpad = with_numpad(open_wired, clock)
    assert [outcome(numpad, screen, button) for button in presses] == by_pin


@pytest.mark.slow
@pytest.mark.skipif(not LONG, reason="pins and box play whole games, and keys mean what they do")
def test_a_game_by_the_numpad_alone_ends_with_the_recorded_scores(
    open_wired: OpenWired, clock: Clock
):
    play_by_hand(with_numpad(open_wired, clock, players=0), "three-players")


def test_any_key_wakes_the_screen(open_wired: OpenWired):
    wired = open_wired("")
    wired.app.watch.dim()
    assert isinstance(wired.app.root.front, DarkCover)
    strike("a")
    assert wired.app.root.front is wired.app.screen


# --- one keyboard of two ---


class Pipe:
    """A numpad of its own name, that Linux tells of: pushed in and pulled out."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self.push_in()

    def push_in(self) -> None:
        os.mkfifo(self._place)
        self._end = os.open(self._place, os.O_RDWR)

    def pull_out(self) -> None:
        self._place.unlink()
        os.close(self._end)

    def strike(self, code: int) -> None:
        for value in (1, 0):
            os.write(self._end, struct.pack("@llHHi", 0, 0, 1, code, value))


def test_of_two_keyboards_one_presses_and_the_other_types(open_wired: OpenWired, tmp_path: Path):
    numpad, kp7, kp0 = Pipe(tmp_path / "numpad"), 71, 82
    wired = open_wired(write(Wiring(keys=USUAL, keyboard=str(tmp_path / "numpad"))))
    wired.wait_until(lambda: wired.app.devices.keyboard.status.ok)
    strike("kp7")  # on the other one, which types into the window
    numpad.strike(kp0)
    wired.wait_until(lambda: wired.count == 1)
    assert wired.first == "train"
    wired.app.open_sheet(NameSheet, "Who?", [], lambda name: None)
    type_text(wired.kiosk, "Zoe7")
    assert (wired.app.sheet.typed, wired.count) == ("Zoe7", 1)
    numpad.strike(kp7)  # presses, though a name is typed: nothing else hears it
    wired.wait_for_entry(2)
    assert wired.referee.game.entries[-1].request["cards"] == ["train", "desert"]
    numpad.pull_out()
    wired.wait_until(lambda: any("not plugged in" in sign for sign in wired.signs))
    numpad.push_in()
    wired.wait_until(lambda: wired.signs == [])
    numpad.strike(kp7)
    wired.wait_until(lambda: wired.first == "desert")
    numpad.pull_out()


# --- typing stays typing ---


def type_text(kiosk: Kiosk, text: str) -> None:
    """As the window tells of it: the key, and the letter that it makes."""
    for letter in text:
        if letter.isascii() and letter.isalnum():
            key_down(letter.lower())
        Window.dispatch("on_textinput", letter)
        if letter.isascii() and letter.isalnum():
            key_up(letter.lower())
    kiosk.frames()


def test_where_a_name_is_typed_keys_type_it_and_press_nothing(by_keys: Wired):
    kiosk, names = by_keys.kiosk, []
    by_keys.app.open_sheet(NameSheet, "Who?", ["Ben"], names.append)
    kiosk.frames()
    type_text(kiosk, "Zoë 7x")
    strike("backspace")
    assert by_keys.app.sheet.typed == "Zoë 7"
    strike("kp7")
    strike("kp_enter")
    kiosk.frames()
    assert names == ["Zoë 7"]
    assert by_keys.app.sheet is None
    by_keys.hands.press("train")
    assert (by_keys.first, by_keys.count) == ("train", 1)


def test_without_any_wiring_a_keyboard_types_and_presses_nothing(open_wired: OpenWired):
    wired = open_wired("")
    strike("kp7")
    wired.app.open_sheet(NameSheet, "Who?", [], lambda name: None)
    type_text(wired.kiosk, "Ann")
    assert (wired.app.sheet.typed, wired.count) == ("Ann", 0)


def test_what_cannot_be_seen_cannot_be_typed(by_keys: Wired):
    by_keys.app.open_sheet(NameSheet, "Who?", [], lambda name: None)
    Window.dispatch("on_textinput", "A\x07\u200b\nb")
    assert by_keys.app.sheet.typed == "Ab"


# --- Settings ---


def sheet(wired: Wired) -> KeysSheet:
    wired.app.go(screens.devices)
    wired.kiosk.frames()
    wired.app.screen.set_keys()
    wired.kiosk.frames()
    found = wired.app.sheet
    assert isinstance(found, KeysSheet)
    return found


def tile(wired: Wired, button: str) -> KeyTile:
    return next(tile for tile in wired.kiosk.widgets(KeyTile) if tile.button == button)


def test_a_key_is_set_by_pressing_it_and_kept(open_wired: OpenWired, tmp_path: Path):
    wired = open_wired("")
    sheet(wired)
    wired.kiosk.tap("Numpad defaults")
    assert tile(wired, "train").note == "0"
    wired.kiosk.tap(tile(wired, "train"))
    key_down("kp_dot")
    key_down("kp_dot")  # it repeats
    key_up("kp_dot")
    wired.wait_until(lambda: tile(wired, "train").note == ".")
    saved = load(tmp_path / "wiring.toml")
    assert saved.problems == ()
    assert saved.wiring.keys == {
        **{key: button for key, button in USUAL.items() if key != "kp0"},
        "kp_dot": "train",
    }
    assert (wired.first, wired.count) == (None, 0)
    strike("kp_dot")
    wired.wait_until(lambda: wired.count == 1)
    wired.kiosk.tap("Clear keys")
    assert not load(tmp_path / "wiring.toml").wiring.keys


def test_no_key_is_waited_for_when_the_sheet_is_gone(by_keys: Wired):
    sheet(by_keys)
    by_keys.kiosk.tap(tile(by_keys, "train"))
    by_keys.app.close_sheet()
    by_keys.app.home()
    by_keys.kiosk.frames()
    by_keys.hands.press("jungle")
    assert by_keys.app.devices.wiring.keys == USUAL


def test_asked_twice_all_stays_as_it_was(by_keys: Wired):
    sheet(by_keys)
    for _ in range(2):
        by_keys.kiosk.tap(tile(by_keys, "undo"))
    assert tile(by_keys, "undo").note == "/   Backspace"
    assert by_keys.app.devices.key_wanted is None


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_sheet_of_keys_fits(open_kiosk, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    scenes.keys_asked(kiosk.app)
    kiosk.frames(10)
    found = list(layout.faults(kiosk.app.sheet, kiosk.app.unit))
    assert not found, "\n".join(found)
