"""The emulators do what the makers' tables say, however the bytes are cut."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serial import serial_for_url

from hardware.commands.emulate import framed
from hardware.emulators import EMULATORS, MatrixOrbital, SerLcd, SevenSegment

ROOT = Path(__file__).parents[2]
LIMIT = 20  # seconds; nothing here takes one


def shows(emulator: SerLcd | MatrixOrbital | SevenSegment, *data: bytes) -> list[str]:
    for part in data:
        emulator.feed(part)
    return [line.rstrip() for line in emulator.text().split("\n")]


def hexa(text: str) -> bytes:
    return bytes.fromhex(text)


@pytest.mark.parametrize("decoder", ["hardware.emulators.pty_port", "hardware.pico.main"])
def test_what_decodes_loads_nothing_of_what_it_decodes(decoder: str):
    """Of displays the drivers, and of a box all that is at the kiosk's end of its cable."""
    code = f"import sys, {decoder}; print(*(name for name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    ours = [name for name in run.stdout.split() if name.startswith(("hardware", "companion"))]
    assert decoder in ours, run.stderr
    room = decoder.rpartition(".")[0]
    assert [name for name in ours if not f"{name}.".startswith(f"{room}.")] == ["hardware"]


# --- SerLCD ---


def test_serlcd_prints_and_wraps_to_the_next_line_and_to_the_start():
    assert shows(SerLcd(), b"0123456789abcdefGH") == ["0123456789abcdef", "GH"]
    assert shows(SerLcd(), b"." * 32 + b"!") == ["!" + "." * 15, "." * 16]


def test_serlcd_clears_and_goes_home():
    assert shows(SerLcd(), b"Anna", hexa("7C 2D"), b"B") == ["B", ""]


@pytest.mark.parametrize(
    ("place", "row", "column"), [("80", 0, 0), ("C0", 1, 0), ("94", 2, 0), ("E7", 3, 19)]
)
def test_serlcd_moves_its_cursor(place: str, row: int, column: int):
    lines = shows(SerLcd(20, 4), hexa(f"FE {place}"), b"@")
    assert lines[row] == " " * column + "@"


def test_serlcd_ignores_a_cursor_outside_the_glass():
    assert shows(SerLcd(), b"a", hexa("FE A0"), b"b") == ["ab", ""]


def test_serlcd_prints_its_command_byte_when_doubled():
    assert shows(SerLcd(), hexa("7C 7C")) == ["|", ""]


def test_serlcd_rubs_out():
    assert shows(SerLcd(), b"ab", hexa("08"), b"c") == ["ac", ""]
    assert shows(SerLcd(), b"." * 32, hexa("FE 80 08")) == ["." * 16, "." * 15]


def test_serlcd_defines_and_prints_characters():
    device = SerLcd()
    assert shows(device, hexa("7C 1C") + bytes(range(8)), hexa("7C 24")) == ["②", ""]
    assert device.custom == {1: bytes(range(8))}


def test_serlcd_can_be_dark():
    assert shows(SerLcd(), b"Anna", hexa("FE 08")) == ["", ""]
    assert shows(SerLcd(), b"Anna", hexa("FE 08"), hexa("FE 0C")) == ["Anna", ""]


def test_serlcd_changes_size():
    assert shows(SerLcd(), hexa("7C 03 7C 05"), b"." * 80) == ["." * 20] * 4


def test_serlcd_counts_what_wears_it_out():
    device = SerLcd()
    device.feed(hexa("7C 2F 7C 2D"))
    assert (device.stored, device.messages) == (0, False)
    assert shows(device, hexa("7C 2B 7C FE 08"), hexa("7C 18 20"), b"a") == ["a", ""]
    assert device.stored == 2


# --- Matrix Orbital ---


def test_matrix_orbital_prints_and_wraps():
    assert shows(MatrixOrbital(), b"0123456789abcdefGH") == ["0123456789abcdef", "GH"]


