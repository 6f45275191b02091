"""One keyboard of several, read from Linux: its events come here through a pipe."""

import os
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from ears import Ears

from hardware.buttons.keyboards.key_map import USUAL
from hardware.buttons.keyboards.key_presses import KeyPresses
from hardware.buttons.keyboards.keyboard import Events, UsbKeyboard, found_keyboards
from hardware.buttons.meanings import CardPressed, DialTurned, SeatPressed
from hardware.buttons.panel import ButtonPanel

NUMPAD = "usb-04d9_1203-event-kbd"
KP0, KP1, KP6, KP7, KP_PLUS = 82, 79, 77, 71, 78  # as Linux numbers them
KEY, SYNC = 1, 0


def event(kind: int, code: int, value: int) -> bytes:
    return struct.pack("@llHHi", 1, 2, kind, code, value)


def stroke(code: int) -> bytes:
    """A key pressed and released, as a keyboard tells it."""
    sync, scanned = event(SYNC, 0, 0), event(4, 4, 0x70059)
    return scanned + event(KEY, code, 1) + sync + scanned + event(KEY, code, 0) + sync


class Plug:
    """A numpad that can be pulled out and pushed in, and is listened to."""

    def __init__(self, by_id: Path) -> None:
        self.place = by_id / NUMPAD
        self.ears, self.statuses = Ears(), Ears()
        self.panel = ButtonPanel(self.ears.hear)
        self.writing: int | None = None
        self.push_in()
        keys = KeyPresses(USUAL, self.panel)
        self.keyboard = UsbKeyboard(NUMPAD, keys, self.statuses.hear, by_id=by_id)
        self.wait_for("ok")

    def push_in(self) -> None:
        os.mkfifo(self.place)
        self.writing = os.open(self.place, os.O_RDWR)

    def pull_out(self) -> None:
        assert self.writing is not None
        self.place.unlink()
        os.close(self.writing)
        self.writing = None

    def send(self, data: bytes) -> None:
        assert self.writing is not None
        os.write(self.writing, data)

    def wait_for(self, code: str) -> None:
        self.statuses.wait_until(lambda heard: bool(heard) and heard[-1].code == code)

    def close(self) -> None:
        self.keyboard.close()
        self.panel.close()
        if self.writing is not None:
            self.pull_out()


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    plug = Plug(tmp_path)
    yield plug
    plug.close()


def test_keys_become_presses(plug: Plug):
    for count, code in enumerate((KP0, KP6, KP_PLUS), 1):
        plug.send(stroke(code))
        plug.ears.first(count)
    assert [type(meaning) for meaning in plug.ears.all] == [CardPressed, CardPressed, DialTurned]
    assert [meaning.card for meaning in plug.ears.all[:2]] == ["train", "locomotive"]


def test_a_key_held_is_one_press_and_the_dial_goes_on(plug: Plug):
    repeats = event(KEY, KP7, 2) * 20
    plug.send(event(KEY, KP7, 1) + repeats + event(KEY, KP7, 0))
    plug.send(event(KEY, KP_PLUS, 1) + event(KEY, KP_PLUS, 2) * 3 + event(KEY, KP_PLUS, 0))
    heard = plug.ears.first(5)
    assert sorted(type(meaning).__name__ for meaning in heard) == [
        *("CardPressed", "DialTurned", "DialTurned", "DialTurned", "DialTurned")
    ]


def test_pulled_out_and_pushed_in_it_goes_on(plug: Plug):
    for _ in range(3):
        plug.pull_out()
        plug.wait_for("missing")
        plug.push_in()
        plug.wait_for("ok")
    plug.send(stroke(KP0))
    assert isinstance(plug.ears.first(1)[0], CardPressed)


def test_a_seat_down_when_it_is_pulled_out_means_nothing(plug: Plug):
    plug.send(stroke(KP_PLUS) + event(KEY, KP1, 1))
    plug.ears.first(1)
    plug.pull_out()
    plug.wait_for("missing")
    plug.push_in()
    plug.wait_for("ok")
    plug.send(event(KEY, KP1, 0) + stroke(KP0))
    assert [type(meaning) for meaning in plug.ears.first(2)] == [DialTurned, CardPressed]


def test_where_events_were_lost_what_was_down_means_nothing(plug: Plug):
    plug.send(event(KEY, KP1, 1) + event(SYNC, 3, 0) + event(KEY, KP1, 0) + stroke(KP0))
    assert not isinstance(plug.ears.first(1)[0], SeatPressed)


def test_events_come_whole_however_they_are_cut():
    events, data = Events(), stroke(KP7) * 2
    found = [key for byte in data for key in events.feed(bytes([byte]))]
    assert found == [("kp7", True), ("kp7", False)] * 2


def test_other_events_are_no_keys():
    mouse, unknown, odd = event(2, 0, 5), event(KEY, 0x110, 1), event(KEY, KP7, 9)
    assert list(Events().feed(mouse + unknown + odd)) == []


def test_keyboards_are_found_by_names_that_last(tmp_path: Path):
    for name in (NUMPAD, "usb-Logitech-event-mouse", "usb-Cherry-event-kbd"):
        (tmp_path / name).touch()
    assert found_keyboards(tmp_path) == [NUMPAD, "usb-Cherry-event-kbd"]
    assert found_keyboards(tmp_path / "none") == []
