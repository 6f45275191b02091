"""What every test of buttons, lights and displays on the kiosk may ask for."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from wired import Bench, OpenBench, OpenWired, Wired, write_usual

from hardware.buttons.panel import ButtonPanel
from tests.hardware.by_buttons import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of presses, which passes only when the hands let it."""
    clock = Clock()
    monkeypatch.setattr("hardware.buttons.panel.ButtonPanel", partial(ButtonPanel, now=clock))
    return clock


@pytest.fixture
def open_bench(tmp_path: Path) -> Iterator[OpenBench]:
    """Plugs in emulated displays, and writes the wiring file for them."""
    benches = []

    def open_it(**displays: str) -> Bench:
        benches.append(Bench(tmp_path, **displays))
        return benches[-1]

    yield open_it
    for bench in benches:
        bench.close()


@pytest.fixture
def open_wired(open_bench: OpenBench, clock: Clock, tmp_path: Path) -> Iterator[OpenWired]:
    """Opens the app with what is in the wiring file: all that is usual, unless told otherwise."""
    opened = []

    def open_it(wiring: str | None = None, **given: Any) -> Wired:
        file = tmp_path / "wiring.toml"
        if wiring is not None:
            file.write_text(wiring)
        elif not file.exists():
            write_usual(file)
        opened.append(Wired(file, clock, **given))
        return opened[-1]

    yield open_it
    for wired in opened:
        wired.close()


@pytest.fixture
def wired(open_wired: OpenWired) -> Wired:
    """Three players, and all buttons and lights."""
    return open_wired()
