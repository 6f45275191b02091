"""The wiring file: what people write, what is wrong with it, and that the rest still works."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.folders import wiring_file
from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.buttons import pins
from hardware.buttons.keyboards import key_map
from hardware.displays import KINDS, SPEEDS
from hardware.wiring.file import example, load, rewritten, save, write
from hardware.wiring.model import Display, Reading, Wiring, can_show, usual
from hardware.wiring.reading import read
from hardware.wiring.words import problem_in_words

WORDS = Words(standard_board(), translations())


def problems(text: str) -> list[tuple[str, int | None, str]]:
    return [(problem.code, problem.line, problem.field) for problem in read(text).problems]


def only_problem(text: str) -> tuple[str, str, int | None, str]:
    """The code, line and field of the one problem, and its sentence."""
    (problem,) = read(text).problems
    return problem.code, problem_in_words(problem, WORDS), problem.line, problem.field


# --- what is right ---


def test_without_a_file_nothing_is_wired(tmp_path: Path):
    assert load(tmp_path / "wiring.toml") == Reading(Wiring())
    assert not Wiring().has_inputs
    assert not Wiring().has_lights


def test_the_file_is_in_the_users_config_folder(tmp_path: Path):
    file = wiring_file({"XDG_CONFIG_HOME": str(tmp_path)})
    assert file == tmp_path / "stationmaster" / "wiring.toml"


def test_the_example_has_every_pins_default():
    assert read(example()) == Reading(usual())


def test_the_examples_comments_give_the_right_pins_of_the_header():
    for line in example().splitlines():
        if "# pin " in line and "=" in line:
            number = int(line.split("=")[1].split("#")[0])
            assert int(line.split("# pin ")[1].split()[0].strip(":;")) == pins.PHYSICAL[number]


def test_the_examples_display_can_be_uncommented():
    start = example().index("# [[displays]]")
    text = "\n".join(line[2:] for line in example()[start:].splitlines())
    reading = read(text)
    assert not reading.problems
    assert reading.wiring.displays[0].shows == "table"
    assert all(kind in text for kind in KINDS)


def test_the_example_comes_with_the_package():
    assert (resources.files("hardware") / "wiring/example.toml").is_file()


def test_the_usual_pins_are_all_different_and_usable():
    wired = usual()
    used = [*wired.buttons.values(), *wired.dial.values(), *wired.lights.values(), wired.buzzer]
    assert len(set(used)) == len(used) == 22
    assert all(pins.is_usable(pin) for pin in used)


def test_physical_pins_are_those_that_gpiozero_knows():
    from gpiozero.pins.mock import MockFactory

    header = MockFactory().board_info.headers["J8"]
    for bcm, physical in pins.PHYSICAL.items():
        assert header.pins[physical].name == f"GPIO{bcm}"


def test_a_file_from_a_windows_editor_is_read(tmp_path: Path):
    file = tmp_path / "wiring.toml"
    file.write_bytes(b"\xef\xbb\xbf[buttons]\r\nseat1 = 5\r\nseat2 = 99\r\n")
    reading = load(file)
    assert reading.wiring.buttons == {"seat1": 5}
    assert [problem.line for problem in reading.problems] == [3]


# --- what is wrong: line, field, sentence; and the rest ---


@pytest.mark.parametrize(
    ("text", "code", "line", "field", "sentence"),
    [
        (
            "[buttons]\ntrain = 99\n",
            "no_such_pin",
            2,
            "buttons.train",
            "Line 2, buttons.train: 99 isn't a usable pin. BCM numbers go from 2 to 27.",
        ),
        (
            "[buttons]\ntrain = 6\n[buzzer]\n\npin = 6\n",
            "pin_used_twice",
            5,
            "buzzer.pin",
            "Line 5, buzzer.pin: pin 6 is already wired to buttons.train.",
        ),
        (
            "[lights]\ngreen = 6\n",
            "unknown_name",
            2,
            "lights.green",
            "Line 2: lights.green can't be wired. Choose one of: seat1, seat2, seat3,"
            " seat4, seat5, accepted, refused.",
        ),
        (
            "[lihgts]\nseat1 = 6\n",
            "unknown_section",
            1,
            "lihgts",
            "Line 1: there is no section lihgts. Choose one of: buttons, dial, lights, buzzer,"
            " panel, keys, displays.",
        ),
        (
            "[buttons]\nundo = '4'\n",
            "not_a_number",
            2,
            "buttons.undo",
            "Line 2, buttons.undo: a pin must be a whole number without quotes.",
        ),
        (
            "buttons = 4\n",
            "not_a_section",
            1,
            "buttons",
            "Line 1: buttons must be a section, [buttons].",
        ),
        (
            "[dial]\na = 4\npush = 5\n",
            "dial_incomplete",
            1,
            "dial",
            "Line 1: the dial needs three pins. Not wired: b.",
        ),
        (
            "[displays]\nkind = 'serlcd-16x2'\n",
            "not_displays",
            1,
            "displays",
            "Line 1: each display needs its own section, [[displays]].",
        ),
        (
            "[panel]\nport = 'x'\n",
            "unknown_name",
            2,
            "panel.port",
            "Line 2: panel.port can't be wired. Choose one of: where.",
        ),
        (
            "[panel]\nwhere = 3\n",
            "not_a_text",
            2,
            "panel.where",
            "Line 2, panel.where: this must be text in quotes.",
        ),
        (
            "[[displays]]\nkind = 'teletype'\nwhere = 'x'\n",
            "no_such_choice",
            2,
            "displays.1.kind",
            "Line 2, displays.1.kind: this isn't a valid choice. Choose one of:"
            f" {', '.join(KINDS)}.",
        ),
        (
            "[[displays]]\nkind = 'serlcd-16x2'\n",
            "missing",
            1,
            "displays.1",
            "Line 1, displays.1: where is missing, so this display is ignored.",
        ),
        (
            "[[displays]]\nkind = 'serlcd-16x2'\nwhere = 7\n",
            "not_a_text",
            3,
            "displays.1.where",
            "Line 3, displays.1.where: this must be text in quotes.",
        ),
        (
            "[[displays]]\nkind = 'serlcd-16x2'\nwhere = 'x'\nbaud = '9600'\n",
            "no_such_speed",
            4,
            "displays.1.baud",
            "Line 4, displays.1.baud: the baud rate must be one of these numbers, without quotes:"
            " 2400, 4800, 9600, 19200, 38400, 57600, 115200.",
        ),
        (
            "[[displays]]\nkind = 'seven-segment'\nwhere = 'x'\nshows = 'table'\n",
            "cannot_show",
            4,
            "displays.1.shows",
            "Line 4, displays.1.shows: this type of display can't show that. It can show:"
            " seat1, seat2, seat3, seat4, seat5.",
        ),
        (
            "[panel]\nwhere = 'x'\n[[displays]]\nkind = 'serlcd-16x2'\nwhere = 'x'\n",
            "port_used_twice",
            5,
            "displays.1.where",
            "Line 5, displays.1.where: panel is already on this port, so this display is ignored.",
        ),
        (
            "[keys]\nkp1 = 'seat1'\nkp77 = 'seat2'\n",
            "no_such_key",
            3,
            "keys.kp77",
            "Line 3: there is no key called keys.kp77. hardware/docs/numpad.md lists them all.",
        ),
        (
            "[keys]\nkp1 = 'seat6'\n",
            "no_such_choice",
            2,
            "keys.kp1",
            "Line 2, keys.kp1: this isn't a valid choice. Choose one of:"
            f" {', '.join(key_map.BUTTONS)}.",
        ),
        (
            "[keys]\nkp1 = 'seat1'\nwhere = 7\n",
            "not_a_text",
            3,
            "keys.where",
            "Line 3, keys.where: this must be text in quotes.",
        ),
        (
            "[keys]\nwhere = 'usb-numpad'\n",
            "no_keys",
            2,
            "keys.where",
            "Line 2, keys.where: no key on this keyboard is assigned to anything.",
        ),
        (
            "keys = 'numpad'\n",
            "not_a_section",
            1,
            "keys",
            "Line 1: keys must be a section, [keys].",
        ),
        (
            "[buttons]\nundo 4\n",
            "not_toml",
            2,
            "",
            "Line 2 can't be read and is ignored.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.isidentifier() else "",
)
def test_a_mistake_is_told_with_its_line_and_field(text, code, line, field, sentence):
    assert only_problem(text) == (code, sentence, line, field)
    good = "[lights]\nrefused = 9\n" if "[lights]" not in text else "[buzzer]\npin = 9\n"
    rest = read(text + good)
    assert rest.wiring.lights == {"refused": 9} or rest.wiring.buzzer == 9
    assert len(rest.problems) == 1


@pytest.mark.parametrize("value", ["true", "5.0", "[5]", "'5'", "1979-05-27", "{a = 5}", "-5", "0"])
def test_nothing_but_a_pins_number_is_a_pin(value: str):
    reading = read(f"[buttons]\nseat1 = {value}\nseat2 = 6\n")
    assert reading.wiring.buttons == {"seat2": 6}
    (problem,) = reading.problems
    assert (problem.line, problem.field) == (2, "buttons.seat1")
    is_number = value.lstrip("-").isdigit()
    assert problem.code == ("no_such_pin" if is_number else "not_a_number")


def test_a_key_said_twice_keeps_the_first():
    reading = read("[buttons]\nseat1 = 5\nseat1 = 6\nseat2 = 7\n")
    assert reading.wiring.buttons == {"seat1": 5, "seat2": 7}
    assert [(p.code, p.line) for p in reading.problems] == [("not_toml", 3)]


def test_a_heading_that_cannot_be_read_takes_its_lines_along():
    reading = read("[buttons]\nseat1 = 5\n[lights\nseat1 = 6\n[buzzer]\npin = 7\n")
    assert reading.wiring == Wiring(buttons={"seat1": 5}, buzzer=7)
    assert [(p.code, p.line) for p in reading.problems] == [("not_toml", 3)]


def test_lines_are_found_in_dotted_and_inline_tables():
    assert problems("\nbuttons.seat1 = 99\n") == [("no_such_pin", 2, "buttons.seat1")]
    assert problems("\nbuttons = {seat1 = 99}\n") == [("no_such_pin", 2, "buttons.seat1")]
    assert problems('[buttons]\n"seat1" = 99\n') == [("no_such_pin", 2, "buttons.seat1")]


def test_digits_show_the_first_seat_where_nothing_is_said():
    text = "[[displays]]\nkind = 'seven-segment'\nwhere = 'x'\n"
    assert read(text) == Reading(Wiring(displays=(Display("seven-segment", "x", "seat1"),)))
    assert rewritten(text, read(text).wiring) == text


def test_the_line_of_each_display_is_its_own():
    text = "[[displays]]\nkind='serlcd-16x2'\nwhere='a'\n\n[[displays]]\nkind='x'\nwhere='b'\n"
    assert problems(text) == [("no_such_choice", 6, "displays.2.kind")]
    assert [display.where for display in read(text).wiring.displays] == ["a"]


def test_a_file_that_is_no_text_is_a_problem(tmp_path: Path):
    file = tmp_path / "wiring.toml"
    file.write_bytes(b"[buttons]\nseat1 = \xff\n")
    (problem,) = load(file).problems
    assert (problem.code, problem.line) == ("not_text", 2)
    assert problem_in_words(problem, WORDS)


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path):
    (problem,) = load(tmp_path).problems  # a folder
    assert problem.code == "unreadable"
    assert str(tmp_path) in problem_in_words(problem, WORDS)


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "9" * 100_000])
def test_a_text_beyond_all_bounds_is_a_problem(text: str):
    assert problems(text)[0][0] == "not_toml"


def test_names_in_problems_cannot_control_a_terminal():
    (problem,) = read('"\\u001b[2J" = 1\n').problems
    assert "\x1b" not in problem_in_words(problem, WORDS)


@given(st.text())
def test_any_text_gives_a_wiring_and_sentences(text: str):
    for problem in read(text).problems:
        assert problem_in_words(problem, WORDS)


@given(st.data())
def test_any_damage_to_the_example_gives_a_wiring_and_sentences(data):
    text = example()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    damaged = text[:start] + data.draw(st.text(max_size=10)) + text[end:]
    for problem in read(damaged).problems:
        assert problem_in_words(problem, WORDS)


# --- written back ---

texts = st.text(min_size=1).filter(str.strip)
displays = st.sampled_from([(kind, shows) for kind in KINDS for shows in can_show(kind)]).flatmap(
    lambda one: st.builds(
        Display,
        st.just(one[0]),
        texts,
        st.just(one[1]),
        st.none() | st.sampled_from(SPEEDS),
    )
)


@st.composite
def wirings(draw) -> Wiring:
    numbers = iter(draw(st.permutations(sorted(pins.PHYSICAL))))

    def some(names) -> dict[str, int]:
        chosen = draw(st.lists(st.sampled_from(list(names)), unique=True))
        return {name: next(numbers) for name in chosen}

    panel = draw(st.none() | texts)
    free = displays.filter(lambda display: display.where != panel)
    pressed = st.dictionaries(st.sampled_from(key_map.KEYS), st.sampled_from(key_map.BUTTONS))
    chosen_keys = key_map.in_order(draw(pressed))
    return Wiring(
        buttons=some(pins.BUTTONS),
        dial={name: next(numbers) for name in pins.DIAL} if draw(st.booleans()) else {},
        lights=some(pins.LIGHTS),
        buzzer=next(numbers) if draw(st.booleans()) else None,
        panel=panel,
        keys=chosen_keys,
        keyboard=draw(st.none() | texts) if chosen_keys else None,
        displays=tuple(draw(st.lists(free, max_size=3, unique_by=lambda one: one.where))),
    )


@given(wirings())
def test_a_wiring_written_reads_as_the_same(wiring: Wiring):
    assert read(write(wiring)) == Reading(wiring)


def test_any_character_in_a_port_is_written_so_that_it_can_be_read():
    everything = "".join(map(chr, range(1, 0x180)))
    wiring = Wiring(panel=everything)
    assert read(write(wiring)) == Reading(wiring)


def test_a_written_wiring_names_the_pins_of_the_header():
    assert "seat1 = 5   # pin 29\n" in write(Wiring(buttons={"seat1": 5}))


def test_a_display_that_is_set_otherwise_keeps_what_people_wrote_beside_it():
    mine = """\
