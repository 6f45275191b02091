"""`python -m hardware`: as people run it, without any hardware."""

import os
import re
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from ears import Ears
from gpiozero.pins.mock import MockFactory

from companion.game.board.board import standard_board
from companion.words import Words, translations
from hardware.buttons.keyboards.key_map import USUAL
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    Freed,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
    meaning_in_words,
)
from hardware.commands.emulate import drawn, framed
from hardware.commands.trial import try_out
from hardware.displays import KINDS
from hardware.displays.pictures import trial_picture
from hardware.emulators import SerLcd
from hardware.emulators.pty_port import LinkTakenError, PtyPort
from hardware.wiring.file import example, write
from hardware.wiring.model import Display, Reading, Wiring, usual
from hardware.wiring.reading import read

ROOT = Path(__file__).parents[2]
WORDS = Words(standard_board(), translations())
# Where tests run in the background Ctrl-C is ignored, and a program inherits that.
RUN = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("hardware", run_name="__main__", alter_sys=True)
"""


class Command:
    """A command that runs, with what it has said so far."""

    def __init__(self, *arguments: str, home: Path, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", RUN, *arguments],
            cwd=ROOT,
            env={**os.environ, "XDG_CONFIG_HOME": str(home), **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        assert self.process.stdout is not None
        while (found := re.search(pattern, self.said)) is None:
            line = self.process.stdout.readline()
            assert line, f"{pattern} was not said: {self.said}"
            self.said += line
        return found

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=20)
        self.said += rest
        return self.process.returncode


@pytest.fixture
def commands() -> Iterator[list[Command]]:
    running: list[Command] = []
    yield running
    for command in running:
        if command.process.poll() is None:
            command.process.kill()
        command.process.communicate()


def test_without_any_hardware_the_test_says_so_and_ends_well(commands, tmp_path: Path):
    (tmp_path / "stationmaster").mkdir()
    (tmp_path / "stationmaster" / "wiring.toml").write_text(example() + "[[displays]]\nkind = 3\n")
    command = Command("test", home=tmp_path)
    commands.append(command)
    command.wait_for("Ctrl-C to quit")
    assert "This machine has no GPIO pins" in command.said
    assert command.said.count("no GPIO pins") == 1
    assert "press every button" not in command.said
    assert "displays.1.kind: this must be text in quotes" in command.said
    assert command.end() == 0
    assert "Traceback" not in command.said


def test_without_a_wiring_file_the_test_says_so(commands, tmp_path: Path):
    command = Command("test", home=tmp_path)
    commands.append(command)
    command.wait_for("nothing is wired")
    command.wait_for("There are no buttons to test")
    assert command.end() == 0


def panel_and_test(commands: list[Command], folder: Path) -> tuple[Command, Command]:
    """The soft panel, wired as it says, and the test of that wiring."""
    panel = Command("panel", "--link", str(folder / "panel"), home=folder)
    commands.append(panel)
    said = panel.wait_for(r"\[panel\]\nwhere = .*\n")
    file = folder / "mine.toml"
    file.write_text(said[0])
    test = Command("test", "--wiring", str(file), home=folder)
    commands.append(test)
    return panel, test


def test_the_soft_panel_presses_what_the_test_shows(commands, tmp_path: Path):
    panel, test = panel_and_test(commands, tmp_path)
    test.wait_for("connected")
    panel.type("t2+")
    test.wait_for("Card: train card")
    test.wait_for("Dial turned: \\+1")
    test.wait_for("Seat 2: pressed")
    panel.type("q")
    assert panel.process.wait(20) == 0
    test.wait_for("not plugged in")
    assert test.end() == 0


def test_an_emulated_display_is_walked_by_the_test(commands, tmp_path: Path):
    display = Command("emulate", "serlcd-16x2", "--link", str(tmp_path / "lcd"), home=tmp_path)
    commands.append(display)
    display.wait_for("on port")
    file = tmp_path / "mine.toml"
    file.write_text(write(Wiring(displays=(Display("serlcd-16x2", str(tmp_path / "lcd")),))))
    test = Command("test", "--wiring", str(file), home=tmp_path)
    commands.append(test)
    display.wait_for(r"\|Stationmaster   \|\n\|1234567890123456\|")
    assert test.end() == 0
    assert display.end() == 0


def test_the_soft_panel_shows_the_lights_that_the_test_walks(commands, tmp_path: Path):
    panel, test = panel_and_test(commands, tmp_path)
    for light in ("seat1", "accepted", "buzzer", "-"):
        panel.wait_for(f"lit: {light}\n")
    assert test.end() == 0


def test_the_keys_of_one_keyboard_are_shown_by_the_test(commands, tmp_path: Path):
    numpad, file = tmp_path / "usb-numpad-event-kbd", tmp_path / "mine.toml"
    os.mkfifo(numpad)
    writing = os.open(numpad, os.O_RDWR)
    file.write_text(write(Wiring(keys=USUAL, keyboard=str(numpad))))
    test = Command("test", "--wiring", str(file), home=tmp_path)
    commands.append(test)
    test.wait_for("Now press every button and turn the dial")
    os.write(writing, struct.pack("@llHHi", 0, 0, 1, 82, 1))  # 0 on the numpad, down
    test.wait_for("Card: train card")
    os.close(writing)
    assert test.end() == 0


def test_keys_of_the_window_are_left_to_the_window(commands, tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text(write(Wiring(keys=USUAL)))
    test = Command("test", "--wiring", str(file), home=tmp_path)
    commands.append(test)
    test.wait_for("To test keys, use the screen")
    test.wait_for("There are no buttons to test")
    assert test.end() == 0


@pytest.mark.parametrize("asked", [("emulate", "serlcd-16x2"), ("panel",)])
def test_a_second_emulator_of_the_same_name_is_refused(asked, commands, tmp_path: Path):
    link = tmp_path / "port"
    first = Command("emulate", "serlcd-16x2", "--link", str(link), home=tmp_path)
    commands.append(first)
    first.wait_for("on port")
    port = link.readlink()
    second = Command(*asked, "--link", str(link), home=tmp_path)
    commands.append(second)
    second.wait_for(f"{link} is taken")
    assert second.process.wait(20) == 1
    assert link.readlink() == port
    first.process.kill()  # it leaves its name behind, and nobody has it any more
    first.process.wait(20)
    third = Command(*asked, "--link", str(link), home=tmp_path)
    commands.append(third)
    third.wait_for("port")
    assert link.readlink().exists()


def test_a_file_is_not_taken_for_the_name_of_a_port(tmp_path: Path):
    mine = tmp_path / "letter.txt"
    mine.write_text("Dear Ben")
    with pytest.raises(LinkTakenError):
        PtyPort(SerLcd(), mine)
    assert mine.read_text() == "Dear Ben"


def test_a_narrower_frame_leaves_nothing_of_a_wider_one():
    """The points of digits come and go."""
    lines, row = [""] * 3, 0
    for part in re.split(r"(\n|\x1b\[3A)", drawn("1238.", None) + drawn(" 8", "1238.")):
        if part in ("\n", "\x1b[3A"):
            row += 1 if part == "\n" else -3
        elif part:
            text, rest_off, _ = part.partition("\x1b[K")
            lines[row] = text if rest_off else text + lines[row][len(text) :]
    assert "\n".join(lines) == framed(" 8")


def test_the_example_can_be_printed_and_read_back(tmp_path: Path):
    run = subprocess.run(
        [sys.executable, "-m", "hardware", "example"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.stdout == example()
    assert read(run.stdout) == Reading(usual())


@pytest.mark.parametrize("arguments", [[], ["dance"], ["test", "--no-such"]])
def test_what_is_not_understood_ends_with_a_usage_line(arguments):
    run = subprocess.run(
        [sys.executable, "-m", "hardware", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert "usage: hardware" in run.stderr


# --- the trial itself, on mock pins ---


def test_every_light_is_walked_and_presses_are_shown():
    factory, ears, stop = MockFactory(), Ears(), threading.Event()
    wiring = Wiring(buttons={"train": 16}, lights={"seat1": 18, "refused": 9}, buzzer=11)
    trial = threading.Thread(
        target=try_out,
        args=(Reading(wiring), WORDS, ears.hear, stop),
        kwargs={"pin_factory": factory},
    )
    trial.start()
    ears.wait_until(lambda said: any("Now press every button" in line for line in said))
    assert ears.all[:3] == ["Light: seat1", "Light: refused", "Light: buzzer"]
    for pin in (18, 9, 11):
        assert any(change.state for change in factory.pin(pin).states), pin
    factory.pin(16).drive_low()
    ears.wait_until(lambda said: "Card: train card" in said)
    stop.set()
    trial.join(20)
    assert not trial.is_alive()
    factory.close()


@pytest.mark.parametrize(
    ("wiring", "invitation"),
    [
        (Wiring(buttons={"train": 16}), "Now press every button. "),
        (Wiring(dial=usual().dial), "Now turn the dial and push it."),
        (usual(), "Now press every button and turn the dial."),
        (Wiring(panel="/dev/null"), "Now press every button and turn the dial."),
        (Wiring(lights={"seat1": 18}), "There are no buttons to test."),
    ],
)
def test_only_what_is_there_is_to_be_pressed(wiring: Wiring, invitation: str):
    said: list[str] = []
    stop = threading.Event()
    stop.set()
    try_out(Reading(wiring), WORDS, said.append, stop, pin_factory=MockFactory())
    assert any(line.startswith(invitation) for line in said), said


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_display_has_a_trial_picture(kind: str):
    assert KINDS[kind].fits(trial_picture(kind, WORDS))


def test_every_meaning_has_words_of_its_own():
    meanings = [
        CardPressed("train", time=0),
        SeatPressed(0, time=0),
        SeatHeld(0, time=0),
        UndoPressed(time=0),
        DialTurned(-2, time=0),
        DialPushed(time=0),
        Stuck("train", time=0),
        Freed("train", time=0),
    ]
    sentences = {meaning_in_words(meaning, WORDS) for meaning in meanings}
    assert len(sentences) == len(meanings)
