"""Lights and displays on the real kiosk, and whatever of all that is missing or not allowed."""

import errno
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk
from gpiozero import LED
from wired import PLAYED, Bench, OpenBench, OpenWired, Wired, accepted, free_route, scores

from companion.game.commands import ClaimRoute, DrawCards, Pass, Undo
from companion.game.requests.requests import parse
from hardware.displays.link import Link
from hardware.emulators import EMULATORS, Emulator
from hardware.emulators.pty_port import PtyPort
from hardware.lights.lights import Lights
from hardware.wiring.file import write
from hardware.wiring.model import usual
from kiosk.settings.file import Settings
from tests.hardware.by_buttons import Clock

DRAW = DrawCards(("train", "train"))


# --- lights ---


def test_the_seats_light_follows_the_turn(wired: Wired):
    seats = ("seat1", "seat2", "seat3")
    for seat in (0, 1, 2, 0):
        lit = [number == seat for number in range(3)]
        wired.wait_until(lambda lit=lit: [wired.is_lit(name) for name in seats] == lit)
        wired.referee.submit(Pass())


def test_green_blinks_twice_when_accepted_and_red_when_refused(wired: Wired):
    wired.hands.press("seat1")
    wired.wait_until(lambda: wired.blinks("accepted") == 2)
    assert wired.blinks("refused") == 0
    wired.hands.press("seat1")  # it is Ben's turn
    wired.wait_until(lambda: wired.blinks("refused") == 2)
    wired.wait_until(lambda: not wired.is_lit("refused"))
    assert wired.blinks("accepted") == 2


def test_all_seats_blink_when_the_last_round_begins(open_wired: OpenWired):
    wired = open_wired(players=0)
    for request in accepted(PLAYED["two-players"]):
        if wired.referee.has_game and wired.referee.game.state.last_round:
            break
        assert not any(wired.blinks(seat) for seat in ("seat3", "seat4", "seat5"))
        wired.referee.submit(parse(request))
    seats = [f"seat{number}" for number in range(1, 6)]
    wired.wait_until(lambda: all(wired.blinks(seat) >= 2 for seat in seats))
    wired.wait_until(lambda: [wired.is_lit(seat) for seat in seats].count(True) == 1)


def test_an_undo_of_the_last_rounds_call_ends_its_blinking(open_wired: OpenWired):
    wired = open_wired(players=0)
    for request in accepted(PLAYED["two-players"]):
        wired.referee.submit(parse(request))
        if wired.referee.game.state.last_round:
            break
    assert "seat5" in {blink.light for blink in wired.app.devices.lights._plan.blinks}
    wired.referee.submit(Undo())
    assert {blink.light for blink in wired.app.devices.lights._plan.blinks} == {
        "accepted",
        "buzzer",
    }


# --- displays ---


def claimed(wired: Wired) -> int:
    """Claim a route for the player whose turn it is; what it scored."""
    route = free_route(wired.referee)
    wired.app.desk.submit(ClaimRoute(route), wired.app.desk.moment())
    return wired.referee.board.routes[route].points


def after_claim(points: int) -> list[str]:
    """A display of four lines after the first claim of two players."""
    return [
        "Ben's turn",
        f"Anna {points:+d} = {points} 0>{points}",
        f"Anna{points:16d}",
        f"Ben{0:17d}",
    ]


def test_a_display_tells_turn_ruling_and_scores(open_bench: OpenBench, open_wired: OpenWired):
    bench = open_bench(table="serlcd-20x4")
    wired = open_wired(players=2)
    points = claimed(wired)
    wired.wait_until(lambda: bench.lines() == after_claim(points))
    assert wired.signs == []


def test_hidden_scores_are_on_no_display_until_the_game_is_over(
    open_bench: OpenBench, open_wired: OpenWired
):
    bench = open_bench(table="serlcd-20x4", seat1="seven-segment")
    wired = open_wired(players=2, settings=Settings(hidden_scores=True))
    points = claimed(wired)
    wired.wait_until(lambda: bench.lines() == ["Ben's turn", f"Anna {points:+d}", "", ""])
    wired.wait_until(lambda: bench.lines("seat1") == [""])  # it is not Anna's turn any more
    for request in accepted(PLAYED["two-players"]):
        wired.referee.submit(parse(request))
    assert wired.referee.game.state.phase == "over"
    first, second = scores(wired.referee)
    wired.wait_until(lambda: bench.lines()[0].startswith("Winner"))
    assert [line.split()[-1] for line in bench.lines()[2:]] == [str(first), str(second)]
    wired.wait_until(lambda: bench.lines("seat1") == [f"{first:4d}"])


