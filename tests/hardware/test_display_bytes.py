"""What is written to a display: no more bytes than a jump is worth, and only plain text."""

import pytest

from hardware.displays import matrix_orbital, serlcd
from hardware.displays.grid import Digits, Grid

DIGITS = "0123456789- "


def line(text: str) -> Grid:
    return Grid((text.ljust(16),))


def test_as_many_equal_characters_as_a_jump_has_bytes_are_written_again():
    shown = line("a....b")
    assert matrix_orbital.update(shown, line("x....y")) == b"\xfe\x47\x01\x01x....y"
    assert serlcd.update(line("a..b"), line("x..y")) == b"\xfe\x80x..y"


def test_over_more_equal_characters_than_that_the_cursor_jumps():
    jumped = matrix_orbital.update(line("a.....b"), line("x.....y"))
    assert jumped == b"\xfe\x47\x01\x01x" + b"\xfe\x47\x07\x01y"
    assert serlcd.update(line("a...b"), line("x...y")) == b"\xfe\x80x" + b"\xfe\x84y"


def test_one_line_that_is_not_plain_is_enough_to_refuse_a_picture():
    with pytest.raises(ValueError, match="not plain"):
        Grid(("plain", "\xfeXXXX"))
    with pytest.raises(ValueError, match="not plain"):
        Grid(("\xfeXXXX", "plain"))


def test_a_display_of_one_line_has_a_size_too():
    assert Grid(("ab",)).size == (2, 1)
    assert Grid(("abc", "def")).size == (3, 2)


@pytest.mark.parametrize("character", [chr(code) for code in range(256)])
def test_four_digits_hold_digits_a_minus_and_gaps_and_nothing_else(character: str):
    if character in DIGITS:
        assert Digits(f"12{character}4").text == f"12{character}4"
    else:
        with pytest.raises(ValueError, match="not 4 digits"):
            Digits(f"12{character}4")
