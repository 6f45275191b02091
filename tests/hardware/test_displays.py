"""Pictures as bytes: literals from the makers' tables, and what emulators make of them."""

import contextlib

import pytest
from cables import text_of
from hypothesis import given
from hypothesis import strategies as st

from hardware.displays import (
    FAMILIES,
    KINDS,
    Digits,
    Grid,
    Picture,
    matrix_orbital,
    serlcd,
    seven_segment,
)
from hardware.emulators import EMULATORS, SerLcd
from hardware.ports.cable import REDRAW_INTERVAL

LCDS = ("serlcd-16x2", "serlcd-20x4", "matrix-16x2", "matrix-20x4")
SIZES = {"16x2": (16, 2), "20x4": (20, 4)}


def grid(*lines: str, columns: int = 16, rows: int = 2) -> Grid:
    return Grid.of(lines, columns, rows)


def hexa(text: str) -> bytes:
    return bytes.fromhex(text)


# --- what there is ---


@pytest.mark.parametrize(
    ("kind", "maker", "size"),
    [
        ("serlcd-16x2", "SparkFun SerLCD", "16x2"),
        ("serlcd-20x4", "SparkFun SerLCD", "20x4"),
        ("matrix-16x2", "Matrix Orbital", "16x2"),
        ("matrix-20x4", "Matrix Orbital", "20x4"),
        ("adafruit-16x2", "Adafruit", "16x2"),
        ("adafruit-20x4", "Adafruit", "20x4"),
        ("seven-segment", "SparkFun 7-Segment", "8888"),
    ],
)
def test_a_display_one_can_buy_is_empty_at_first(kind: str, maker: str, size: str):
    found, emulator = KINDS[kind], EMULATORS[kind]()
    assert (found.maker, found.size) == (maker, size)
    emulator.feed(found.update(None, found.blank))
    assert not emulator.text().strip()


FIVE = {
    "SerLCD's contrast": "7C 18 78, 7C 18 50, 7C 18 28, 7C 18 14, 7C 18 00",
    "a contrast kept": "FE 91 96, FE 91 AF, FE 91 C8, FE 91 E1, FE 91 FA",
    "a brightness kept": "FE 98 33, FE 98 66, FE 98 99, FE 98 CC, FE 98 FF",
    "a contrast": "FE 50 96, FE 50 AF, FE 50 C8, FE 50 E1, FE 50 FA",
    "a brightness": "FE 99 33, FE 99 66, FE 99 99, FE 99 CC, FE 99 FF",
    "digits' brightness": "7A 14, 7A 28, 7A 3C, 7A 50, 7A 64",
}
MATRIX = {"contrast": FIVE["a contrast kept"], "brightness": FIVE["a brightness kept"]}
ADAFRUIT = {"contrast": FIVE["a contrast"], "brightness": FIVE["a brightness"]}


@pytest.mark.parametrize(
    ("kind", "baud", "orders"),
    [
        ("serlcd-16x2", 9600, {"contrast": FIVE["SerLCD's contrast"]}),
        ("serlcd-20x4", 9600, {"contrast": FIVE["SerLCD's contrast"]}),
        ("matrix-16x2", 19_200, MATRIX),
        ("matrix-20x4", 19_200, MATRIX),
        ("adafruit-16x2", 9600, {"size": "FE D1 10 02", **ADAFRUIT}),
        ("adafruit-20x4", 9600, {"size": "FE D1 14 04", **ADAFRUIT}),
        ("seven-segment", 9600, {"brightness": FIVE["digits' brightness"]}),
    ],
)
def test_what_people_set_is_told_by_the_makers_orders_and_never_with_a_picture(
    kind: str, baud: int, orders: dict[str, str]
):
    found = next(family.kinds[kind] for family in FAMILIES if kind in family.blanks)
    assert found.baud == baud
    told = {
        setting.name: ", ".join(setting.order(value).hex(" ").upper() for value in setting.values)
        for setting in found.settings
    }
    assert told == orders
    shown = found.update(None, found.blank) + found.redraw(found.blank)
    assert not any(hexa(order) in shown for order in ", ".join(told.values()).split(", "))


