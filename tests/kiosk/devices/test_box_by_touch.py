"""A box on a serial cable, added, moved and removed by fingers; its buttons and lights tried."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fingers import SCREENS
from pico import Pico, PicoPort
from serial.tools.list_ports_common import ListPortInfo
from wired import OpenWired, Wired

from hardware.emulators import EMULATORS
from hardware.lights.box_lights import NAMES
from hardware.pico.main import BUTTONS
from hardware.wiring.file import load
from kiosk.devices import trials
from kiosk.devices.badges import DeviceBadge
from kiosk.devices.box_sheet import BoxSheet
from kiosk.devices.screen import PortRow
from kiosk.devices.wiring_sheets import PickTile
from kiosk.widgets.hold_tile import HoldTile
from tests.gallery.pictures import ahead
from tests.hardware.by_buttons import Clock

Plug = Callable[[str], PicoPort]

LIGHTS = (
    *(f"Seat {number} light" for number in range(1, 6)),
    *("Green: accepted", "Red: refused", "Buzzer"),
)
MINE = """# the evening table
[keys]
f1 = "undo"  # for Ben

[panel]  # the box that Anna built
where = "{}"  # left socket
# it sticks when it is damp
"""


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """Plugs boxes in; the system tells of a port as long as it is there."""
    ports: list[PicoPort] = []

    def found() -> list[ListPortInfo]:
        there = [str(port.link) for port in ports if port.link.exists()]
        return [ListPortInfo(path, skip_link_detection=True) for path in there]

    def plug_in(name: str) -> PicoPort:
        ports.append(PicoPort(tmp_path / name))
        return ports[-1]

    monkeypatch.setattr("serial.tools.list_ports.comports", found)
    monkeypatch.setattr(
        trials, "GLOW_SECONDS", 60.0
    )  # a test lets it pass when it has seen the light
    yield plug_in
    for port in ports:
        port.unplug()


def at_devices(open_wired: OpenWired, wiring: str = "") -> Wired:
    wired = open_wired(wiring)
    wired.app.go(SCREENS["devices"])
    wired.kiosk.frames(8)
    return wired


def tap_in_list(wired: Wired, word: str) -> None:
    button = wired.kiosk.button(word)
    wired.kiosk.scroll_to(button)
    wired.kiosk.tap(button)


def offered(wired: Wired) -> list[str]:
    assert isinstance(wired.app.sheet, BoxSheet)
    return sorted(tile.value for tile in wired.kiosk.widgets(PickTile))


def chosen(wired: Wired) -> list[str]:
    return [tile.value for tile in wired.kiosk.widgets(PickTile) if tile.look == "accent"]


def lit(wired: Wired) -> set[str]:
    return {badge.name for badge in wired.kiosk.widgets(DeviceBadge) if badge.lit}


def is_connected(wired: Wired, port: PicoPort) -> bool:
    return wired.kiosk.sees(f"{port.link}: connected.")


def holds_a_button(wired: Wired, clock: Clock, port: PicoPort, button: str) -> None:
    """Its badge is lit as long as it is held."""
    port.pin(BUTTONS[button], 0)
    wired.wait_until(lambda: lit(wired) == {button})
    clock.passes(0.1)
    port.pin(BUTTONS[button], 1)
    wired.wait_until(lambda: lit(wired) == set())


def sees_all_lights(wired: Wired, pico: Pico) -> None:
    """Each of its lights alone, and the screen says which; then whose turn it is."""
    wired.kiosk.tap("Test lights")
    for name, said in zip(NAMES, LIGHTS, strict=True):
        wired.wait_until(lambda name=name: pico.lit == {name})
        assert wired.kiosk.sees(said)
        ahead.skip(trials.GLOW_SECONDS)
    wired.wait_until(lambda: pico.lit == {"seat1"})
    assert not any(map(wired.kiosk.sees, LIGHTS))


def test_a_box_is_added_by_taps_and_tried_on_the_spot(
    open_wired: OpenWired, plug: Plug, clock: Clock, tmp_path: Path
):
    port, other = plug("box"), plug("other")
    wired = at_devices(open_wired)
    tap_in_list(wired, "Add a button box")
    assert offered(wired) == [str(port.link), str(other.link)]
    assert chosen(wired) == []
    assert (port.device.received, other.device.received) == (b"", b"")  # nobody wrote to them
    wired.kiosk.tap(str(port.link))
    assert chosen(wired) == [str(port.link)]
    wired.wait_until(lambda: is_connected(wired, port))
    assert load(tmp_path / "wiring.toml").wiring.panel == str(port.link)
    holds_a_button(wired, clock, port, "train")
    sees_all_lights(wired, port.device)
    assert (wired.referee.seq, wired.first) == (1, None)  # nothing was played
    assert other.device.received == b""
    wired.app.home()
    port.pin(BUTTONS["jungle"], 0)
    wired.wait_until(lambda: wired.first == "jungle")


def test_a_box_is_moved_to_another_port_in_its_own_line_of_the_file(
    open_wired: OpenWired, plug: Plug, clock: Clock, tmp_path: Path
):
    left, right = plug("left"), plug("right")
    wired = at_devices(open_wired, MINE.format(left.link))
    wired.wait_until(lambda: left.device.lit == {"seat1"})
    tap_in_list(wired, "Set up")
    assert chosen(wired) == [str(left.link)]
    wired.kiosk.tap(str(right.link))
    wired.wait_until(lambda: right.device.lit == {"seat1"})
    wired.wait_until(lambda: left.device.lit == set())
    assert (tmp_path / "wiring.toml").read_text() == MINE.format(right.link)
    assert (tmp_path / "wiring.before").read_text() == MINE.format(left.link)
    holds_a_button(wired, clock, right, "seat3")
    wired.app.close_sheet()
    (row,) = (row for row in wired.kiosk.widgets(PortRow) if row.title == "Button box")
    wired.wait_until(lambda: row.status == f"{right.link}: connected.")


def test_a_box_is_removed_by_holding_and_leaves_what_people_wrote(
    open_wired: OpenWired, plug: Plug, tmp_path: Path
):
    port = plug("box")
    wired = at_devices(open_wired, MINE.format(port.link))
    wired.wait_until(lambda: port.device.lit == {"seat1"})
    (remove,) = (tile for tile in wired.kiosk.widgets(HoldTile) if tile.word == "Remove")
    wired.kiosk.scroll_to(remove)
    wired.kiosk.tap(remove)
    assert load(tmp_path / "wiring.toml").wiring.panel == str(port.link)
    wired.kiosk.hold(remove)
    reading = load(tmp_path / "wiring.toml")
    assert (reading.wiring.panel, reading.wiring.keys) == (None, {"f1": "undo"})
    text = (tmp_path / "wiring.toml").read_text()
    for remark in ("the evening table", "for Ben", "that Anna built", "when it is damp"):
        assert remark in text
    wired.wait_until(lambda: port.device.lit == set())
    assert list(wired.kiosk.widgets(PortRow)) == []
    tap_in_list(wired, "Add a button box")
    assert offered(wired) == [str(port.link)]


def test_a_box_that_is_pulled_out_and_pushed_in_says_so_on_the_sheet(
    open_wired: OpenWired, plug: Plug, clock: Clock
):
    port = plug("box")
    wired = at_devices(open_wired, MINE.format(port.link))
    tap_in_list(wired, "Set up")
    wired.wait_until(lambda: is_connected(wired, port))
    port.unplug()
    wired.wait_until(lambda: wired.kiosk.sees("not plugged in"))
    wired.kiosk.tap("Scan again")
    assert offered(wired) == [str(port.link)]  # it is still where it is wired
    port.plug_in(Pico())
    wired.wait_until(lambda: is_connected(wired, port))
    holds_a_button(wired, clock, port, "undo")


def test_without_a_port_there_is_none_until_one_is_plugged_in(open_wired: OpenWired, plug: Plug):
    wired = at_devices(open_wired)
    tap_in_list(wired, "Add a button box")
    assert wired.kiosk.sees("Plug in the box and scan again.")
    wired.kiosk.tap("Test lights")
    assert wired.app.devices.trials.glowing == ""
    port = plug("box")
    wired.kiosk.tap("Scan again")
    assert offered(wired) == [str(port.link)]
    assert wired.kiosk.sees("Tap a port")


def test_a_port_that_a_display_has_is_not_offered(open_wired: OpenWired, plug: Plug):
    port, taken = plug("box"), plug("lcd")
    display = f'[[displays]]\nkind = "serlcd-16x2"\nwhere = "{taken.link}"\n'
    taken.device = EMULATORS["serlcd-16x2"]()  # type: ignore[assignment]
    wired = at_devices(open_wired, display)
    tap_in_list(wired, "Add a button box")
    assert offered(wired) == [str(port.link)]


def test_over_a_file_that_somebody_edits_no_box_is_written(
    open_wired: OpenWired, plug: Plug, tmp_path: Path
):
    port = plug("box")
    wired = at_devices(open_wired)
    tap_in_list(wired, "Add a button box")
    (tmp_path / "wiring.toml").write_text("[buttons]\nundo = 21 # mine\n")
    wired.kiosk.tap(str(port.link))
    assert wired.app.sheet is None
    assert wired.kiosk.sees("The wiring file was edited by hand")
    assert (tmp_path / "wiring.toml").read_text() == "[buttons]\nundo = 21 # mine\n"
    assert port.device.received == b""


def test_a_disk_that_refuses_the_box_is_told(open_wired: OpenWired, plug: Plug, tmp_path: Path):
    port = plug("box")
    wired = at_devices(open_wired)
    tap_in_list(wired, "Add a button box")
    (tmp_path / "wiring.toml").unlink()
    (tmp_path / "wiring.toml" / "in the way").mkdir(parents=True)
    wired.kiosk.tap(str(port.link))
    assert wired.app.sheet is None
    assert wired.kiosk.sees("couldn't be saved")
    assert wired.app.devices.box is None
