"""The devices' screen under fingers: what is wired, whether it works, and how to change it."""

import termios
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import layout
import pytest
from fingers import SCREENS, SIZES, Kiosk
from gpiozero.pins.mock import MockFactory
from kivy.clock import Clock
from kivy.core.window import Window

from hardware.displays import KINDS, SPEEDS, Family, Grid, serlcd
from hardware.emulators import EMULATORS
from hardware.emulators.pty_port import PtyPort
from hardware.wiring.edit import Slot
from hardware.wiring.file import load, write
from hardware.wiring.model import Display, Wiring, usual
from kiosk.devices import trials
from kiosk.devices.badges import DeviceBadge
from kiosk.devices.screen import PortRow, SlotRow
from kiosk.devices.wiring_sheets import DisplaySettingsSheet, DisplaySheet, PickTile
from kiosk.table.screen import Signs
from kiosk.widgets.hold_tile import HoldTile
from tests.gallery import devices as scenes

Open = Callable[..., Kiosk]

PATIENCE = 20.0  # seconds; nothing takes so long
LCD = "serlcd-16x2"
EXAMPLE = "Use the example wiring"


@dataclass
class Bench:
    """A kiosk, its wiring file, and the pins."""

    open_kiosk: Open
    file: Path
    pins: MockFactory

    def open(self, wiring: Wiring | str = "", players: int = 0, screen: str = "devices") -> Kiosk:
        self.file.write_text(wiring if isinstance(wiring, str) else write(wiring))
        kiosk = self.open_kiosk(players, wiring_file=self.file, pin_factory=self.pins)
        kiosk.app.opening.cancel()  # it would wait for half a second
        kiosk.app.devices.open()
        kiosk.app.go(SCREENS[screen])
        kiosk.frames(8)
        return kiosk

    @property
    def saved(self) -> Wiring:
        reading = load(self.file)
        assert reading.problems == ()
        return reading.wiring


@pytest.fixture
def bench(open_kiosk: Open, tmp_path: Path) -> Iterator[Bench]:
    pins = MockFactory()
    yield Bench(open_kiosk, tmp_path / "wiring.toml", pins)
    pins.close()