POWERED_UP = {"seven-segment": b"1238"}  # its firmware's number


# --- literals ---


def test_serlcd_is_drawn_over_after_an_order_that_does_nothing():
    assert serlcd.redraw(grid("Anna")).startswith(hexa("FE 00 FE 80") + b"Anna ")


def test_serlcd_after_connecting_resyncs_silences_clears_and_writes_everything():
    assert serlcd.update(None, grid("Anna", "42")) == (
        hexa("00 20 20 20 20 20 20 20 20 20")
        + hexa("7C 2F")
        + hexa("7C 2D")
        + hexa("FE 80")
        + b"Anna            "
        + hexa("FE C0")
        + b"42              "
    )


def test_serlcd_addresses_every_row_of_a_20x4():
    blank = grid(columns=20, rows=4)
    wanted = grid("a", " b", "  c", " " * 19 + "d", columns=20, rows=4)
    assert serlcd.update(blank, wanted) == (
        hexa("FE 80 61") + hexa("FE C1 62") + hexa("FE 96 63") + hexa("FE E7 64")
    )


def test_matrix_orbital_after_connecting_resyncs_clears_and_writes_everything():
    assert matrix_orbital.update(None, grid("Anna", "42")) == (
        hexa("20 20 20 20 20 20 20 20 20 20")
        + hexa("FE 52")
        + hexa("FE 58")
        + hexa("FE 47 01 01")
        + b"Anna            "
        + hexa("FE 47 01 02")
        + b"42              "
    )


def test_matrix_orbital_counts_columns_and_rows_from_one():
    blank = grid(columns=20, rows=4)
    wanted = grid("", "", "", " " * 19 + "d", columns=20, rows=4)
    assert matrix_orbital.update(blank, wanted) == hexa("FE 47 14 04 64")


def test_seven_segment_after_connecting_resyncs_clears_and_writes_everything():
    assert seven_segment.update(None, Digits("  42", point=True)) == (
        hexa("76 76") + hexa("76") + hexa("79 00 78 79 01 78 79 02 34 79 03 32") + hexa("77 08")
    )


def test_seven_segment_writes_a_minus_by_its_segment():
    assert seven_segment.update(Digits("   5"), Digits("  -5")) == hexa("7D 40")


def test_seven_segment_changes_the_point_alone():
    assert seven_segment.update(Digits("  42"), Digits("  42", point=True)) == hexa("77 08")
    assert seven_segment.update(Digits("  42", point=True), Digits("  42")) == hexa("77 00")


# --- only what changed ---


def test_only_what_changed_is_written():
    assert serlcd.update(grid("Anna 42"), grid("Anna 43")) == hexa("FE 86 33")
    assert matrix_orbital.update(grid("Anna 42"), grid("Anna 43")) == hexa("FE 47 07 01 33")
    assert seven_segment.update(Digits("  42"), Digits("  43")) == hexa("79 03 33")


def test_two_changes_close_together_are_written_in_one_go():
    assert serlcd.update(grid("a--b"), grid("A--B")) == hexa("FE 80") + b"A--B"
    assert serlcd.update(grid("a---b"), grid("A---B")) == hexa("FE 80 41 FE 84 42")


def test_a_jump_of_four_bytes_pays_over_more_than_four_characters():
    one_go = hexa("FE 47 01 01") + b"A----B"
    assert matrix_orbital.update(grid("a----b"), grid("A----B")) == one_go
    two = hexa("FE 47 01 01 41 FE 47 07 01 42")
    assert matrix_orbital.update(grid("a-----b"), grid("A-----B")) == two


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_written_when_nothing_changed(kind: str):
    blank = KINDS[kind].blank
    assert KINDS[kind].update(blank, blank) == b""


