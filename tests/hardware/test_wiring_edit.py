"""A wiring with one thing changed, and what there is to choose from."""

from pathlib import Path

import pytest

from companion.game.board import standard_board
from companion.words import Words, translations
from hardware.buttons import pins
from hardware.buttons.keys import BUTTONS, USUAL
from hardware.buttons.presses import NAMES
from hardware.buttons.words import button_name
from hardware.displays import KINDS
from hardware.displays.finding import found_ports
from hardware.wiring.edit import (
    INPUTS,
    OUTPUTS,
    Slot,
    as_in_the_example,
    buttons,
    can_show,
    choices,
    free_ports,
    of_kind,
    pin_of,
    with_display,
    with_keys,
    with_pin,
    without_display,
    without_panel,
)
from hardware.wiring.file import write
from hardware.wiring.model import SHOWS, Display, Reading, Wiring, usual
from hardware.wiring.reading import read
from kiosk.devices import view as device_words
from kiosk.devices.devices import Sign
from kiosk.devices.view import Notice

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
    assert without_panel(wiring).panel is None
    assert free_ports(wiring, ["usb-lcd", "box", "/dev/ttyUSB2"]) == ("/dev/ttyUSB2",)


@pytest.mark.parametrize("kind", KINDS)
def test_a_display_is_offered_only_what_it_can_show(kind: str):
    assert set(can_show(kind)) <= set(SHOWS)
    assert of_kind(LCD, kind).shows in can_show(kind)


def test_buttons_that_can_be_pressed():
    assert buttons(Wiring()) == ()
    assert buttons(Wiring(buttons={"undo": 4}, dial=pins.DIAL)) == ("undo", "push")
    assert buttons(Wiring(panel="/tmp/panel")) == NAMES


# --- in words ---


def test_everything_has_a_name_of_its_own():
    for slots in (INPUTS, OUTPUTS):
        names = [device_words.slot_name(slot, WORDS) for slot in slots]
        assert len(set(names)) == len(names)
        assert all(device_words.slot_advice(slot, WORDS) for slot in slots)
    assert len({button_name(name, WORDS) for name in BUTTONS}) == len(BUTTONS)
    assert len({device_words.kind_name(kind) for kind in KINDS}) == len(KINDS)
    assert device_words.display_title(LCD, WORDS) == "Table: SparkFun SerLCD 20x4"
    assert device_words.pin_name(17, WORDS) == "BCM 17 (pin 11)"
    assert device_words.pin_name(None, WORDS) == "not wired"


def test_what_two_parts_say_is_told_once():
    signs = [Sign("button", "No pins."), Sign("display", "Gone."), Sign("light", "No pins.")]
    assert device_words.notices(signs, WORDS, is_wired=True) == [
        Notice(("button", "light"), "No pins."),
        Notice(("display",), "Gone."),
    ]


def test_where_nothing_is_wrong_that_is_told():
    (well,) = device_words.notices([], WORDS, is_wired=True)
    (nothing,) = device_words.notices([], WORDS, is_wired=False)
    assert (well.is_bad, nothing.is_bad) == (False, False)
    assert well.text != nothing.text
    (unsaved,) = device_words.notices([], WORDS, is_wired=False, is_saved=False)
    assert unsaved.is_bad


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


def test_keys_come_and_go_with_the_keyboard_that_they_are_on():
    wired = with_keys(Wiring(keyboard="usb-numpad", keys={"kp1": "undo"}), USUAL)
    assert (wired.keys, wired.keyboard) == (USUAL, "usb-numpad")
    assert set(buttons(wired)) == set(NAMES)
    assert as_in_the_example(wired).keys == USUAL
    assert with_keys(wired, {}) == Wiring()
