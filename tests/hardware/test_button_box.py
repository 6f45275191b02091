"""Buttons at the end of a serial cable, and the soft panel that stands for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from ears import Ears

from hardware.buttons.box import ButtonBox, LineBuffer
from hardware.buttons.debounce import NAMES
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    SeatPressed,
    UndoPressed,
)
from hardware.buttons.panel import ButtonPanel
from hardware.commands.panel import BUTTON_OF, KEEP, SoftPanel, keys
from hardware.emulators import SevenSegment
from hardware.emulators.pty_port import PtyPort


def wait_for_status(statuses: Ears, code: str) -> None:
    statuses.wait_until(lambda heard: bool(heard) and heard[-1].code == code)


class Wired:
    """A box on a pty, listened to."""

    def __init__(self, link: Path) -> None:
        self.ears, self.statuses = Ears(), Ears()
        self.port = PtyPort(SevenSegment(), link)  # it only ever sends
        self.panel = ButtonPanel(self.ears.hear)
        self.box = ButtonBox(str(link), self.panel, self.statuses.hear)
        wait_for_status(self.statuses, "ok")

    def close(self) -> None:
        self.box.close()
        self.panel.close()
        self.port.unplug()


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    wired = Wired(tmp_path / "box")
    yield wired
    wired.close()


def test_lines_become_presses(wired: Wired):
    wired.port.send(b"train down\ntrain up\r\nseat2 down\nseat2 up\ndial -1\npush down\n")
    heard = wired.ears.first(4)
    assert {type(meaning) for meaning in heard} == {
        *(CardPressed, SeatPressed, DialTurned, DialPushed)
    }
    told = {type(meaning): meaning for meaning in heard}
    assert told[CardPressed].card == "train"
    assert told[SeatPressed].seat == 1
    assert told[DialTurned].steps == -1


def test_noise_is_no_press(wired: Wired):
    wired.port.send(b"\xff\x00train\ntrain sideways\nlights down\ndial +99\n\n" + b"x" * 2000)
    wired.port.send(b"\nundo down\n")
    assert [type(meaning) for meaning in wired.ears.first(1)] == [UndoPressed]
    wired.port.send(b"train down\n")
    assert [type(meaning) for meaning in wired.ears.first(2)] == [UndoPressed, CardPressed]


@pytest.mark.parametrize("noise", ["train", "train sideways", "lights down", "dial +99", "x" * 200])
def test_a_line_of_noise_before_a_press_is_no_press(wired: Wired, noise: str):
    wired.port.send(f"{noise}\nundo down\n".encode())
    assert [type(meaning) for meaning in wired.ears.first(1)] == [UndoPressed]


def test_a_box_that_was_unplugged_is_found_again(wired: Wired):
    for _ in range(3):
        wired.port.unplug()
        wait_for_status(wired.statuses, "missing")
        wired.port.plug_in()
        wait_for_status(wired.statuses, "ok")
    wired.port.send(b"train down\n")
    (pressed,) = wired.ears.first(1)
    assert isinstance(pressed, CardPressed)


def test_a_seat_down_when_the_cable_is_pulled_means_nothing(wired: Wired):
    wired.port.send(b"dial +1\nseat1 down\n")
    wired.ears.first(1)
    wired.port.unplug()
    wait_for_status(wired.statuses, "missing")
    wired.port.plug_in()
    wait_for_status(wired.statuses, "ok")
    wired.port.send(b"seat1 up\ntrain down\n")
    wired.ears.first(2)
    assert isinstance(wired.ears.all[1], CardPressed)


def test_lines_come_whole_however_they_are_cut():
    lines = LineBuffer()
    text = b"train down\ntrain up\n"
    found = [line for byte in text for line in lines.feed(bytes([byte]))]
    assert found == ["train down", "train up"]


def test_what_never_ends_in_a_line_is_not_kept():
    lines = LineBuffer()
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
    (line,) = lines.feed(b"\n")
    assert len(line) <= 100


def sent(text: str) -> list[str]:
    panel, found = SoftPanel(), []
    for key in keys(text):
        panel, lines = panel.typed(key)
        found += lines
    return found


def test_a_key_presses_and_lets_go():
    assert sent("t1\r") == ["train down", "train up", *("seat1 down", "seat1 up")] + [
        "push down",
        "push up",
    ]


def test_after_space_a_button_stays_down_until_its_key_comes_again():
    assert sent(f"{KEEP}1t1t") == [
        "seat1 down",
        *("train down", "train up"),
        "seat1 up",
        *("train down", "train up"),
    ]


def test_arrows_and_signs_turn_the_dial():
    assert sent("+-\x1b[A\x1b[B\x1b[C\x1b[D") == [
        *("dial +1", "dial -1", "dial -1", "dial +1", "dial +1", "dial -1")
    ]


def test_other_keys_send_nothing():
    assert sent("xyz?\x1b\t") == []


def test_every_button_has_a_key():
    assert set(BUTTON_OF.values()) == set(NAMES)
