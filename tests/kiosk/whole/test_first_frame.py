"""The first frame waits for nothing that can be done after it."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from fingers import Kiosk
from kivy.clock import Clock

from kiosk import background
from kiosk.app import KioskApp
from kiosk.appearance.text import Text
from tests.gallery.pictures import ahead

LOADING = 5  # seconds after Kivy's clock has begun


@pytest.fixture(autouse=True)
def on_time() -> Iterator[None]:
    """Kivy's time never goes back, not even from one test to the next."""
    yield
    ahead.skip(LOADING + 2)


def test_what_can_wait_does_however_long_it_took_to_load(
    open_kiosk: Callable[..., Kiosk], monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []

    def open_devices(self: KioskApp, *args: object) -> None:
        done.append("devices")

    monkeypatch.setattr(KioskApp, "open_devices", open_devices)
    monkeypatch.setattr(background, "warm_up", lambda *args: done.append("what a claim needs"))
    loaded = Clock.time() + LOADING
    monkeypatch.setattr(Clock, "time", lambda: loaded)
    kiosk = open_kiosk()
    assert kiosk.sees("New game")
    assert done == []
    monkeypatch.setattr(Clock, "time", lambda: loaded + 1.2)
    kiosk.frames()
    assert sorted(done) == ["devices", "what a claim needs"]


def test_no_text_of_the_first_screen_is_drawn_before_it_has_its_size(
    open_kiosk: Callable[..., Kiosk], monkeypatch: pytest.MonkeyPatch
):
    drawn: Counter[str] = Counter()
    choose_size = Text._choose_size

    def counted(self: Text, full: float) -> None:
        drawn[self.content] += 1
        choose_size(self, full)

    monkeypatch.setattr(Text, "_choose_size", counted)
    kiosk = open_kiosk()
    assert set(drawn) == set(kiosk.texts())
    assert set(drawn.values()) == {1}


LOADED = """
from kiosk.machine.environment import prepare
prepare()
import sys, kiosk.app, kiosk.seating.welcome
print([name for name in sys.modules if name.startswith("kiosk.table.")])
"""


def test_the_first_screen_loads_no_more_of_the_table_than_what_was_played_last():
    ended = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True)
    assert ended.stdout == "['kiosk.table.last_line']\n", ended.stderr
