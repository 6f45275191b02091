"""What the kiosk says while the disk is full is true, also at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fingers import Kiosk
from mounts import SmallDisk

from companion.game.requests.requests import parse
from kiosk.machine import power
from tests.faults.game import REQUESTS


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with SmallDisk.mounted(tmp_path) as disk:
        yield disk


@pytest.fixture
def kiosk(disk: SmallDisk) -> Iterator[Kiosk]:
    """One with an entry that is saved, and one that is not."""
    with closing(Kiosk(file=disk.folder / "games.db")) as kiosk:
        kiosk.referee.submit(parse(REQUESTS[0]))
        disk.fill()
        kiosk.app.home()
        kiosk.tap("Train")
        kiosk.tap("Train")
        yield kiosk


def test_the_table_is_told_that_the_disk_is_full(kiosk: Kiosk, disk: SmallDisk):
    assert kiosk.sees("Not saved: the disk is full. You can keep playing.")
    disk.free()
    kiosk.tap("Train")
    kiosk.tap("Train")
    assert not kiosk.sees("Not saved")


def test_after_a_fault_it_does_not_say_that_all_is_on_the_disk(kiosk: Kiosk):
    kiosk.app.fail()
    kiosk.frames()
    assert kiosk.sees("the last entries are only in memory")
    assert not kiosk.sees("Every turn is on the disk")
    assert not kiosk.sees("nothing is lost")


def test_nobody_is_told_to_pull_the_plug(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr(power, "shut_down", lambda: bool(asked.append("off")))  # it refuses
    kiosk.app.shut_down()
    kiosk.frames()
    assert kiosk.sees("1 entry is only in memory")
    assert asked == []
    kiosk.app.shut_down()
    kiosk.frames()
    assert asked == ["off"]
    assert kiosk.sees("Not every entry is saved: leave the plug in.")
    assert not kiosk.sees("you can pull the plug")


def test_what_is_saved_in_the_end_needs_no_warning(
    kiosk: Kiosk, disk: SmallDisk, monkeypatch: pytest.MonkeyPatch
):
    asked: list[str] = []
    monkeypatch.setattr(power, "shut_down", lambda: bool(asked.append("off")) or True)
    disk.free()
    kiosk.app.shut_down()
    assert asked == ["off"]
    assert kiosk.referee.journal.unsaved == 0