def wait_until(kiosk: Kiosk, is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, kiosk.texts()
        kiosk.frames(1)


def lit(kiosk: Kiosk) -> set[str]:
    return {badge.name for badge in kiosk.widgets(DeviceBadge) if badge.lit}


def row(kiosk: Kiosk, section: str, name: str) -> SlotRow:
    return next(row for row in kiosk.widgets(SlotRow) if row.slot == Slot(section, name))


def tap_in_list(kiosk: Kiosk, widget: Any) -> None:
    kiosk.scroll_to(widget)
    kiosk.tap(widget)


def holding(kiosk: Kiosk, word: str) -> HoldTile:
    return next(tile for tile in kiosk.widgets(HoldTile) if tile.word == word)


# --- what is wrong ---


def test_without_a_wiring_nothing_is_wrong(bench: Bench):
    kiosk = bench.open()
    assert kiosk.sees("Nothing is wired.")
    assert kiosk.sees(str(bench.file))
    assert list(kiosk.widgets(DeviceBadge)) == []


def test_all_is_well(bench: Bench):
    kiosk = bench.open(usual())
    assert kiosk.sees("Everything you have wired works.")


def test_a_wrong_file_is_told_by_line_and_field(bench: Bench):
    kiosk = bench.open("[buttons]\ntrain = 5\nundo = 5\n")
    assert kiosk.sees("Line 3, buttons.undo: pin 5 is already wired to buttons.train.")
    assert row(kiosk, "buttons", "train").pin == "BCM 5 (pin 29)"
    assert row(kiosk, "buttons", "undo").pin == "not wired"


# --- live ---


def test_a_held_button_lights_its_badge(bench: Bench):
    kiosk = bench.open(usual())
    pin = bench.pins.pin(usual().buttons["seat3"])
    pin.drive_low()
    wait_until(kiosk, lambda: lit(kiosk) == {"seat3"})
    pin.drive_high()
    wait_until(kiosk, lambda: lit(kiosk) == set())


def test_who_is_not_on_screen_is_not_told(bench: Bench):
    kiosk = bench.open(usual(), players=2)
    devices = kiosk.app.devices
    assert len(devices._watchers) == 1
    for screen in ("table", "settings", "devices", "table", "devices"):
        kiosk.app.go(SCREENS[screen])
        assert len(devices._watchers) == (screen != "settings")
    kiosk.app.screen.add_display()  # over it
    assert devices._watchers == []
    kiosk.app.close_sheet()
    assert len(devices._watchers) == 1


def test_every_light_is_tried_in_turn(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trials, "GLOW_SECONDS", 0.05)
    kiosk = bench.open(usual())
    shown: list[tuple[str, ...]] = []
    monkeypatch.setattr(kiosk.app.devices.lights, "show_only", lambda *names: shown.append(names))
    kiosk.tap("Test lights")
    wait_until(kiosk, lambda: () in shown)
    assert shown == [*((name,) for name in (*usual().lights, "buzzer")), ()]


def test_lights_that_are_tried_shine(bench: Bench):
    kiosk = bench.open(usual())
    lamp = bench.pins.pin(usual().lights["seat1"])
    kiosk.tap("Test lights")
    wait_until(kiosk, lambda: bool(lamp.state))
    kiosk.app.devices.trials.stop()
    wait_until(kiosk, lambda: not lamp.state)


def test_a_display_is_tried_and_shows_the_game_again(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trials, "TRIAL_SECONDS", 1.0)
    with PtyPort(EMULATORS[LCD](), tmp_path / "lcd") as port:
        kiosk = bench.open(Wiring(displays=(Display(LCD, str(tmp_path / "lcd")),)), players=2)
        wait_until(kiosk, lambda: "Anna" in port.device.text())
        kiosk.tap("Test displays")
        wait_until(kiosk, lambda: "1234567890" in port.device.text())
        wait_until(kiosk, lambda: "Anna" in port.device.text())


# --- changing it ---


def test_another_pin_is_saved_and_opened(bench: Bench):
    kiosk = bench.open(usual())
    tap_in_list(kiosk, row(kiosk, "buttons", "seat1"))
    assert not kiosk.sees("BCM 6")  # which seat 2 has
    kiosk.tap("BCM 15")
    assert bench.saved.buttons["seat1"] == 15
    assert row(kiosk, "buttons", "seat1").pin == "BCM 15 (pin 10)"
    bench.pins.pin(15).drive_low()
    wait_until(kiosk, lambda: lit(kiosk) == {"seat1"})


def test_a_light_is_unwired(bench: Bench):
    kiosk = bench.open(usual())
    tap_in_list(kiosk, row(kiosk, "lights", "refused"))
    kiosk.tap("not wired")
    assert "refused" not in bench.saved.lights
    assert row(kiosk, "lights", "refused").pin == "not wired"


def test_all_is_wired_and_unwired_by_holding_only(bench: Bench):
    kiosk = bench.open()
    tap_in_list(kiosk, holding(kiosk, EXAMPLE))
    assert bench.saved == Wiring()
    kiosk.hold(holding(kiosk, EXAMPLE))
    assert bench.saved == usual()
    assert len(list(kiosk.widgets(DeviceBadge))) == 12
    assert kiosk.sees("Everything you have wired works.")
    tap_in_list(kiosk, holding(kiosk, "Clear all wiring"))
    assert bench.saved == usual()
    kiosk.hold(holding(kiosk, "Clear all wiring"))
    assert bench.saved == Wiring()
    assert kiosk.sees("Nothing is wired.")


def test_a_display_is_added_without_typing_and_removed_by_holding(bench: Bench, tmp_path: Path):
    port = str(tmp_path / "nothing-there")
    kiosk = bench.open()
    screen = kiosk.app.screen
    kiosk.app.open_sheet(DisplaySheet, Wiring(), screen.change, find=lambda: ["/dev/null", port])
    kiosk.frames()
    kiosk.tap("SparkFun 7-Segment")
    kiosk.tap("Seat 4")
    kiosk.tap("Table")  # digits cannot
    kiosk.scroll_to(kiosk.button(port))
    kiosk.tap(port)
    kiosk.tap("Add")
    assert bench.saved.displays == (Display("seven-segment", port, "seat4"),)
    (added,) = kiosk.widgets(PortRow)
    assert added.title == "Seat 4: SparkFun 7-Segment 8888"
    wait_until(kiosk, lambda: "not plugged in" in added.status)
    assert added.is_bad
    kiosk.scroll_to(holding(kiosk, "Remove"))
    kiosk.hold(holding(kiosk, "Remove"))
    assert bench.saved.displays == ()
    assert list(kiosk.widgets(PortRow)) == []


def test_a_display_that_was_set_to_another_speed_is_added_as_such(bench: Bench):
    kiosk = bench.open()
    kiosk.app.open_sheet(
        DisplaySheet, Wiring(), kiosk.app.screen.change, find=lambda: ["/dev/null"]
    )
    kiosk.frames()
    kiosk.scroll_to(kiosk.button("57600"))
    kiosk.tap("57600")
    kiosk.tap("Add")
    assert bench.saved.displays == (Display("serlcd-20x4", "/dev/null", baud=57_600),)


def set_display(kiosk: Kiosk) -> None:
    tap_in_list(kiosk, kiosk.button("Set up"))
    assert isinstance(kiosk.app.sheet, DisplaySettingsSheet)


def test_every_speed_shows_its_own_number_and_the_one_that_is_read_is_kept(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(trials, "SPEED_TRIAL_SECONDS", 0.5)
    with PtyPort(EMULATORS[LCD](), tmp_path / "lcd") as port:
        kiosk = bench.open(Wiring(displays=(Display(LCD, str(tmp_path / "lcd")),)), players=2)
        set_display(kiosk)
        tap_in_list(kiosk, kiosk.button("Try all baud rates"))
        for number, speed in enumerate(SPEEDS, 1):
            text = f"Number {number}".ljust(16) + f"\n{speed} baud".ljust(17)
            wait_until(kiosk, lambda text=text: port.device.text() == text)
            assert termios.tcgetattr(port._slave)[4] == getattr(termios, f"B{speed}")
        wait_until(kiosk, lambda: "Anna" in port.device.text())
        assert not kiosk.app.sheet.is_trying
        tap_in_list(kiosk, kiosk.button("Number 3"))
        assert bench.saved.displays[0].baud == SPEEDS[2]
        wait_until(kiosk, lambda: termios.tcgetattr(port._slave)[4] == termios.B38400)
        tap_in_list(kiosk, kiosk.button("Factory default (9600)"))
        assert bench.saved.displays[0].baud is None
        assert port.device.stored == 0


def test_who_leaves_while_speeds_are_tried_has_the_game_on_the_display_again(
    bench: Bench, tmp_path: Path
):
    with PtyPort(EMULATORS[LCD](), tmp_path / "lcd") as port:
        kiosk = bench.open(Wiring(displays=(Display(LCD, str(tmp_path / "lcd")),)), players=2)
        set_display(kiosk)
        tap_in_list(kiosk, kiosk.button("Try all baud rates"))
        wait_until(kiosk, lambda: "Number 1" in port.device.text())
        kiosk.app.step_back()
        wait_until(kiosk, lambda: "Anna" in port.device.text())


def test_what_a_display_keeps_is_written_once_when_it_is_tapped(bench: Bench, tmp_path: Path):
    kind = "adafruit-20x4"
    with PtyPort(EMULATORS[kind](), tmp_path / "lcd") as port:
        kiosk = bench.open(Wiring(displays=(Display(kind, str(tmp_path / "lcd")),)), players=2)
        wait_until(kiosk, lambda: "Anna" in port.device.text())
        set_display(kiosk)
        picks = [tile for tile in kiosk.widgets(PickTile) if tile.word in ("20x4", "5")]
        for count, tile in enumerate(picks, 1):
            tap_in_list(kiosk, tile)
            wait_until(kiosk, lambda count=count: port.device.stored == count)
            assert tile.look == "accent"
        assert len(picks) == 3
        wait_until(kiosk, lambda: "Anna" in port.device.text())


def test_a_new_family_of_displays_is_offered_by_its_own_name(bench: Bench, monkeypatch):
    blanks = {"paper-24x2": Grid.of((), 24, 2)}
    made_up = Family("Wanjiku Strip", blanks, serlcd.update, serlcd.redraw)
    monkeypatch.setitem(KINDS, "paper-24x2", made_up.kinds["paper-24x2"])
    kiosk = bench.open()
    kiosk.app.open_sheet(
        DisplaySheet, Wiring(), kiosk.app.screen.change, find=lambda: ["/dev/null"]
    )
    kiosk.frames()
    kiosk.tap("Wanjiku Strip")
    kiosk.tap("Add")
    assert bench.saved.displays == (Display("paper-24x2", "/dev/null"),)
    (added,) = kiosk.widgets(PortRow)
    assert added.title == "Table: Wanjiku Strip 24x2"


def test_without_a_port_nothing_is_added_until_one_is_plugged_in(bench: Bench):
    kiosk = bench.open()
    found: list[str] = []
    kiosk.app.open_sheet(DisplaySheet, Wiring(), kiosk.app.screen.change, find=lambda: found)
    kiosk.frames()
    assert kiosk.sees("Plug in the display")
    kiosk.tap("Add")
    assert bench.saved == Wiring()
    found.append("/dev/null")
    kiosk.tap("Scan again")
    kiosk.tap("Add")
    assert bench.saved.displays == (Display("serlcd-20x4", "/dev/null"),)


def test_a_disk_that_refuses_is_told(bench: Bench):
    kiosk = bench.open()
    bench.file.unlink()
    bench.file.mkdir()
    (bench.file / "in the way").touch()
    kiosk.scroll_to(holding(kiosk, EXAMPLE))
    kiosk.hold(holding(kiosk, EXAMPLE))
    assert kiosk.sees("couldn't be saved")


def test_a_file_that_is_edited_by_hand_is_noticed_offered_and_not_written_over(bench: Bench):
    kiosk = bench.open(usual())
    bench.file.write_text("[buttons]\nundo = 21 # mine\n")
    kiosk.app.screen._poll_devices()
    kiosk.frames()
    assert kiosk.sees("The wiring file was edited by hand")
    kiosk.app.screen.unwire()
    assert bench.saved == Wiring(buttons={"undo": 21})
    kiosk.tap("Load the edited file")
    kiosk.frames()
    assert row(kiosk, "buttons", "undo").pin == "BCM 21 (pin 40)"
    assert kiosk.sees("Everything you have wired works.")
    assert not kiosk.app.screen.is_edited
    kiosk.app.screen.unwire()
    assert bench.saved == Wiring()


def test_a_comment_in_the_file_is_nothing_to_ask_about(bench: Bench):
    kiosk = bench.open(usual())
    bench.file.write_text(bench.file.read_text() + "# the box is under the table\n")
    assert not kiosk.app.devices.is_edited()


def test_when_a_display_was_last_written_to_is_told(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("hardware.displays.link.REDRAW_INTERVAL", 600.0)
    with PtyPort(EMULATORS[LCD](), tmp_path / "lcd"):
        kiosk = bench.open(Wiring(displays=(Display(LCD, str(tmp_path / "lcd")),)), players=2)
        (shown,) = kiosk.widgets(PortRow)
        wait_until(kiosk, lambda: "Updated 2 seconds ago." in shown.status)
        wait_until(kiosk, lambda: "Updated 3 seconds ago." in shown.status)


def test_the_way_there_and_back(bench: Bench):
    kiosk = bench.open(screen="settings")
    tap_in_list(kiosk, kiosk.button("Devices"))
    assert kiosk.app.screen_name == "devices"
    kiosk.app.screen.children[-1].dispatch("on_close")
    assert kiosk.app.screen_name == "settings"


# --- on the table ---


def signs(kiosk: Kiosk) -> list[str] | None:
    """The icons in the heading; None where there is no room taken for any."""
    return next((list(found.icons) for found in kiosk.widgets(Signs)), None)


def test_the_table_shows_what_is_missing_and_when_it_is_back(bench: Bench, tmp_path: Path):
    link = tmp_path / "lcd"
    kiosk = bench.open(Wiring(displays=(Display(LCD, str(link)),)), players=3, screen="table")
    wait_until(kiosk, lambda: signs(kiosk) == ["display"])
    with PtyPort(EMULATORS[LCD](), link):
        wait_until(kiosk, lambda: signs(kiosk) is None)
    wait_until(kiosk, lambda: signs(kiosk) == ["display"])
    kiosk.tap(next(kiosk.widgets(Signs)))
    assert kiosk.app.screen_name == "devices"
    assert kiosk.sees("not plugged in")


def test_a_table_where_all_is_well_has_no_icons(bench: Bench):
    assert signs(bench.open(usual(), players=3, screen="table")) is None


def test_a_table_with_nothing_wired_has_no_icons(bench: Bench):
    assert signs(bench.open(Wiring(), players=3, screen="table")) is None


@pytest.mark.parametrize("screen", ["table", "devices"])
def test_it_draws_nothing_while_idle(bench: Bench, screen: str, monkeypatch: pytest.MonkeyPatch):
    drawn: list[float] = []
    monkeypatch.setattr(Window, "flip", lambda: drawn.append(Clock.get_time()))
    kiosk = bench.open(usual(), players=3, screen=screen)
    if screen == "table":
        Clock.unschedule(kiosk.app.screen._tick)  # the wall clock
    kiosk.wait(0.5)
    assert drawn
    drawn.clear()
    kiosk.wait(0.5)
    assert drawn == []


def test_in_a_picture_nothing_real_takes_the_place_of_a_stand_in(open_kiosk: Open):
    kiosk = open_kiosk()
    scenes.in_trouble(kiosk.app)
    kiosk.app.opening()  # as soon as the first frame is drawn
    kiosk.wait(1)
    assert kiosk.sees("User pi isn't in group dialout")


# --- all of it fits, also what has to be scrolled to ---


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_nothing_is_cut_wherever_it_is_scrolled_to(open_kiosk: Open, size: tuple[int, int]):
    kiosk = open_kiosk(size=size)
    scenes.in_trouble(kiosk.app)
    kiosk.frames(10)
    rows, found = kiosk.app.screen.ids.rows, []
    while True:
        found += layout.faults(kiosk.app.screen, kiosk.app.unit)
        if rows.down >= rows.most:
            break
        rows.down += rows.height * 0.8
        kiosk.frames()
    assert not found, "\n".join(found)
