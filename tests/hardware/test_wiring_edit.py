"""A wiring with one thing changed, and what there is to choose from."""

import sys
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.buttons import pins
from hardware.buttons.debounce import NAMES
from hardware.buttons.keyboards.key_map import USUAL
from hardware.displays import KINDS
from hardware.ports.discovery import found_ports
from hardware.wiring.edit import (
    INPUTS,
    OUTPUTS,
    Slot,
    as_in_the_example,
    buttons,
    can_show,
    choices,
    of_kind,
    pin_of,
    with_box,
    with_display,
    with_keys,
    with_pin,
    without_display,
)
from hardware.wiring.file import write
from hardware.wiring.model import SHOWS, Display, Reading, Wiring, usual
from hardware.wiring.ports import box_ports, free_ports
from hardware.wiring.reading import read

WORDS = Words(standard_board(), translations())
SLOTS = (*INPUTS, *OUTPUTS)
TRAIN, BUZZER, DIAL = Slot("buttons", "train"), Slot("buzzer", "pin"), Slot("dial", "a")
LCD = Display("serlcd-20x4", "usb-lcd")


@pytest.mark.parametrize("slot", SLOTS, ids=".".join)
@pytest.mark.parametrize("wiring", [Wiring(), usual()], ids=["nothing", "usual"])
def test_whatever_is_chosen_reads_as_it_was_saved(wiring: Wiring, slot: Slot):
    for pin in (*choices(wiring, slot), None):
        changed = with_pin(wiring, slot, pin)
        assert pin_of(changed, slot) == pin
        assert read(write(changed)) == Reading(changed)


@pytest.mark.parametrize("slot", SLOTS, ids=".".join)
def test_only_what_is_asked_for_changes(slot: Slot):
    changed = with_pin(usual(), slot, 2)
    others = [other for other in SLOTS if other != slot]
    assert [pin_of(changed, other) for other in others] == [
        pin_of(usual(), other) for other in others
    ]


def test_free_pins_are_those_that_nothing_else_has():
    assert choices(Wiring(), TRAIN) == tuple(sorted(pins.PHYSICAL))
    assert choices(usual(), TRAIN) == (2, 3, 14, 15, pins.BUTTONS["train"])
    assert choices(usual(), BUZZER) == (2, 3, pins.BUZZER, 14, 15)
    assert set(choices(usual(), DIAL)) == {2, 3, 14, 15, *pins.DIAL.values()}


def test_a_dial_is_wired_with_all_three_pins_or_none():
    assert with_pin(Wiring(), DIAL, 17).dial == pins.DIAL
    taken = Wiring(buttons={"undo": pins.DIAL["b"]})
    wired = with_pin(taken, DIAL, 22).dial
    assert wired["a"] == 22
    assert len(set(wired.values())) == 3
    assert taken.buttons["undo"] not in wired.values()
    assert with_pin(usual(), DIAL, None).dial == {}


def test_contacts_of_the_dial_are_exchanged():
    turned = with_pin(usual(), DIAL, pins.DIAL["b"])
    assert turned.dial == {"a": pins.DIAL["b"], "b": pins.DIAL["a"], "push": pins.DIAL["push"]}


def test_the_example_keeps_what_is_on_ports():
    wiring = as_in_the_example(Wiring(panel="/tmp/panel", displays=(LCD,)))
    assert (wiring.panel, wiring.displays) == ("/tmp/panel", (LCD,))
    assert wiring.buttons == usual().buttons


def test_displays_come_and_go():
    other = Display("seven-segment", "/dev/ttyUSB1", "seat2")
    wiring = with_display(with_display(Wiring(panel="box"), LCD), other)
    assert wiring.displays == (LCD, other)
    assert without_display(wiring, LCD).displays == (other,)
    assert free_ports(wiring, ["usb-lcd", "box", "/dev/ttyUSB2"]) == ("/dev/ttyUSB2",)


def test_a_box_can_be_where_no_display_is_and_where_it_was():
    wiring, found = Wiring(displays=(LCD,)), ["usb-box", "usb-lcd", "/dev/ttyUSB2"]
    assert box_ports(wiring, found) == ("usb-box", "/dev/ttyUSB2")
    boxed = with_box(wiring, "usb-box")
    assert boxed == Wiring(displays=(LCD,), panel="usb-box")
    assert box_ports(boxed, found) == ("usb-box", "/dev/ttyUSB2")
    assert box_ports(boxed, ["/dev/ttyUSB2"]) == ("usb-box", "/dev/ttyUSB2")  # pulled out
    assert with_box(boxed, None) == wiring


@pytest.mark.parametrize("kind", KINDS)
def test_a_display_is_offered_only_what_it_can_show(kind: str):
    assert set(can_show(kind)) <= set(SHOWS)
    assert of_kind(LCD, kind).shows in can_show(kind)


def test_buttons_that_can_be_pressed():
    assert buttons(Wiring()) == ()
    assert buttons(Wiring(buttons={"undo": 4}, dial=pins.DIAL)) == ("undo", "push")
    assert buttons(Wiring(panel="/tmp/panel")) == NAMES


# --- ports ---


def test_ports_go_by_their_lasting_names(tmp_path: Path):
    device = tmp_path / "ttyUSB0"
    device.touch()
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    (by_id / "usb-lcd").symlink_to(device)
    plugged_in = [str(tmp_path / "ttyAMA0"), str(device)]
    assert found_ports(by_id, lambda: plugged_in) == ["usb-lcd", plugged_in[0]]
    assert found_ports(tmp_path / "none", list) == []


def test_a_port_that_something_has_is_not_free_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    port, name, other = tmp_path / "ttyUSB0", tmp_path / "usb-lcd", tmp_path / "ttyUSB1"
    port.touch()
    other.touch()
    name.symlink_to(port)
    usb = ListPortInfo(str(port), skip_link_detection=True)
    usb.vid, usb.pid = 0x0403, 0x6001
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [usb])
    for where in (str(port), str(name), "0403:6001"):
        wiring = Wiring(displays=(Display("serlcd-20x4", where),))
        for found in ([str(name), str(other)], [str(port), str(other)]):
            assert free_ports(wiring, found) == (str(other),)
            assert box_ports(wiring, found) == (str(other),)
            assert box_ports(Wiring(panel=where), found) == (where, str(other))
    monkeypatch.setitem(sys.modules, "serial.tools.list_ports", None)
    assert free_ports(Wiring(panel="0403:6001"), ["0403:6001", str(other)]) == (str(other),)


def test_keys_come_and_go_with_the_keyboard_that_they_are_on():
    wired = with_keys(Wiring(keyboard="usb-numpad", keys={"kp1": "undo"}), USUAL)
    assert (wired.keys, wired.keyboard) == (USUAL, "usb-numpad")
    assert set(buttons(wired)) == set(NAMES)
    assert as_in_the_example(wired).keys == USUAL
    assert with_keys(wired, {}) == Wiring()
