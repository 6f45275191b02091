"""The sketch for a Pico: its pins, its lines, and our box at the other end of its cable."""

import ast
import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cables import Cable
from ears import Ears
from pico import Pico, PicoPort

from hardware.buttons.box import ButtonBox
from hardware.buttons.debounce import NAMES
from hardware.buttons.meanings import CardPressed, DialTurned
from hardware.buttons.panel import ButtonPanel
from hardware.commands.panel import Lamps
from hardware.emulators import SevenSegment
from hardware.lights import box_lights
from hardware.lights.box_lights import lines
from hardware.lights.lights import Lights
from hardware.pico import main as sketch
from hardware.pico.main import BUTTONS, DIAL, LIGHTS, SILENCE_TIMEOUT_MS
from hardware.wiring.model import Wiring

PATIENCE = 20.0  # seconds; nothing takes so long
PAGE = Path(__file__).parents[2] / "hardware" / "docs" / "serial_box.md"


@pytest.fixture
def pico() -> Pico:
    pico = Pico()
    pico.say()
    return pico


def test_it_has_every_button_and_light_each_on_a_pin_of_its_own():
    assert set(BUTTONS) == set(NAMES)
    assert set(LIGHTS) == set(box_lights.NAMES)
    pins = [*BUTTONS.values(), *DIAL, *LIGHTS.values()]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= {*range(23), 26, 27, 28}  # what a Pico has on its edge


def test_it_says_hello_and_is_dark():
    pico = Pico()
    assert (pico.say(), pico.lit) == (["hello"], set())


def test_buttons_are_told_as_they_go_down_and_up(pico: Pico):
    assert pico.pin(BUTTONS["train"], 0) == ["train down"]
    assert pico.pin(BUTTONS["train"], 0) == []
    assert pico.pin(BUTTONS["seat2"], 0) == ["seat2 down"]
    assert pico.pin(BUTTONS["train"], 1) == ["train up"]


def turned(pico: Pico, *pins: tuple[int, int]) -> list[str]:
    return [line for pin, level in pins for line in pico.pin(pin, level)]


def test_a_click_of_the_dial_is_told_once(pico: Pico):
    a, b = DIAL
    clockwise = ((a, 0), (b, 0), (a, 1), (b, 1))
    assert turned(pico, *clockwise) == ["dial +1"]
    assert turned(pico, (b, 0), (a, 0), (b, 1), (a, 1)) == ["dial -1"]
    bouncing = ((a, 0), (a, 1), (a, 0), (b, 0), (b, 1), (b, 0), (a, 1), (a, 0), (a, 1), (b, 1))
    assert turned(pico, *bouncing) == ["dial +1"]
    assert turned(pico, (a, 0), (a, 1)) == []
    assert turned(pico, (a, 0), (b, 0), (b, 1), (a, 1)) == []  # half way and back


def test_lights_are_lit_as_told_and_noise_changes_nothing(pico: Pico):
    for byte in b"light seat1 on\r\nbuzzer on\nlight accepted on\nlight accepted off\n":
        pico.box.hear(bytes([byte]))
    assert pico.lit == {"seat1", "buzzer"}
    pico.box.hear(b"light seat9 on\nlight\nseat2 on\nbuzzer\nlight buzzer off\nlight seat3 blue\n")
    pico.box.hear(bytes(range(256)) * 20 + b"\nlight seat1 on off\n")
    assert pico.lit == {"seat1", "buzzer"}


def test_cut_at_any_byte_its_lights_are_right_when_all_is_told_again():
    first, second = frozenset({"seat1", "accepted"}), frozenset({"seat2", "buzzer"})
    told = lines(first) + lines(second, first)
    for cut in range(len(told) + 1):
        pico = Pico()
        pico.feed(told[:cut])
        pico.feed(lines(second))
        assert pico.lit == second, told[:cut]


