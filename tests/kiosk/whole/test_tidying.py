"""Python looks for litter while nobody waits for the screen."""

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from fingers import Kiosk
from program import ROOT, run
from scripts import random_game

from kiosk.machine.gc_control import FORCE_AFTER, IDLE_SECONDS, PAUSE, collect_when_idle

Open = Callable[..., Kiosk]
MOST_LITTER = 250_000  # objects: 45 MB, less than a quarter of what the kiosk holds without it


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Searches through everything, in a program that has always made some litter."""
    usual, done = gc.get_threshold(), list[str]()
    monkeypatch.setattr(gc, "collect", lambda: done.append("all"))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 10))
    monkeypatch.setattr(gc, "freeze", lambda: None)  # a test's app is to go
    yield done
    gc.set_threshold(*usual)


def test_it_waits_until_no_finger_has_come_down_for_a_while(open_kiosk: Open, searched: list[str]):
    kiosk = open_kiosk(3)
    collect_when_idle(kiosk.app.root)
    for _ in range(3):
        kiosk.wait(0.5 * IDLE_SECONDS)
        kiosk.tap("Train")
    assert searched == []
    kiosk.wait(1.1 * IDLE_SECONDS)
    assert searched == ["all"]
    kiosk.wait(3 * IDLE_SECONDS)
    assert searched == ["all"]


def test_it_does_not_where_there_is_hardly_any(
    open_kiosk: Open, searched: list[str], monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(3)
    collect_when_idle(kiosk.app.root)
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 9))
    kiosk.wait(2 * IDLE_SECONDS)
    assert searched == []


def test_where_there_is_much_a_short_pause_will_do(
    open_kiosk: Open, searched: list[str], monkeypatch: pytest.MonkeyPatch
):
    kiosk = open_kiosk(3)
    collect_when_idle(kiosk.app.root)
    for searches, done in ((19, []), (20, ["all"])):
        monkeypatch.setattr(gc, "get_count", lambda searches=searches: (0, 0, searches))
        kiosk.tap("Train")
        kiosk.wait(1.1 * PAUSE)
        assert searched == done


STARTED = """
import gc, sys
from kiosk.machine import environment
environment.prepare()
from kivy.base import EventLoop
from kiosk.machine.gc_control import FORCE_AFTER
def look():
    EventLoop.idle()
    print(gc.isenabled(), gc.get_threshold()[2] == FORCE_AFTER, gc.get_freeze_count() > 10_000)
    print(sys.getswitchinterval() < 0.001)
EventLoop.mainloop = look
from kiosk.__main__ import main
main(["--db", sys.argv[1], "--size", "800x480"])
"""


def test_the_program_never_searches_through_itself_and_lets_a_display_take_its_turn(tmp_path: Path):
    command = [sys.executable, "-c", STARTED, str(tmp_path / "games.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout == "True True True\nTrue\n", ended.stderr


HURRIED = """
import gc, json, sys
from kiosk.machine import environment
environment.prepare()
from kivy.base import EventLoop
from tests.bench.gauge import Gauge
from tests.bench.kiosk_app import WAYS_TO_SPEND_A_TURN, at_table, begin_anew
from kiosk.machine import gc_control
gc_control.PAUSE = gc_control.IDLE_SECONDS = 1e9  # somebody who never pauses
def look():
    player, found = at_table(Gauge()), []
    begin_anew(player)
    for spend in 5 * WAYS_TO_SPEND_A_TURN:
        spend(player)
        found.append((player.taps, gc.get_count()[2], len(gc.get_objects())))
    gc.collect()
    print(json.dumps([len(gc.get_objects()), found]), flush=True)
EventLoop.mainloop = look
from kiosk.__main__ import main
main(["--db", sys.argv[1], "--size", "800x480"])
"""


def test_litter_has_an_end_however_fast_somebody_taps(tmp_path: Path):
    run(tmp_path / "games.db", *random_game(40).requests)
    command = [sys.executable, "-c", HURRIED, str(tmp_path / "games.db")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    assert ended.stdout, ended.stderr
    needed, found = json.loads(ended.stdout.splitlines()[-1])
    taps, searches, objects = zip(*found, strict=True)
    assert taps[-1] >= 80
    assert max(searches) <= FORCE_AFTER
    assert any(later < earlier for earlier, later in pairwise(searches))  # through everything
    assert max(objects) - needed <= MOST_LITTER
