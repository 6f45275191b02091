"""The wiring page's table is the wiring: every default pin, by both of its numbers."""

import re
import tomllib
from pathlib import Path

from hardware.buttons import pins
from hardware.buttons.keyboards import key_map
from hardware.displays import KINDS
from hardware.wiring.reading import read

DOCS = Path(__file__).parents[2] / "hardware" / "docs"
WIRING = (DOCS / "wiring.md").read_text("utf-8")
NUMPAD = (DOCS / "numpad.md").read_text("utf-8")
DISPLAYS = (DOCS / "displays.md").read_text("utf-8")
WITHOUT = (DOCS / "without_hardware.md").read_text("utf-8")
ROW = re.compile(r"^\| ([a-z0-9 ]+?) +\| +(\d+) +\| +(\d+) +\|", re.MULTILINE)
EXAMPLE = re.compile(r"(?:^    .*\n|^\n)*^    \[panel\]\n(?:^    .*\n|^\n)*", re.MULTILINE)


def test_the_wiring_table_has_every_default_pin():
    wanted = {
        **pins.BUTTONS,
        **{f"dial {name}": pin for name, pin in pins.DIAL.items()},
        **{f"light {name}": pin for name, pin in pins.LIGHTS.items()},
        "buzzer": pins.BUZZER,
    }
    rows = {name: (int(bcm), int(pin)) for name, bcm, pin in ROW.findall(WIRING)}
    assert rows == {name: (bcm, pins.PHYSICAL[bcm]) for name, bcm in wanted.items()}


def test_the_wiring_file_to_try_it_without_hardware_is_one():
    found = EXAMPLE.search(WITHOUT)
    assert found is not None
    text = "\n".join(line.removeprefix("    ") for line in found[0].splitlines())
    assert tomllib.loads(text)
    reading = read(text)
    assert reading.problems == ()
    assert reading.wiring.panel is not None
    assert len(reading.wiring.displays) == 2


def test_every_kind_of_display_is_on_the_page_of_displays_and_no_other():
    rows = re.findall(r"^\| (`.*?`) \|", DISPLAYS, re.MULTILINE)
    told = [kind for row in rows for kind in re.findall(r"`([\w-]+)`", row)]
    assert sorted(told) == sorted(KINDS)


def test_the_page_of_the_numpad_has_every_key_and_the_usual_ones_in_its_table():
    told = dict(re.findall(r"^\| (`.*?) \| (`.*?) \|", NUMPAD, re.MULTILINE))
    assert told.pop("`kp1` to `kp5`") == "`seat1` to `seat5`"
    found = {f"kp{number}": f"seat{number}" for number in range(1, 6)}
    for named, stand_for in told.items():
        pressed, buttons = re.findall(r"`(\w+)`", named), re.findall(r"`(\w+)`", stand_for)
        wanted = buttons if len(buttons) > 1 else buttons * len(pressed)
        found.update(zip(pressed, wanted, strict=True))
    assert found == key_map.USUAL
    others = [key for key in key_map.KEYS if key not in key_map.USUAL and len(key) > 1]
    assert [key for key in others if f"`{key}`" not in NUMPAD and key[0] != "f"] == []
