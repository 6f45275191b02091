"""Each line of the check-up, in each of its states, on systems made of files."""

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.game.commands import Newcomer, NewGame
from companion.journal import Journal
from companion.journal.schema import VERSION
from companion.referee import Referee
from hardware.wiring.file import example
from kiosk.doctor import machine, software, storage_and_wiring
from kiosk.doctor.finding import BROKEN, OK, WARNING, Finding
from kiosk.doctor.machine import System
from kiosk.doctor.software import Requirement

NOW = datetime(2026, 11, 17, 20, 0, tzinfo=UTC)
ROOT = os.geteuid() == 0  # who may do everything, whatever a file's rights are


@pytest.fixture
def system(folder: Path) -> System:
    """A machine with nothing plugged in, and no desktop."""
    return System(folder, "pi", {})


def put(system: System, name: str, text: str = "") -> Path:
    file = system.path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def make_pi(system: System) -> None:
    put(system, "/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    put(system, "/dev/gpiochip0")


def is_so(finding: Finding, told: str, state: str, mend: str = "") -> bool:
    return (finding.code, finding.state) == (told, state) and mend in finding.mend


# --- software ---


@pytest.mark.parametrize(
    ("version", "told", "state"),
    [
        ((3, 10, 9), "python_unfit", BROKEN),
        ((3, 11, 2), "python", OK),
        ((3, 13, 5), "python", OK),
        ((3, 14, 0), "python_unfit", BROKEN),
    ],
)
def test_python(version: tuple[int, ...], told: str, state: str):
    assert is_so(software.check_python(version), told, state)


WANTED = [Requirement("kivy", "==2.3.1"), Requirement("gpiozero", ">=2.0.1")]


@pytest.mark.parametrize(
    ("installed", "told", "state", "mend"),
    [
        ({"kivy": "2.3.1", "gpiozero": "2.0.1.post3"}, "packages", OK, ""),
        ({"kivy": "2.3.1", "gpiozero": "1.6.2"}, "packages_wrong", WARNING, "'gpiozero>=2.0.1'"),
        ({"kivy": "2.3.1"}, "packages_wrong", WARNING, "'gpiozero>=2.0.1'"),
        ({"kivy": "2.3.0", "gpiozero": "2.0.1"}, "packages_wrong", BROKEN, "'kivy==2.3.1'"),
        ({"gpiozero": "2.0.1"}, "packages_wrong", BROKEN, "'kivy==2.3.1'"),
    ],
)
def test_packages(installed: dict[str, str], told: str, state: str, mend: str):
    assert is_so(software.check_packages(WANTED, installed.get), told, state, mend)


def test_packages_of_a_program_that_was_never_installed():
    assert is_so(software.check_packages([]), "not_installed", WARNING, "sh kiosk/run.sh")


@pytest.mark.parametrize(
    ("versions", "version", "is_met"),
    [
        (">=4.2,<5", "4.2.1", True),
        (">=4.2,<5", "5.0", False),
        (">=4.2,<5", "4.1.9", False),
        ("==2.3.1", "2.3.1", True),
        ("==2.3.1", "2.3.10", False),
        ("", "1", True),
        ("~=1.0", "9", True),
    ],
)
def test_a_version_will_do_or_not(versions: str, version: str, is_met: bool):
    assert Requirement("x", versions).is_met_by(version) == is_met


def test_what_is_wanted_is_read_from_the_package_itself():
    lines = (
        "sqlite-utils<5,>=4.2",
        'kivy==2.3.1; extra == "kiosk"',
        'stationmaster[exports]; extra == "kiosk"',
        'lgpio>=0.2.2; (platform_machine == "aarch64") and extra == "hardware"',
        'pytest>=9; extra == "dev"',
    )
    found = [str(one) for one in software.requirements(lines)]
    assert found == ["sqlite-utils<5,>=4.2", "kivy==2.3.1"]
    ours = {one.name for one in software.our_requirements()}
    assert {"kivy", "sqlite-utils", "gpiozero", "pyserial", "tomlkit", "pillow", "segno"} == ours


@pytest.mark.parametrize(
    ("version", "has_pins", "told", "state", "mend"),
    [
        (None, False, "no_pins", OK, ""),
        ("0.0.0.2", False, "no_pins", OK, ""),
        (None, True, "lgpio_missing", WARNING, "apt-get install python3-lgpio"),
        ("0.0.0.2", True, "lgpio_stub", BROKEN, "uninstall -y lgpio"),
        ("0.2.2.0", True, "lgpio", OK, ""),
    ],
)
def test_the_driver_of_the_pins(
    version: str | None, has_pins: bool, told: str, state: str, mend: str
):
    assert is_so(software.check_lgpio(version, has_pins=has_pins), told, state, mend)


# --- machine ---


def test_a_pi_with_pins_is_known_by_its_files(system: System):
    assert (system.is_pi, system.has_pins) == (False, False)
    make_pi(system)
    assert (system.is_pi, system.has_pins) == (True, True)


@pytest.mark.parametrize(
    ("renderer", "why", "is_pi", "told", "state"),
    [
        ("V3D 4.2.14.0", "", True, "renderer", OK),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", "", False, "renderer", OK),
        ("llvmpipe (LLVM 15.0.6, 128 bits)", "", True, "software", WARNING),
        ("", "no display", True, "no_renderer", WARNING),
    ],
)
def test_the_screen(renderer: str, why: str, is_pi: bool, told: str, state: str):
    assert is_so(machine.check_renderer(renderer, why=why, is_pi=is_pi), told, state)


def test_rights_to_what_is_plugged_in(system: System):
    assert is_so(machine.check_groups(system), "rights", OK)
    chip = put(system, "/dev/gpiochip0")
    event = put(system, "/dev/input/event0")
    os.chown(chip, -1, 20) if ROOT else None
    for file in (chip, event):
        file.chmod(0o660)
    assert is_so(machine.check_groups(system), "rights", OK)
    found = machine.check_groups(system, may=lambda file: False)
    assert is_so(found, "no_rights", WARNING)
    assert found.facts["files"] == "/dev/gpiochip0, /dev/event0"
    if ROOT:
        assert found.mend == "sudo usermod -aG dialout pi && sudo reboot"
    desktop = System(system.root, "pi", {"DISPLAY": ":0"})
    found = machine.check_groups(desktop, may=lambda file: False)
    assert found.facts["files"] == "/dev/gpiochip0"  # fingers are the desktop's affair


def put_input(system: System, name: str, absolute: str, properties: str) -> None:
    put(system, f"/sys/class/input/{name}/device/name", f"the {name}\n")
    put(system, f"/sys/class/input/{name}/device/capabilities/abs", absolute)
    put(system, f"/sys/class/input/{name}/device/properties", properties)


def test_touch_screens(system: System):
    put_input(system, "event0", "0", "0")  # a keyboard
    put_input(system, "event1", "265800000000003", "5")  # a touch pad: not what one sees
    assert is_so(machine.check_touch(system), "no_touch", OK)
    make_pi(system)
    assert is_so(machine.check_touch(system), "no_touch", WARNING)
    put_input(system, "event2", "265800000000003", "2")
    found = machine.check_touch(system)
    assert is_so(found, "touch", OK)
    assert found.facts["names"] == "the event2"


CARDS = """ 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi
                      vc4-hdmi
 1 [Device         ]: USB-Audio - USB Audio Device
                      Generic USB Audio Device at usb-0000:01:00.0-1.3, full speed
"""


def test_sound_cards(system: System):
    assert is_so(machine.check_sound(system, wanted=False), "no_sound", OK)
    assert is_so(machine.check_sound(system, wanted=True), "no_sound", WARNING)
    put(system, "/proc/asound/cards", "--- no soundcards ---\n")
    assert is_so(machine.check_sound(system, wanted=True), "no_sound", WARNING)
    put(system, "/proc/asound/cards", CARDS)
    found = machine.check_sound(system, wanted=True)
    assert is_so(found, "sound", OK)
    assert found.facts["cards"] == "vc4-hdmi - vc4-hdmi, USB-Audio - USB Audio Device"


def test_a_voice():
    assert is_so(machine.check_voice("/usr/bin/espeak-ng", wanted=True), "voice", OK)
    assert is_so(machine.check_voice(None, wanted=False), "no_voice", OK, "install espeak-ng")
    assert is_so(machine.check_voice(None, wanted=True), "no_voice", WARNING, "install espeak-ng")


@pytest.mark.parametrize(
    ("megabytes", "told", "state"),
    [
        (77708, "much_space", OK),
        (1023, "space", OK),
        (199, "little_space", WARNING),
        (19, "little_space", BROKEN),
    ],
)
def test_free_space(folder: Path, megabytes: int, told: str, state: str):
    there = folder / "not" / "made" / "yet"
    found = machine.check_space(there, lambda place: megabytes * 2**20)
    assert is_so(found, told, state)
    facts = dict(found.facts)
    assert facts.pop("gigabytes", 76) == 76  # told where the others would be many digits
    assert facts == {"free": megabytes, "folder": str(folder)}
    assert machine.check_space(folder).facts["free"] > 0


def test_a_clock_that_cannot_be_right(folder: Path):
    file = folder / "games.db"
    assert is_so(machine.check_clock(NOW, [file]), "clock", OK)
    unset = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
    assert is_so(machine.check_clock(unset, [file]), "clock_wrong", WARNING, "set-ntp")
    file.touch()
    os.utime(file, (NOW.timestamp() + 3600,) * 2)  # an hour is daylight saving
    assert is_so(machine.check_clock(NOW, [file]), "clock", OK)
    os.utime(file, (NOW.timestamp() + 30 * 86400,) * 2)
    assert is_so(machine.check_clock(NOW, [file]), "clock_wrong", WARNING, "set-ntp")


def test_the_time_zone(system: System):
    assert is_so(machine.check_zone(system, "utf-8"), "zone", OK)
    make_pi(system)
    assert is_so(machine.check_zone(system, "utf-8"), "zone_unset", WARNING, "set-timezone")
    system.path("/etc").mkdir()
    system.path("/etc/localtime").symlink_to("/usr/share/zoneinfo/Europe/Oslo")
    found = machine.check_zone(system, "utf-8")
    assert is_so(found, "zone", OK)
    assert found.facts["zone"] == "Europe/Oslo"
    assert is_so(machine.check_zone(system, "ascii"), "no_utf8", WARNING, "C.UTF-8")


def test_the_worst_stands_first():
    mixed = [Finding(str(at), "", {}, state) for at, state in enumerate((OK, WARNING, OK, BROKEN))]
    assert [one.check for one in machine.in_order(mixed)] == ["3", "1", "0", "2"]


# --- what is kept ---


@pytest.fixture
def games(folder: Path) -> Path:
    file = folder / "games.db"
    with closing(Journal.open(file)) as journal:
        seats = (Newcomer("Anna", "blue", "desert", 3), Newcomer("Ben", "red", "jungle", 2))
        Referee(journal).submit(NewGame(seats))
    return file


def test_games_that_are_sound(games: Path):
    found = storage_and_wiring.check_games(games)
    assert is_so(found, "games", OK)
    assert found.facts["games"] == 1


def test_no_games_yet(folder: Path):
    assert is_so(storage_and_wiring.check_games(folder / "games.db"), "no_games", OK)
    assert not (folder / "games.db").exists()


def test_games_of_a_newer_program(games: Path):
    with closing(sqlite3.connect(games)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert is_so(storage_and_wiring.check_games(games), "games_newer", BROKEN)


def test_games_that_are_damaged(games: Path):
    content = bytearray(games.read_bytes())
    content[4096:8192] = b"\xff" * 4096
    games.write_bytes(content)
    assert is_so(
        storage_and_wiring.check_games(games), "games_damaged", BROKEN, "companion rebuild"
    )
    games.write_bytes(b"no database at all, but long enough to be one" * 100)
    assert is_so(storage_and_wiring.check_games(games), "games_damaged", BROKEN)


@pytest.mark.skipif(ROOT, reason="root may read everything")
def test_games_that_may_not_be_read(games: Path):
    games.chmod(0)
    assert is_so(storage_and_wiring.check_games(games), "games_closed", BROKEN, "chmod")


def test_a_check_beside_a_game_in_this_process_leaves_its_locks(games: Path):
    """Closing any other file of it would let a second program write to it."""
    with closing(Journal.open(games)) as journal:
        Referee(journal)
        before = locks(games)
        assert before
        assert is_so(storage_and_wiring.check_games(games, is_open=True), "games", OK)
        assert locks(games) == before
        storage_and_wiring.check_games(games)  # as from another process
        assert locks(games) != before


def locks(games: Path) -> set[str]:
    """What this machine has locked of these files."""
    files = {f":{file.stat().st_ino}" for file in games.parent.iterdir()}
    lines = Path("/proc/locks").read_text().splitlines()
    return {line.partition(":")[2] for line in lines if any(f"{file} " in line for file in files)}


def test_settings(folder: Path):
    file = folder / "settings.json"
    assert is_so(storage_and_wiring.check_settings(file), "usual_settings", OK)
    file.write_text(json.dumps({"theme": "day"}))
    assert is_so(storage_and_wiring.check_settings(file), "settings", OK)
    for content in ("{", "[]", "\0"):
        file.write_text(content)
        assert is_so(
            storage_and_wiring.check_settings(file), "settings_unread", WARNING, f"mv {file}"
        )


def test_wiring(folder: Path):
    file = folder / "wiring.toml"
    assert is_so(storage_and_wiring.check_wiring(file), "nothing_wired", OK)
    file.write_text(example())
    assert is_so(storage_and_wiring.check_wiring(file), "wiring", OK)
    file.write_text("[buttons]\nundo = 99\n")
    assert is_so(storage_and_wiring.check_wiring(file), "wiring_wrong", WARNING, f"nano {file}")


def wire_display(file: Path, where: str) -> None:
    file.write_text(f'[[displays]]\nkind = "serlcd-20x4"\nwhere = "{where}"\n')


def test_ports(folder: Path):
    file, port = folder / "wiring.toml", folder / "ttyUSB0"
    assert storage_and_wiring.check_ports(file).state == OK
    wire_display(file, str(port))
    found = storage_and_wiring.check_ports(file)
    assert is_so(found, "ports_missing", WARNING)
    assert found.facts["ports"] == str(port)
    port.touch()
    found = storage_and_wiring.check_ports(file)
    assert is_so(found, "ports", OK)
    assert str(port) in found.facts["ports"]
    closed = storage_and_wiring.check_ports(file, may=lambda port: False)
    assert is_so(closed, "ports_closed", WARNING, "dialout")
    wire_display(file, "usb-Nobody_has_this")
    assert is_so(storage_and_wiring.check_ports(file), "ports_missing", WARNING)


def test_buttons(system: System, folder: Path):
    file = folder / "wiring.toml"
    assert is_so(storage_and_wiring.check_buttons(file, system), "no_buttons", OK)
    file.write_text("[buttons]\nundo = 5\n")
    assert is_so(storage_and_wiring.check_buttons(file, system), "pins_missing", WARNING)
    make_pi(system)
    assert is_so(storage_and_wiring.check_buttons(file, system), "buttons", OK)
    closed = storage_and_wiring.check_buttons(file, system, may=lambda chip: False)
    assert is_so(closed, "pins_closed", WARNING, "usermod -aG gpio pi")
