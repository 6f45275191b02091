"""A whole machine, switched on: the kiosk comes up on its screen, and nobody gets past it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PIL import Image
from spots import where

from tests.faults.machine.appliance import machine
from tests.faults.machine.guest import HEIGHT, WIDTH, Guest, switched_on
from tests.faults.machine.looking import (
    AS_KIOSK,
    CAGE,
    PATIENCE,
    entries,
    is_back,
    is_up,
    kiosk,
    processes,
    wait_until,
)
from tests.faults.machine.roots import needs, sh
from tests.faults.machine.seen import begin_game

pytestmark = [
    needs("debootstrap", "qemu-system-x86_64", "qemu-img", "mkfs.ext4", "mkfs.vfat"),
    pytest.mark.timeout(7200),
]

KEYS = (
    "ctrl-alt-f1 ctrl-alt-f2 ctrl-alt-delete ctrl-alt-backspace ctrl-c alt-f4 alt-esc alt-tab "
    "alt-sysrq-b meta_l f1 f11 esc"
).split()


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_a_machine_that_boots_into_the_kiosk(suite: str, tmp_path: Path):
    """One machine for all promises, the last of which is that it goes off: it boots for minutes."""
    with switched_on(machine(suite, tmp_path), tmp_path) as guest:
        wait_until(lambda: is_up(guest))
        for check in (
            the_kiosk_is_on_the_screen,
            a_tap_on_the_glass_plays_a_turn,
            no_key_leads_anywhere,
            no_login_waits_behind_it,
            a_stick_comes_and_goes,
            the_kiosk_writes_where_its_games_are_and_nowhere_else,
            one_that_hangs_is_ended_and_comes_back,
            a_compositor_that_is_killed_comes_back_with_the_kiosk,
            the_kiosk_switches_the_machine_off_and_does_nothing_else_to_it,
        ):
            print(f"{check.__name__} ...", flush=True)
            check(guest, tmp_path)


def the_kiosk_is_on_the_screen(guest: Guest, folder: Path) -> None:
    def is_drawn() -> bool:
        with Image.open(guest.picture(folder / "seen.png")) as seen:
            assert seen.size == (WIDTH, HEIGHT)
            return len(seen.convert("RGB").getcolors(WIDTH * HEIGHT) or ()) > 50

    wait_until(is_drawn)


def a_tap_on_the_glass_plays_a_turn(guest: Guest, folder: Path) -> None:
    begin_game(folder / "games.db")
    spots = where(folder / "games.db", (WIDTH, HEIGHT))
    assert entries(guest) == 1

    def has_played() -> bool:
        for word in ("Continue", "Train", "Jungle"):
            x, y = spots[word]
            guest.tap(x / WIDTH, y / HEIGHT)
            time.sleep(3)
        return entries(guest) > 1

    wait_until(has_played)
    guest.picture(folder / "played.png")


def no_key_leads_anywhere(guest: Guest, folder: Path) -> None:
    process = kiosk(guest)
    for keys in KEYS:
        guest.press(*keys.split("-"))
        time.sleep(2)
        assert guest.sh("fgconsole") == "7\n", keys
        assert kiosk(guest) == process, keys


def no_login_waits_behind_it(guest: Guest, folder: Path) -> None:
    asked = processes(guest, r"[^\0]*getty\0")
    consoles = {guest.sh(f"readlink /proc/{one}/fd/0") for one in asked}
    assert consoles <= {"/dev/ttyS0\n"}  # the cable of this machine, which no other has


def a_stick_comes_and_goes(guest: Guest, folder: Path) -> None:
    stick = folder / "stick.img"
    sh("truncate", "--size=64M", stick)
    sh("mkfs.vfat", "-n", "MY GAMES", stick)
    guest.ask("blockdev-add", **{"driver": "file", "filename": str(stick), "node-name": "stick"})
    guest.ask("device_add", driver="usb-storage", id="stick", drive="stick", bus="usb.0")
    place = "/run/media/stationmaster/MY GAMES"
    wait_until(lambda: "exit code" not in guest.sh(f"mountpoint '{place}'"))
    wait_until(lambda: is_up(guest))
    inside = f"nsenter --target {kiosk(guest)} --mount {AS_KIOSK}"  # as the kiosk sees it
    assert guest.sh(f"{inside} touch '{place}/game'") == ""
    assert "noexec" in guest.sh(f"{inside} findmnt --noheadings --output OPTIONS '{place}'")
    guest.ask("device_del", id="stick")
    wait_until(lambda: guest.sh("ls /run/media/stationmaster") == "")


def the_kiosk_writes_where_its_games_are_and_nowhere_else(guest: Guest, folder: Path) -> None:
    inside = f"nsenter --target {kiosk(guest)} --mount"  # as root: what its view of the disk allows
    for place in ("/opt/stationmaster", "/etc", "/usr", "/var/lib", "/srv", "/boot"):
        assert "Read-only file system" in guest.sh(f"{inside} touch {place}/found")
    assert guest.sh(f"{inside} ls /home /root") == "/home:\n\n/root:\n"
    assert guest.sh(f"{inside} touch /var/lib/stationmaster/found") == ""


def one_that_hangs_is_ended_and_comes_back(guest: Guest, folder: Path) -> None:
    process = kiosk(guest)
    guest.sh(f"kill -STOP {process}")
    wait_until(lambda: "Watchdog timeout" in guest.sh("journalctl --boot --unit stationmaster"))
    wait_until(lambda: is_back(guest, process))


def a_compositor_that_is_killed_comes_back_with_the_kiosk(guest: Guest, folder: Path) -> None:
    process = kiosk(guest)
    [cage] = processes(guest, CAGE)
    guest.sh(f"kill -KILL {cage}")
    wait_until(lambda: is_back(guest, process))


def the_kiosk_switches_the_machine_off_and_does_nothing_else_to_it(
    guest: Guest, folder: Path
) -> None:
    assert "exit code" in guest.sh(f"{AS_KIOSK} systemctl reboot")
    assert "exit code" in guest.sh(f"{AS_KIOSK} systemctl stop seatd")
    assert "exit code" not in guest.sh(f"{AS_KIOSK} systemctl poweroff")
    assert guest.is_off_after(PATIENCE)
