"""The first frame waits for nothing that can be done after it."""

from collections.abc import Callable

import pytest
from fingers import Kiosk
from kivy.clock import Clock

from kiosk import upkeep
from kiosk.app import KioskApp


def test_what_can_wait_does_however_long_it_took_to_load(
    open_kiosk: Callable[..., Kiosk], monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []

    def open_devices(self: KioskApp, *args: object) -> None:
        done.append("devices")

    monkeypatch.setattr(KioskApp, "open_devices", open_devices)
    monkeypatch.setattr(upkeep, "warm_up", lambda *args: done.append("what a claim needs"))
    loaded = Clock.time() + 5  # seconds after Kivy's clock has begun
    monkeypatch.setattr(Clock, "time", lambda: loaded)
    kiosk = open_kiosk()
    assert kiosk.sees("New game")
    assert done == []
    monkeypatch.setattr(Clock, "time", lambda: loaded + 1.2)
    kiosk.frames()
    assert sorted(done) == ["devices", "what a claim needs"]