@pytest.mark.parametrize("keeps_power", [True, False])
def test_a_display_pulled_out_in_mid_game_shows_the_right_picture_again(
    open_bench: OpenBench, open_wired: OpenWired, keeps_power: bool
):
    bench = open_bench(table="serlcd-20x4")
    wired, port = open_wired(players=2), bench.ports["table"]
    wired.wait_until(lambda: bench.lines()[0] == "Anna's turn")
    port.unplug()
    wired.wait_until(lambda: any("not plugged in" in sign for sign in wired.signs))
    points = claimed(wired)
    port.plug_in(None if keeps_power else EMULATORS["serlcd-20x4"]())
    wired.wait_until(lambda: bench.lines() == after_claim(points))
    wired.wait_until(lambda: wired.signs == [])


def test_a_display_that_never_reads_is_a_sign_and_the_game_goes_on(
    open_bench: OpenBench, open_wired: OpenWired
):
    bench = open_bench(table="serlcd-20x4", seat1="seven-segment")
    for port in bench.ports.values():
        port.stall()
    wired = open_wired(players=2)
    for turn in range(40):
        assert wired.app.desk.submit(Pass() if turn % 2 else DRAW, wired.app.desk.moment())
        wired.kiosk.frames(1)
    wired.wait_until(lambda: sum("isn't accepting data" in sign for sign in wired.signs) == 2)
    assert wired.kiosk.sees("Anna's turn")
    for port in bench.ports.values():
        port.go_on()
    wired.wait_until(lambda: bench.lines()[0] == "Anna's turn")


def test_several_displays_at_once_each_show_their_own(open_bench: OpenBench, open_wired: OpenWired):
    bench = open_bench(
        table="serlcd-20x4",
        table_2="matrix-16x2",
        seat1="seven-segment",
        seat2="seven-segment",
        seat5="seven-segment",
    )
    wired = open_wired(players=2)
    points = claimed(wired)
    wired.wait_until(lambda: bench.lines() == after_claim(points))
    wired.wait_until(lambda: bench.lines("seat1") == [f"{points:4d}"])
    wired.wait_until(lambda: bench.lines("seat2") == ["   0."])  # the point: it is Ben's turn
    wired.wait_until(lambda: bench.lines("table_2")[1] == f"Anna {points} >Ben 0")
    assert bench.lines("seat5") == [""]


def test_names_arrive_readable_and_no_name_is_a_command(
    open_bench: OpenBench, open_wired: OpenWired
):
    bench = open_bench(table="serlcd-20x4")
    wired = open_wired(players=5)
    for _ in range(3):
        wired.referee.submit(Pass())
    wired.wait_until(lambda: bench.lines()[0] == "Lukasz's turn")
    wired.referee.submit(Pass())
    wired.wait_until(lambda: bench.lines()[0] == "Dima's turn")


