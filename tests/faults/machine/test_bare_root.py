"""Bare Debian systems: the front page's commands as an ordinary user, install.sh as root.

The arm64 one is the userland of a Pi: the same packages and wheels, on an emulated processor.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.machine.roots import Root, base, fresh, needs
from tests.faults.machine.seen import Shown, shown

INSTALL = "/srv/stationmaster/kiosk/deploy/install.sh"
DEPLOY = Path(__file__).parents[3] / "kiosk" / "deploy"
PLACED = [
    f"/{file.relative_to(DEPLOY / 'root')}"
    for file in (DEPLOY / "root").rglob("*")
    if file.is_file()
]
UNIT = "/etc/systemd/system/stationmaster.service"

pytestmark = [needs("debootstrap", "Xvfb", "xdotool"), pytest.mark.timeout(7200)]


ARM64 = pytest.param(("bookworm", "arm64"), id="arm64", marks=needs("qemu-aarch64-static"))
DEBIAN_12 = pytest.param(("bookworm", "amd64"), id="debian-12")
DEBIAN_13 = pytest.param(("trixie", "amd64"), id="debian-13")


@pytest.fixture(params=[DEBIAN_12, DEBIAN_13, ARM64])
def root(request: pytest.FixtureRequest) -> Iterator[Root]:
    with fresh(base(*request.param)) as root:
        yield root


@pytest.fixture
def screen() -> Iterator[Shown]:
    with shown() as screen:
        yield screen


def owner_and_mode(root: Root, path: str) -> str:
    return root.run("stat", "-c", "%U:%G %a", path).strip()


def snapshot(root: Root) -> dict[str, tuple[int, float]]:
    """What install.sh may touch: by path, size and time."""
    found = {}
    for top in ("etc", "opt", "var/lib/stationmaster"):
        for file in (root / top).rglob("*"):
            if not file.is_symlink() and file.is_file():
                state = file.stat()
                found[str(file)] = (state.st_size, state.st_mtime)
    return found


def test_the_commands_of_the_front_page_work_for_an_ordinary_user(root: Root, screen: Shown):
    root.run("useradd", "--create-home", "anna")
    root.clone_to("/home/anna/stationmaster", owner="anna")
    code, said = root.tried("sh", "/home/anna/stationmaster/kiosk/run.sh", user="anna")
    assert code == 1  # who may install nothing is told what to install
    assert "apt-get install --no-install-recommends python3-venv" in said

    root.get("sudo")
    (root / "etc/sudoers.d/anna").write_text("anna ALL=(ALL) NOPASSWD: ALL\n")
    screen.play_a_turn(root, "/home/anna/stationmaster", user="anna")

    checks = "cd /home/anna/stationmaster && sh tests/run.sh tests/game/test_doubling.py"
    said = root.run("sh", "-c", checks, user="anna")
    assert " passed" in said


def test_installed_twice_and_taken_away_again(root: Root):
    root.clone_to("/srv/stationmaster")
    planned = root.run("sh", INSTALL, "--dry-run")
    assert "Nothing was changed." in planned
    assert not (root / "opt/stationmaster").exists()

    root.run("sh", INSTALL)
    check_installed(root)
    before = snapshot(root)
    root.run("sh", INSTALL)
    check_installed(root)
    assert snapshot(root) == before

    games = root / "var/lib/stationmaster/games.db"
    games.write_text("games")
    said = root.run("sh", INSTALL, "--uninstall")
    assert "the games are kept in /var/lib/stationmaster" in said
    check_gone(root)
    assert games.read_text() == "games"
    root.run("sh", INSTALL, "--uninstall")  # what is gone stays gone


def check_installed(root: Root) -> None:
    groups = set(root.run("id", "-nG", "stationmaster").split())
    assert groups <= {*"stationmaster video render input gpio dialout audio".split()}
    assert "video" in groups  # whose the seat is
    assert root.run("getent", "passwd", "stationmaster").strip().endswith(":/usr/sbin/nologin")
    assert owner_and_mode(root, "/var/lib/stationmaster") == "stationmaster:stationmaster 700"
    assert [file for file in PLACED if owner_and_mode(root, file) != "root:root 644"] == []
    assert not writable_by_others(root / "opt/stationmaster")
    asked = ("stationmaster.service", "seatd.service")
    assert [root.run("systemctl", "is-enabled", unit) for unit in asked] == ["enabled\n"] * 2
    assert root.tried("systemctl", "is-enabled", "getty@tty1.service")[1] == "disabled\n"
    assert root.run("systemctl", "get-default") == "multi-user.target\n"
    assert root.run("systemd-analyze", "verify", "stationmaster.service") == ""
    security = ("systemd-analyze", "security", "--offline=yes", "--threshold=30")
    assert "Overall exposure level" in root.run(*security, UNIT)
    assert root.run("/opt/stationmaster/current/bin/python", "-P", "-m", "kiosk", "--help")


def writable_by_others(folder: Path) -> list[Path]:
    """Whoever takes over the kiosk cannot change the program."""
    found = [file for file in folder.rglob("*") if not file.is_symlink()]
    states = [(file, file.stat()) for file in found]
    return [
        f for f, state in states if state.st_uid or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    ]


def check_gone(root: Root) -> None:
    assert [file for file in [*PLACED, "/opt/stationmaster"] if (root / file).exists()] == []
    assert not (root / "etc/stationmaster.installed").exists()
    assert root.tried("id", "stationmaster")[0] == 1
    assert root.run("systemctl", "is-enabled", "getty@tty1.service") == "enabled\n"
    assert root.run("systemctl", "get-default") == "graphical.target\n"
    assert not (root / "etc/systemd/system/ctrl-alt-del.target").is_symlink()
    assert owner_and_mode(root, "/var/lib/stationmaster") == "root:root 700"