# the big one
[[displays]]  # from the attic
kind = "serlcd-20x4"  # blue letters
where = "/dev/ttyUSB0"  # left
# it hangs over the door

[[displays]]
kind = "seven-segment"  # Anna's
where = "/dev/ttyUSB1"
"""
    table, digits = read(mine).wiring.displays
    faster = Wiring(displays=(replace(table, baud=57_600), digits))
    changed = rewritten(mine, faster)
    assert read(changed) == Reading(faster)
    for remark in re.findall("#.*", mine):
        assert remark in changed
    assert "shows" not in changed
    assert rewritten(changed, Wiring(displays=(table, digits))) == mine
    assert read(rewritten(mine, Wiring(displays=(digits,)))).wiring.displays == (digits,)


def test_saving_twice_still_keeps_what_people_wrote_until_they_write_something_else(tmp_path: Path):
    file = tmp_path / "wiring.toml"
    mine = "# my box\n[buttons]\nseat1 = 5 # green\n"
    file.write_text(mine)
    for pin in (6, 13, 19):
        assert save(Wiring(buttons={"seat1": pin}), file)
        assert file.with_suffix(".before").read_text() == mine
    assert "# my box" in file.read_text()
    other = file.read_text().replace("my box", "our box")
    file.write_text(other)
    assert save(Wiring(buttons={"seat1": 5}), file)
    assert file.with_suffix(".before").read_text() == other


def test_saving_keeps_what_was_there_before(tmp_path: Path):
    file = tmp_path / "new folder" / "wiring.toml"
    assert save(usual(), file)
    assert load(file) == Reading(usual())
    assert save(Wiring(), file)
    assert load(file) == Reading(Wiring())
    assert load(file.with_suffix(".before")) == Reading(usual())


# --- changed, with what people wrote beside it ---

MINE = """\
# The box in the hall.
[buttons]  # under the lid
seat1 = 5   # pin 29: Anna's, the red one
seat2 = 6   # Ben's

