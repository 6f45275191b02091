"""What is wired, in words."""

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.buttons.keyboards.key_map import BUTTONS
from hardware.buttons.words import button_name
from hardware.displays import KINDS
from hardware.lights import box_lights
from hardware.wiring.edit import INPUTS, OUTPUTS
from hardware.wiring.model import Display
from kiosk.devices import view as device_words
from kiosk.devices.view import DeviceSign, Notice

WORDS = Words(standard_board(), translations())
LCD = Display("serlcd-20x4", "usb-lcd")


def test_everything_has_a_name_of_its_own():
    for slots in (INPUTS, OUTPUTS):
        names = [device_words.slot_name(slot, WORDS) for slot in slots]
        assert len(set(names)) == len(names)
        assert all(device_words.slot_advice(slot, WORDS) for slot in slots)
    lights = [device_words.light_name(name, WORDS) for name in box_lights.NAMES]
    assert lights == [device_words.slot_name(slot, WORDS) for slot in OUTPUTS]
    assert len({button_name(name, WORDS) for name in BUTTONS}) == len(BUTTONS)
    assert len({device_words.kind_name(kind) for kind in KINDS}) == len(KINDS)
    assert device_words.display_title(LCD, WORDS) == "Table: SparkFun SerLCD 20x4"
    assert device_words.pin_name(17, WORDS) == "BCM 17 (pin 11)"
    assert device_words.pin_name(None, WORDS) == "not wired"


def test_what_two_parts_say_is_told_once():
    signs = [
        DeviceSign("button", "No pins."),
        DeviceSign("display", "Gone."),
        DeviceSign("light", "No pins."),
    ]
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