def test_what_a_picture_cannot_show_stops_no_game(
    open_bench: OpenBench, open_wired: OpenWired, monkeypatch: pytest.MonkeyPatch
):
    open_bench(table="serlcd-20x4")
    wired = open_wired()

    def broken(*args: object, **given: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("kiosk.devices.devices.table_picture", broken)
    wired.hands.press("seat1")
    wired.wait_for_entry(2)
    assert wired.app.screen_name == "table"


# --- each is told once ---


def test_every_device_is_told_of_a_change_once(
    open_bench: OpenBench, open_wired: OpenWired, monkeypatch: pytest.MonkeyPatch
):
    open_bench(table="serlcd-20x4", seat1="seven-segment")
    wired = open_wired(players=2)
    told: list[str] = []
    for kind, name in ((Lights, "accepted"), (Lights, "refused"), (Lights, "turn"), (Link, "show")):
        monkeypatch.setattr(kind, name, _noting(told, name, getattr(kind, name)))
    wired.hands.press("seat1")  # two train cards
    wired.wait_for_entry(2)
    assert sorted(told) == ["accepted", "show", "show", "turn"]
    told.clear()
    claimed(wired)
    wired.kiosk.frames()
    assert sorted(told) == ["accepted", "show", "show", "turn"]
    told.clear()
    wired.hands.press("seat2")  # it is Anna's turn
    wired.wait_until(lambda: wired.app.desk.refusal is not None)
    wired.kiosk.frames()
    assert sorted(told) == ["refused", "show", "show", "turn"]


def _noting(told: list[str], name: str, act: Callable[..., None]) -> Callable[..., None]:
    def noted(*args: object) -> None:
        told.append(name)
        act(*args)

    return noted


# --- a box with buttons ---


class Silent:
    """A device that only ever sends."""

    stored = 0

    def feed(self, data: bytes) -> None:
        """Hear nothing."""

    def text(self) -> str:
        return ""


def test_a_box_on_a_port_presses_like_pins(open_wired: OpenWired, clock: Clock, tmp_path: Path):
    device: Emulator = Silent()
    with PtyPort(device, tmp_path / "box") as port:
        wired = open_wired(f'[panel]\nwhere = "{tmp_path / "box"}"\n')
        wired.wait_until(lambda: wired.app.devices.box.status.ok)
        port.send(b"jungle down\njungle up\ntrain down\ntrain up\n")
        wired.wait_for_entry(2)
        assert wired.referee.game.entries[-1].request["cards"] == ["jungle", "train"]
        port.unplug()
        wired.wait_until(lambda: any("not plugged in" in sign for sign in wired.signs))
        port.plug_in()
        wired.wait_until(lambda: wired.signs == [])
        port.send(b"seat2 down\n")
        wired.wait_until(lambda: "seat2" in wired.app.devices.down)
        clock.passes(0.1)
        port.send(b"seat2 up\n")
        wired.wait_for_entry(3)
        assert wired.referee.game.entries[-1].request["cards"] == ["train", "train"]


# --- nothing there, or not allowed ---

ONE_BUTTON = "[buttons]\ntrain = 16\n"
ONE_DISPLAY = '[[displays]]\nkind = "serlcd-16x2"\nwhere = "{}"\n'


def plays_on(wired: Wired) -> None:
    """The game is played by fingers, whatever does not work."""
    wired.kiosk.tap("Jungle")
    wired.kiosk.tap("Train")
    assert wired.kiosk.sees("Ben's turn")
    assert wired.app.screen_name == "table"


def test_without_a_wiring_file_nothing_is_wired_and_nothing_is_wrong(
    open_kiosk: Callable[..., Kiosk], tmp_path: Path
):
    before = set(threading.enumerate())
    kiosk = open_kiosk(3, wiring_file=tmp_path / "none.toml")
    kiosk.wait(0.6)
    kiosk.tap("Jungle")
    kiosk.tap("Train")
    assert kiosk.sees("Ben's turn")
    assert kiosk.app.devices.signs() == []
    assert set(threading.enumerate()) == before


def test_what_is_wired_is_opened_soon_after_the_start(
    open_kiosk: Callable[..., Kiosk], tmp_path: Path
):
    (tmp_path / "wiring.toml").write_text("[buttons]\ntrain = 99\n")
    kiosk = open_kiosk(2, wiring_file=tmp_path / "wiring.toml")
    kiosk.wait(0.7)
    assert len(kiosk.app.devices.signs()) == 1


def test_without_the_gpio_library_a_sign_says_so(
    open_wired: OpenWired, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    wired = open_wired()
    plays_on(wired)
    assert set(wired.signs) == {"gpiozero isn't installed: buttons and lights are off."}


@pytest.mark.skipif(bool(list(Path("/dev").glob("gpiochip*"))), reason="this machine has pins")
def test_without_pins_a_sign_says_so(open_wired: OpenWired):
    wired = open_wired(pin_factory=None)
    plays_on(wired)
    assert set(wired.signs) == {"This machine has no GPIO pins: buttons and lights are off."}


def test_a_pin_that_something_else_uses_is_a_sign_and_the_others_work(open_wired: OpenWired):
    wired = open_wired(ONE_BUTTON, players=2)
    taken = LED(usual().lights["seat1"], pin_factory=wired.factory)
    wired.app.devices._file.write_text(write(usual()))
    wired.app.devices.open()
    assert len(wired.signs) == 1
    assert wired.signs[0].startswith("The pin for seat1 is used by something else")
    wired.hands.press("seat1")
    wired.wait_until(lambda: wired.is_lit("seat2"))
    taken.close()


def test_a_port_that_is_not_there_is_a_sign(open_wired: OpenWired, tmp_path: Path):
    wired = open_wired(ONE_DISPLAY.format(tmp_path / "ttyUSB0"))
    wired.wait_until(lambda: bool(wired.signs))
    plays_on(wired)
    assert wired.signs == [
        f"{tmp_path / 'ttyUSB0'}: not plugged in. It will be used as soon as you plug it in."
    ]


def test_without_permission_the_sign_says_what_helps(
    open_wired: OpenWired, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def denied(*args: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("serial.serial_for_url", denied)
    wired = open_wired(ONE_DISPLAY.format(tmp_path / "ttyUSB0"))
    wired.wait_until(lambda: bool(wired.signs))
    plays_on(wired)
    assert "isn't in group dialout" in wired.signs[0]


def test_without_pyserial_a_sign_says_so(open_wired: OpenWired, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "serial", None)
    wired = open_wired(ONE_DISPLAY.format("/dev/ttyUSB0"))
    wired.wait_until(lambda: bool(wired.signs))
    plays_on(wired)
    assert "pyserial isn't installed" in wired.signs[0]


def test_a_broken_wiring_file_is_told_by_line_and_the_rest_works(open_wired: OpenWired):
    wired = open_wired(f"{ONE_BUTTON}jungle = 16\ntrombone = 3\nundo = = 4\n[lights]\nseat1 = 18\n")
    assert [sign.partition(":")[0].partition(",")[0] for sign in wired.signs] == [
        "Line 3",
        "Line 4",
        "Line 5 can't be read and is ignored.",
    ]
    wired.hands.press("train")
    assert wired.first == "train"
    wired.wait_until(lambda: wired.is_lit("seat1"))


def test_a_wiring_file_that_is_no_text_is_told(open_wired: OpenWired, tmp_path: Path):
    wired = open_wired(ONE_BUTTON)
    (tmp_path / "wiring.toml").write_bytes(b"[buttons]\n\xff\xfe = 3\n")
    wired.app.devices.open()
    assert wired.signs == ["Line 2: this isn't UTF-8 text. Nothing is wired."]
    plays_on(wired)


# --- closing ---


def test_closing_the_app_lets_go_of_pins_ports_and_threads(
    open_bench: OpenBench, open_wired: OpenWired
):
    bench = open_bench(table="serlcd-20x4", seat1="seven-segment")
    bench.ports["seat1"].stall()
    before = set(threading.enumerate())
    wired = open_wired()
    wired.wait_until(lambda: bench.lines()[0] == "Anna's turn")
    assert set(threading.enumerate()) > before
    wired.app.on_stop()
    assert set(threading.enumerate()) == before
    again = [LED(pin, pin_factory=wired.factory) for pin in usual().lights.values()]
    for led in again:
        led.close()
    held = [link for link in Path("/proc/self/fd").iterdir() if is_at(link, bench, "table")]
    assert len(held) == 1  # the emulator's own


def is_at(link: Path, bench: Bench, shows: str) -> bool:
    try:
        return os.readlink(link) == bench.ports[shows].path
    except OSError:
        return False


def test_opened_again_with_another_wiring_only_that_counts(wired: Wired):
    wired.app.devices._file.write_text("[buttons]\ntrain = 4\n")
    wired.app.devices.open()
    wired.pin("jungle").drive_low()  # wired no more
    wired.pin("undo").drive_low()
    wired.wait_until(lambda: wired.first is not None)
    assert (wired.first, wired.referee.seq) == ("train", 1)