# A buzzer that Cleo found.
[buzzer]
pin = 11  # pin 23

[[displays]]  # over the door
kind = "serlcd-20x4"
where = "usb-a"  # the left socket

# for Anna
[[displays]]
kind = "seven-segment"
where = "usb-b"
shows = "seat1"
# that is all
"""


def remarks(text: str) -> list[str]:
    """The comments that have a line of their own, in their order."""
    return [line for line in text.splitlines() if line.startswith("#")]


@given(wirings(), wirings())
def test_what_only_the_program_has_written_it_writes_anew(before: Wiring, after: Wiring):
    assert rewritten(write(before), after) == write(after)


@pytest.mark.parametrize("text", [MINE, example()], ids=["mine", "example"])
def test_a_file_saved_as_it_was_stays_as_it_was(text: str):
    assert rewritten(text, read(text).wiring) == text


@pytest.mark.parametrize("text", [MINE, example()], ids=["mine", "example"])
@given(wiring=wirings())
def test_whatever_is_changed_remarks_stay_and_it_reads_as_it_was_saved(text: str, wiring: Wiring):
    changed = rewritten(text, wiring)
    assert read(changed) == Reading(wiring)
    assert sorted(remarks(changed)) == sorted(remarks(text))


@given(wirings(), wirings())
def test_what_was_changed_twice_reads_as_it_was_saved_last(first: Wiring, last: Wiring):
    assert read(rewritten(rewritten(MINE, first), last)) == Reading(last)


def test_a_changed_pin_keeps_its_comment_with_its_new_place_on_the_header(tmp_path: Path):
    file = tmp_path / "wiring.toml"
    file.write_text(MINE)
    wiring = load(file).wiring
    assert save(replace(wiring, buttons={"seat1": 26, "seat2": 4, "undo": 2}), file)
    assert file.read_text() == MINE.replace(
        "seat1 = 5   # pin 29: Anna's, the red one\nseat2 = 6   # Ben's\n",
        "seat1 = 26  # pin 37: Anna's, the red one\nseat2 = 4   # Ben's\nundo = 2   # pin 3\n",
    )
    assert file.with_suffix(".before").read_text() == MINE


def test_what_is_wired_no_more_goes_with_its_line_and_its_section_stays():
    wiring = read(MINE).wiring
    changed = rewritten(MINE, replace(wiring, buttons={"seat2": 6}, buzzer=None))
    assert changed == MINE.replace("seat1 = 5   # pin 29: Anna's, the red one\n", "").replace(
        "pin = 11  # pin 23\n", ""
    )


def test_displays_come_and_go_and_the_others_keep_their_comments():
    wiring = read(MINE).wiring
    one, other = wiring.displays
    new = Display("serlcd-16x2", "usb-c")
    assert '# over the door\nkind = "serlcd-20x4"\nwhere = "usb-a"  # the left socket\n' in (
        rewritten(MINE, replace(wiring, displays=(one, new)))
    )
    assert "usb-a" not in rewritten(MINE, replace(wiring, displays=(other, new)))


def test_a_line_that_cannot_be_read_is_kept_as_a_comment():
    text = "# mine\n[buttons]\nseat1 5\nseat2 = 6\n[lights\nseat1 = 18\n"
    wiring = read(text).wiring
    assert rewritten(text, wiring) == (
        "# mine\n[buttons]\n# seat1 5\nseat2 = 6\n# [lights\n# seat1 = 18\n"
    )


@given(st.data())
def test_over_any_damage_the_wiring_is_saved(data):
    start = data.draw(st.integers(0, len(MINE)))
    end = data.draw(st.integers(start, min(len(MINE), start + 40)))
    damaged = MINE[:start] + data.draw(st.text(max_size=10)) + MINE[end:]
    wiring = data.draw(wirings())
    assert read(rewritten(damaged, wiring)) == Reading(wiring)


def test_a_file_that_is_no_text_is_saved_over(tmp_path: Path):
    file = tmp_path / "wiring.toml"
    file.write_bytes(b"[buttons]\nseat1 = \xff\n")
    assert save(usual(), file)
    assert load(file) == Reading(usual())
    assert file.with_suffix(".before").read_bytes() == b"[buttons]\nseat1 = \xff\n"


def test_without_tomlkit_it_is_saved_all_the_same(monkeypatch):
    monkeypatch.setitem(sys.modules, "tomlkit", None)
    assert rewritten(MINE, usual()) == write(usual())


def test_reading_a_wiring_loads_no_library_that_only_saving_needs():
    program = "import sys, hardware.wiring.file; sys.exit('tomlkit' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_nothing_is_told(tmp_path: Path):
    tmp_path.chmod(0o500)
    assert not save(usual(), tmp_path / "wiring.toml")


def test_a_disk_that_refuses_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert not save(usual(), tmp_path / "file" / "wiring.toml")