# --- what can be in a picture ---


def test_a_grid_takes_no_command_bytes():
    for text in ("|", "\xfe", "\x08", "\x7f", "\\", "ł"):
        for lines in ((text,), ("a", text), (text, "a")):
            with pytest.raises(ValueError, match="not plain"):
                Grid(lines)


def test_a_grid_has_lines_of_one_length():
    with pytest.raises(ValueError, match="different lengths"):
        Grid(("a", "bc"))


def test_the_size_of_a_grid_is_its_columns_and_rows():
    assert Grid(("abc",)).size == (3, 1)
    assert Grid(("ab", "cd", "ef")).size == (2, 3)


def test_digits_are_four():
    for text in ("123", "12345"):
        with pytest.raises(ValueError, match="not 4 digits"):
            Digits(text)


def test_digits_hold_figures_a_minus_and_nothing_else():
    taken = []
    for face in map(chr, range(0x100)):
        with contextlib.suppress(ValueError):
            taken.append(Digits(f"1{face}2 ").text[1])
    assert "".join(taken) == " -0123456789"


def test_a_display_takes_pictures_of_its_own_size_only():
    assert KINDS["serlcd-16x2"].fits(grid("a"))
    assert not KINDS["serlcd-20x4"].fits(grid("a"))
    assert not KINDS["serlcd-16x2"].fits(Digits())
    assert not KINDS["seven-segment"].fits(grid("a"))


# --- read back by the emulators ---

anything = st.text(max_size=24)
few = st.text("Anna +=>0123456789 ", max_size=20)  # texts that resemble one another


@pytest.mark.parametrize("kind", LCDS)
@given(st.lists(st.lists(anything | few, max_size=4), min_size=1, max_size=6))
def test_a_display_shows_each_of_any_pictures(kind: str, texts: list[list[str]]):
    columns, rows = SIZES[kind.split("-")[1]]
    pictures = [Grid.of(lines, columns, rows) for lines in texts]
    emulator = EMULATORS[kind]()
    shown = None
    for picture in pictures:
        emulator.feed(KINDS[kind].update(shown, picture))
        assert emulator.text() == "\n".join(picture.lines)
        shown = picture
    assert emulator.stored == 0


digits = st.builds(
    Digits, st.integers(-999, 9999).map("{:4d}".format) | st.just("    "), st.booleans()
)


@given(st.lists(digits, min_size=1, max_size=8))
def test_a_seven_segment_shows_each_of_any_scores(pictures: list[Digits]):
    emulator = EMULATORS["seven-segment"]()
    shown = None
    for picture in pictures:
        emulator.feed(seven_segment.update(shown, picture))
        assert emulator.text() == picture.text + "." * picture.point
        shown = picture
    assert emulator.stored == 0


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_picture_after_one_cut_at_any_byte_is_right(kind: str, data: st.DataObject):
    if kind == "seven-segment":
        first, second = data.draw(digits), data.draw(digits)
        wanted = second.text + "." * second.point
    else:
        columns, rows = SIZES[kind.split("-")[1]]
        lines = st.lists(few, max_size=rows).map(lambda texts: Grid.of(texts, columns, rows))
        first, second = data.draw(lines), data.draw(lines)
        wanted = "\n".join(second.lines)
    written = KINDS[kind].update(None, first) + KINDS[kind].update(first, second)
    emulator = EMULATORS[kind]()
    emulator.feed(written[: data.draw(st.integers(0, len(written)))])
    emulator.feed(KINDS[kind].update(None, second))
    assert emulator.text() == wanted


CUT = {  # commands of the tables that take more bytes, also those that others send
    "serlcd-16x2": ("7C 1B 01 02 03 04 05 06 07 08", "7C 2B 01 02 03", "7C 18 01", "FE 80"),
    "matrix-16x2": (
        "FE 4E 01 01 02 03 04 05 06 07 08",
        "FE 47 01 01",
        "FE D0 01 02 03",
        "FE 42 00",
    ),
    "seven-segment": ("79 00", "77 01", "7B 01", "7E 01", "7A 01", "7F 01"),
}