def test_left_alone_it_goes_dark(pico: Pico):
    pico.box.hear(b"light seat1 on\n")
    pico.box.wait(SILENCE_TIMEOUT_MS)
    assert pico.lit == {"seat1"}
    pico.box.hear(b"light seat1 on\n")
    pico.box.wait(SILENCE_TIMEOUT_MS)
    assert pico.lit == {"seat1"}
    pico.box.wait(1)
    assert pico.lit == set()


def test_the_sketch_needs_nothing_that_a_pico_does_not_have():
    tree = ast.parse(Path(sketch.__file__).read_text("utf-8"))
    nodes = list(ast.walk(tree))
    imported = {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    imported |= {n.module for n in nodes if isinstance(n, ast.ImportFrom)}
    assert imported == {"machine", "select", "sys", "time"}
    unpacked = [n for n in nodes if isinstance(n, ast.Dict) and None in n.keys]
    assert unpacked == []  # MicroPython cannot


def test_it_runs_for_ever_on_what_machine_it_has(monkeypatch, capsys):
    """The loop itself, with a stand-in for MicroPython's own modules; noise does not end it."""
    monkeypatch.setitem(sys.modules, "machine", type(sys)("machine"))
    incoming = io.BytesIO(b"\xfe\xff\x80\nlight seat1 on\n")
    switched = []

    class Pin:
        IN = OUT = PULL_UP = 1

        def __init__(self, *given: int) -> None:
            self.number = given[0]

        def __call__(self, level: int | None = None) -> int:
            if level is not None:
                switched.append((self.number, level))
            return 1

    class Enough(Exception):
        pass

    def end(milliseconds: int) -> None:
        raise Enough

    class Poll:
        def register(self, *given: object) -> None: ...

        def poll(self, timeout: int) -> bool:
            return incoming.tell() < len(incoming.getvalue())

    monkeypatch.setattr(sys.modules["machine"], "Pin", Pin, raising=False)
    monkeypatch.setattr("select.poll", Poll)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(incoming, "utf-8"))
    monkeypatch.setattr("time.ticks_ms", lambda: 5, raising=False)
    monkeypatch.setattr("time.ticks_diff", lambda now, then: now - then, raising=False)
    monkeypatch.setattr("time.sleep_ms", end, raising=False)
    with pytest.raises(Enough):
        sketch.main()
    assert capsys.readouterr().out == "hello\n"
    assert switched[len(LIGHTS) :] == [(LIGHTS["seat1"], 1)]


# --- our box at the other end ---


class Wired:
    """The Pico, listened to and lit."""

    def __init__(self, link: Path) -> None:
        self.ears, self.statuses = Ears(), Ears()
        self.port = PicoPort(link)
        self.panel = ButtonPanel(self.ears.hear)
        self.box = ButtonBox(str(link), self.panel, self.statuses.hear)
        self.lights = Lights(Wiring(panel=str(link)), box=self.box)
        self.wait_for_status("ok")

    @property
    def pico(self) -> Pico:
        return self.port.device

    def wait_for_status(self, code: str) -> None:
        self.statuses.wait_until(lambda heard: bool(heard) and heard[-1].code == code)

    def wait_until(self, is_so: Callable[[str], bool]) -> None:
        assert self.port.wait_for(is_so, PATIENCE), self.pico.text()

    def close(self) -> None:
        self.lights.close()
        self.box.close()
        self.panel.close()
        self.port.unplug()


@pytest.fixture
def wired(tmp_path: Path) -> Iterator[Wired]:
    wired = Wired(tmp_path / "box")
    yield wired
    wired.close()


def test_its_buttons_become_presses(wired: Wired):
    wired.port.pin(BUTTONS["train"], 0)
    assert isinstance(wired.ears.first(1)[0], CardPressed)
    for pin, level in zip(DIAL * 2, (0, 0, 1, 1), strict=True):
        wired.port.pin(pin, level)
    turned = wired.ears.first(2)[1]
    assert isinstance(turned, DialTurned)
    assert turned.steps == 1


