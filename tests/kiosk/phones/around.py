"""A kiosk with phones around it: the app runs while somebody else asks."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fingers import Kiosk
from visitors import PATIENCE, Visitor

from kiosk.phones.phones import KioskPhones
from kiosk.widgets.hold_tile import HoldTile


def open_phones(kiosk: Kiosk, games: Path | None = None) -> KioskPhones:
    """Phones on whatever port is free."""
    kiosk.app.phones = KioskPhones(kiosk.app, games, port=0)
    kiosk.app.set(phones=True)
    until(kiosk, lambda: kiosk.app.phones.guests.code)
    return kiosk.app.phones


def until(kiosk: Kiosk, met: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Let the app run until something is so."""
    kiosk.really_wait(0.01)
    for _ in range(int(seconds / 0.02)):
        if found := met():
            kiosk.frames()
            return found
        kiosk.really_wait(0.02)
    pytest.fail("it never came to that")


def during(kiosk: Kiosk, act: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Have a phone ask while the app runs."""
    answers: list[Any] = []
    faults: list[BaseException] = []

    def ask() -> None:
        try:
            answers.append(act())
        except BaseException as fault:  # noqa: BLE001 - it is raised below
            faults.append(fault)

    asking = threading.Thread(target=ask)
    asking.start()
    until(kiosk, lambda: not asking.is_alive(), seconds)
    if faults:
        raise faults[0]
    return answers[0]


def port_of(phones: KioskPhones) -> int:
    return int(phones._phones.here().split(":")[2].split("/")[0])


def visitor(kiosk: Kiosk, seat: int | None = None) -> Visitor:
    phones = kiosk.app.phones
    found = Visitor(port_of(phones))
    status, _ = during(kiosk, lambda: found.post("enter", {"code": phones.guests.code}))
    assert status == 200
    if seat is not None:
        during(kiosk, lambda: found.post("sit", {"seat": seat}))
    kiosk.frames()
    return found


def hold(kiosk: Kiosk, word: str) -> None:
    kiosk.hold(next(tile for tile in kiosk.widgets(HoldTile) if tile.word == word))