@pytest.mark.parametrize(("kind", "command"), [(kind, each) for kind in CUT for each in CUT[kind]])
def test_a_picture_is_right_after_any_command_cut_at_any_byte(kind: str, command: str):
    wanted = Digits("  42") if kind == "seven-segment" else grid("Anna", "42")
    for length in range(1, len(hexa(command))):
        emulator = EMULATORS[kind]()
        emulator.feed(hexa(command)[:length])
        emulator.feed(KINDS[kind].update(None, wanted))
        assert emulator.text() == ("  42" if kind == "seven-segment" else "\n".join(wanted.lines))


# --- all of it again, over whatever is shown ---


def pictures_of(kind: str) -> tuple[Picture, Picture]:
    if kind == "seven-segment":
        return Digits("  -7", point=True), Digits(" 142")
    columns, rows = SIZES[kind.split("-")[1]]
    return (
        Grid.of(["Anna's turn", "Ben +8 = 42"], columns, rows),
        Grid.of(["Ben's turn", "Anna 7"] * 2, columns, rows),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_redraw_clears_nothing_and_stores_nothing(kind: str):
    first, second = pictures_of(kind)
    emulator = EMULATORS[kind]()
    emulator.feed(KINDS[kind].update(None, first))
    seen = set()
    for byte in KINDS[kind].redraw(first):
        emulator.feed(bytes((byte,)))
        seen.add(emulator.text())
    assert seen == {text_of(first)}  # nobody sees it
    emulator.feed(KINDS[kind].redraw(second))
    assert emulator.text() == text_of(second)
    assert emulator.stored == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_display_that_started_anew_at_any_byte_is_right_after_one_redraw(kind: str):
    first, second = pictures_of(kind)
    written = KINDS[kind].update(None, first) + KINDS[kind].update(first, second)
    written += KINDS[kind].redraw(second)
    for heard_from in range(len(written) + 1):
        emulator = EMULATORS[kind]()
        emulator.feed(POWERED_UP.get(kind, b"power up") + written[heard_from:])
        emulator.feed(KINDS[kind].redraw(second))
        assert emulator.text() == text_of(second), heard_from


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_that_was_cut_at_any_byte_is_right_after_one_redraw(kind: str):
    first, second = pictures_of(kind)
    written = KINDS[kind].update(None, first) + KINDS[kind].update(first, second)
    written += KINDS[kind].redraw(second)
    for cut in range(len(written) + 1):
        emulator = EMULATORS[kind]()
        emulator.feed(written[:cut])
        emulator.feed(KINDS[kind].redraw(second))
        assert emulator.text() == text_of(second), cut
        assert emulator.stored == 0


def test_to_resynchronise_a_serlcd_stores_nothing_wherever_a_picture_was_cut():
    first, second = pictures_of("serlcd-20x4")
    written = KINDS["serlcd-20x4"].update(None, first) + serlcd.update(first, second)  # type: ignore[arg-type]
    for cut in range(len(written) + 1):
        emulator = SerLcd(20, 4)
        emulator.feed(written[:cut])
        emulator.feed(KINDS["serlcd-20x4"].update(None, second))
        assert emulator.text() == text_of(second)
        assert (emulator.stored, emulator.custom) == (0, {})


@pytest.mark.parametrize("kind", KINDS)
def test_redraws_take_less_than_a_twentieth_of_the_wire(kind: str):
    """As the page of displays says."""
    redraws = map(KINDS[kind].redraw, (KINDS[kind].blank, *pictures_of(kind)))
    seconds = max(map(len, redraws)) * 10 / KINDS[kind].baud
    assert seconds / REDRAW_INTERVAL < 1 / 20