def test_its_lights_follow_the_game(wired: Wired):
    wired.lights.turn(1)
    wired.wait_until(lambda lit: lit == "seat2")
    wired.lights.accepted()
    wired.wait_until(lambda lit: wired.pico.went_on["accepted"] == 2 and lit == "seat2")
    assert wired.pico.went_on["buzzer"] == 1
    wired.lights.refused()
    wired.wait_until(lambda lit: wired.pico.went_on["refused"] == 2 and lit == "seat2")


def test_all_is_dark_when_it_is_let_go(tmp_path: Path):
    wired = Wired(tmp_path / "box")
    wired.lights.turn(0)
    wired.wait_until(lambda lit: lit == "seat1")
    wired.lights.close()
    wired.box.close()
    wired.wait_until(lambda lit: lit == "")
    wired.close()


def test_a_box_that_started_anew_is_lit_again_at_once(wired: Wired):
    wired.lights.turn(2)
    wired.wait_until(lambda lit: lit == "seat3")
    wired.pico.start()
    assert wired.pico.lit == set()
    wired.port.send_said()
    wired.wait_until(lambda lit: lit == "seat3")


def test_a_box_that_missed_a_line_is_right_again_by_itself(wired: Wired):
    wired.lights.turn(2)
    wired.wait_until(lambda lit: lit == "seat3")
    wired.pico.box.hear(b"light seat5 on\nlight seat3 off\n")
    assert wired.pico.text() == "seat5"
    wired.wait_until(lambda lit: lit == "seat3")


def test_pulled_out_and_pushed_in_it_is_lit_again(wired: Wired):
    wired.lights.turn(3)
    wired.wait_until(lambda lit: lit == "seat4")
    wired.port.unplug()
    wired.wait_for_status("missing")
    wired.lights.turn(0)
    wired.port.plug_in(Pico())
    wired.wait_until(lambda lit: lit == "seat1")


def test_a_box_that_does_not_listen_is_heard_all_the_same_and_closes_at_once(tmp_path: Path):
    port = Cable(SevenSegment(), tmp_path / "box")
    port.stall()
    ears, statuses = Ears(), Ears()
    panel = ButtonPanel(ears.hear)
    box = ButtonBox(str(tmp_path / "box"), panel, statuses.hear)
    lights = Lights(Wiring(panel=str(tmp_path / "box")), box=box)
    statuses.first(1)  # it is open: what came before is not heard
    for _ in range(50):
        lights.accepted()
    port.send(b"train down\ntrain up\n", timeout=10)
    assert isinstance(ears.first(1)[0], CardPressed)
    lights.close()
    box.close(timeout=PATIENCE)
    assert not box._thread.is_alive()
    panel.close()
    port.go_on()
    port.unplug()


def test_only_what_changes_is_told_in_between():
    assert lines(frozenset({"seat1"}), frozenset({"seat2", "buzzer"})) == (
        b"light seat1 on\nlight seat2 off\nbuzzer off\n"
    )
    assert len(lines(frozenset()).split(b"\n")) == 1 + len(box_lights.NAMES) + 1
    assert len(lines(frozenset())) * 10 / 9600 / 3.0 <= 0.1  # of the wire, told every 3 seconds


# --- the soft panel, and the page ---


def test_the_soft_panel_shows_what_is_lit():
    seen = []
    lamps = Lamps(seen.append)
    lamps.feed(lines(frozenset({"seat2", "buzzer"})))
    lamps.feed(b"light seat7 on\nbuzzer\nlight seat2 dim\nnonsense\nbuzz")
    lamps.feed(b"er off\n")
    assert seen == ["seat2", "seat2 buzzer", "seat2"]


def test_the_page_of_the_box_has_every_pin_and_every_line():
    page = PAGE.read_text("utf-8")

    rows = re.findall(r"^\| (\w+) (\w+) \| GP(\d+) \|", page, re.MULTILINE)
    assert {(kind, name): int(number) for kind, name, number in rows} == {
        **{("button", name): number for name, number in BUTTONS.items()},
        **{("dial", name): number for name, number in zip("ab", DIAL, strict=True)},
        **{("light", name): number for name, number in LIGHTS.items()},
    }