def test_matrix_orbital_scrolls_unless_told_not_to():
    assert shows(MatrixOrbital(), b"." * 32 + b"!") == ["." * 16, "!"]
    assert shows(MatrixOrbital(), hexa("FE 52"), b"." * 32 + b"!") == ["!" + "." * 15, "." * 16]


def test_matrix_orbital_moves_its_cursor_from_one():
    assert shows(MatrixOrbital(20, 4), hexa("FE 47 14 04"), b"@")[3] == " " * 19 + "@"
    assert shows(MatrixOrbital(), b"ab", hexa("FE 48"), b"c") == ["cb", ""]
    assert shows(MatrixOrbital(), b"a", hexa("FE 47 20 20"), b"b") == ["ab", ""]


def test_matrix_orbital_clears():
    assert shows(MatrixOrbital(), b"Anna", hexa("FE 58"), b"B") == ["B", ""]


def test_matrix_orbital_swallows_the_arguments_of_its_commands():
    device = MatrixOrbital()
    settings = "FE 42 41 FE 99 41 FE 98 41 FE 50 41 FE 91 41 FE 57 41 FE 56 41 FE D0 41 41 41"
    assert shows(device, hexa(settings), b"b") == ["b", ""]
    assert device.stored == 3


def test_matrix_orbital_defines_and_prints_characters():
    device = MatrixOrbital()
    assert shows(device, hexa("FE 4E 01") + bytes(range(8)), b"\x01") == ["②", ""]
    assert device.custom == {1: bytes(range(8))}


def test_matrix_orbital_has_a_light_and_a_size():
    device = MatrixOrbital()
    device.feed(hexa("FE 46"))
    assert not device.lit
    assert shows(device, hexa("FE D1 14 04"), b"." * 80) == ["." * 20] * 4


# --- 7-segment ---


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("31 32 33 34", "1234"),
        ("01 0A 0F 00", "1AF0"),
        ("31 32 33 34 35", "5234"),
        ("78 78 34 32", "  42"),
        ("31 32 33 34 76", "    "),
        ("31 76 32", "2   "),
        ("79 03 37", "   7"),
        ("79 09 37", "7   "),
        ("77 08 79 03 37", "   7."),
        ("77 31 31 32 33 34", "1.2:3'4"),
        ("7B 40 7C 3F 7D 06 7E 00", "-01 "),
        ("7A 76 31", "1   "),
        ("7F 02 31", "1   "),
        ("79 76 76 31", "1   "),
    ],
)
def test_seven_segment_shows(data: str, text: str):
    device = SevenSegment()
    device.feed(hexa(data))
    assert device.text() == text


# --- all of them ---


@pytest.mark.parametrize("kind", EMULATORS)
@given(data=st.binary(max_size=200), cuts=st.lists(st.integers(0, 200), max_size=5))
def test_cutting_the_bytes_changes_nothing(kind: str, data: bytes, cuts: list[int]):
    whole, parts = EMULATORS[kind](), EMULATORS[kind]()
    whole.feed(data)
    places = sorted((0, *cuts, len(data)))
    for start, end in zip(places, places[1:], strict=False):
        parts.feed(data[start:end])
    assert parts.text() == whole.text()


# --- the command ---


def test_a_display_is_drawn_in_a_frame():
    assert framed("ab\nc ") == "+--+\n|ab|\n|c |\n+--+"


@pytest.mark.parametrize("kind", EMULATORS)
def test_emulate_prints_its_port_shows_its_display_and_ends_by_ctrl_c(kind: str, tmp_path: Path):
    link = tmp_path / "display"
    code = (
        "import signal, sys; import hardware.__main__ as it\n"
        # A shell that runs the tests in the background has it ignored.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.exit(it.main(['emulate', *sys.argv[1:]]))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, kind, "--link", str(link)],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert f"{kind} on port {link} " in process.stdout.readline()
        for written in (b"1", b"2"):  # the other side closes it and opens it again
            with serial_for_url(str(link), 9600) as port:
                port.write(written)
            wanted = "12" if written == b"2" else "1"
            assert any(line.startswith(f"|{wanted}") for line in process.stdout)
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(LIMIT) == 0
    assert not link.is_symlink()
