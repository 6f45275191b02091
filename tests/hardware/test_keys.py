"""Keys as buttons: which stands for which, and how one is exchanged for another."""

import re
from pathlib import Path

import pytest

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.__main__ import main
from hardware.buttons.keyboards.key_map import (
    BUTTONS,
    BY_LINUX,
    BY_USB,
    KEYS,
    NEXT,
    USUAL,
    face,
    keys_of,
    with_key,
)
from hardware.buttons.words import button_name
from hardware.commands.legend import PAD, legend

WORDS = Words(standard_board(), translations())
LINUX = Path("/usr/include/linux/input-event-codes.h")
NUMPAD = [key for key in KEYS if key.startswith("kp")]


def test_the_numpad_alone_has_every_button():
    assert {USUAL[key] for key in NUMPAD if key in USUAL} == set(BUTTONS)


def test_every_key_has_numbers_of_its_own():
    assert len(BY_USB) == len(BY_LINUX) == len(KEYS)
    assert (BY_USB[95], BY_LINUX[71]) == ("kp7", "kp7")
    assert (BY_USB[4], BY_LINUX[30]) == ("a", "a")
    assert (BY_USB[29], BY_LINUX[44]) == ("z", "z")


@pytest.mark.skipif(not LINUX.exists(), reason="needs the kernel's own list of keys")
def test_linuxs_numbers_are_those_of_its_own_list():
    listed = {
        int(number): name.lower()
        for name, number in re.findall(r"#define KEY_(\w+)\s+(\d+)\b", LINUX.read_text())
    }
    other_names = {"divide": "slash", "multiply": "asterisk"}
    for number, key in BY_LINUX.items():
        name = listed[number].replace("kp", "", 1) if key.startswith("kp") else listed[number]
        wanted = key.removeprefix("kp").strip("_").replace("_", "")
        assert name in (wanted, other_names.get(wanted)), (number, key)


def test_a_key_takes_the_place_of_the_one_before_on_its_block():
    changed = with_key(USUAL, "kp_dot", "train")
    assert keys_of("train", changed) == ("kp_dot",)
    assert "kp0" not in changed
    assert keys_of(NEXT, with_key(USUAL, "kp_multiply", NEXT)) == ("kp_multiply", "right", "down")


def test_a_key_that_stood_for_something_else_does_no_more():
    changed = with_key(USUAL, "kp1", "undo")
    assert changed["kp1"] == "undo"
    assert keys_of("seat1", changed) == ()


def test_no_two_keys_of_the_numpad_look_alike():
    faces = [face(key) for key in NUMPAD]
    assert len(set(faces)) == len(faces)
    assert (face("kp7"), face("kp_enter"), face("page_up"), face("f11")) == (
        *("7", "Enter", "Page Up", "F11"),
    )


def test_the_legend_has_every_key_of_the_numpad_in_its_place():
    page = legend(USUAL, WORDS)
    for key, button in USUAL.items():
        assert button_name(button, WORDS) in page, key
    assert page.count('class="key"') == len([key for key in USUAL if key in PAD])
    cells = [
        (x, y)
        for column, wide, row, high in PAD.values()
        for x in range(column, column + wide)
        for y in range(row, row + high)
    ]
    assert len(set(cells)) == len(cells) == 19  # Num Lock has the twentieth


def test_the_legend_is_written_for_the_keys_that_are_wired(tmp_path: Path):
    file, written = tmp_path / "wiring.toml", tmp_path / "legend.html"
    file.write_text("[keys]\nkp_dot = 'undo'\nf5 = 'train'\n")
    assert main(["legend", str(written), "--wiring", str(file)]) == 0
    page = written.read_text("utf-8")
    assert "Undo<small>.</small>" in page
    assert "<li>F5: Train</li>" in page
    assert "Seat 1" not in page
