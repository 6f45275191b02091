"""The system that started the kiosk is told when it has begun, lives and ends, on a real socket."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fingers import Kiosk
from kivy.clock import Clock
from kivy.core.window import Window

from companion.journal import Journal, LogDamagedError
from kiosk.machine import watchdog

Open = Callable[..., Kiosk]
ROOT = Path(__file__).parents[3]
PATIENCE = f"WATCHDOG_USEC={watchdog.BUSY_TIMEOUT * 1_000_000}"
WATCHED = 0.3  # seconds after which a silent kiosk would be ended


class Manager:
    """The far end of the socket."""

    def __init__(self, address: str | bytes) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.settimeout(60)

    def told(self) -> list[str]:
        """What has come since this was last asked, line by line."""
        self._socket.setblocking(False)
        lines: list[str] = []
        try:
            while True:
                lines += self._socket.recv(4096).decode().splitlines()
        except BlockingIOError:
            return lines
        finally:
            self._socket.settimeout(60)

    def wait_for(self, line: str) -> list[str]:
        """What comes until this does."""
        lines: list[str] = []
        while line not in lines:
            lines += self._socket.recv(4096).decode().splitlines()
        return lines

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    address = str(folder / "notify")
    manager = Manager(address)
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    monkeypatch.setenv("WATCHDOG_USEC", str(int(WATCHED * 1e6)))
    yield manager
    manager.close()


def test_it_is_ready_with_its_first_frame_and_no_sooner(
    open_kiosk: Open, manager: Manager, monkeypatch: pytest.MonkeyPatch
):
    told: list[list[str]] = []
    flip = Window.flip
    monkeypatch.setattr(Window, "flip", lambda: (told.append(manager.told()), flip()))
    open_kiosk()
    assert told[0] == []
    assert "READY=1" in manager.told() + sum(told[1:], [])


def test_it_is_fed_while_the_screen_lives(open_kiosk: Open, manager: Manager):
    kiosk = open_kiosk()
    manager.told()
    kiosk.wait(3 * WATCHED)
    assert manager.told().count("WATCHDOG=1") >= 3


def test_it_is_not_fed_while_the_screen_hangs(open_kiosk: Open, manager: Manager):
    kiosk = open_kiosk()
    told: list[list[str]] = []

    def hang(*args: object) -> None:
        manager.told()
        time.sleep(3 * WATCHED)
        told.append(manager.told())

    Clock.schedule_once(hang, 0)
    kiosk.frames()
    assert told == [[]]
    kiosk.wait(WATCHED)
    assert "WATCHDOG=1" in manager.told()


def test_feeding_draws_nothing(open_kiosk: Open, manager: Manager, monkeypatch: pytest.MonkeyPatch):
    kiosk = open_kiosk()
    kiosk.wait(2.5)  # past what a start does later
    drawn: list[object] = []
    flip = Window.flip
    monkeypatch.setattr(Window, "flip", lambda: (drawn.append(1), flip()))
    manager.told()
    kiosk.wait(3 * WATCHED)
    assert "WATCHDOG=1" in manager.told()
    assert drawn == []


def test_it_is_told_once_that_the_kiosk_ends(open_kiosk: Open, manager: Manager):
    kiosk = open_kiosk()
    manager.told()
    kiosk.app.stop()
    kiosk.app.dispatch("on_stop")  # Kivy does so too
    told = manager.told()
    assert told.count("STOPPING=1") == 1
    kiosk.wait(WATCHED)
    assert "WATCHDOG=1" not in manager.told()


def test_a_kiosk_that_starts_anew_does_not_end(open_kiosk: Open, manager: Manager):
    """It is the same process: one that has said it ends would be killed while it starts."""
    kiosk = open_kiosk()
    manager.told()
    kiosk.app.start_anew()
    told = manager.told()
    assert "STOPPING=1" not in told
    assert PATIENCE in told


def test_nobody_watches_where_nothing_says_so(
    open_kiosk: Open, manager: Manager, monkeypatch: pytest.MonkeyPatch
):
    for given in ("", "soon", "-3", "²"):
        monkeypatch.setenv("WATCHDOG_USEC", given)
        kiosk = Kiosk()
        kiosk.wait(WATCHED)
        kiosk.close()
        told = manager.told()
        assert "READY=1" in told
        assert not any(line.startswith("WATCHDOG") for line in told)


def test_a_recovery_in_mid_game_is_given_its_time_and_no_more(
    open_kiosk: Open, manager: Manager, games_file: Path
):
    kiosk = open_kiosk(2, file=games_file)
    manager.told()
    store = kiosk.journal._file.store
    assert store is not None
    kiosk.journal._file.recover(store, LogDamagedError("as if"))
    assert PATIENCE in manager.told()
    kiosk.wait(WATCHED)
    assert f"WATCHDOG_USEC={int(WATCHED * 1e6)}" in manager.told()


@pytest.mark.parametrize("address", ["", "/no/such/socket", "vsock:2:1234", "@nobody", "/\0"])
def test_a_start_never_fails_for_want_of_a_listener(address: str):
    assert not watchdog.tell("READY=1", environment={"NOTIFY_SOCKET": address})


def test_a_socket_without_a_file_is_told_too():
    name = f"stationmaster-test-{os.getpid()}"
    manager = Manager(f"\0{name}")
    assert watchdog.tell("READY=1", "STATUS=é", environment={"NOTIFY_SOCKET": f"@{name}"})
    assert manager.told() == ["READY=1", "STATUS=é"]
    manager.close()


def test_a_listener_that_reads_nothing_holds_nobody_up(manager: Manager):
    """Its queue is full sooner or later: the kiosk's loop must not wait for it."""
    assert not all(watchdog.tell("WATCHDOG=1") for _ in range(5000))


def test_patience_is_asked_for_before_the_games_are_opened(
    folder: Path, manager: Manager, monkeypatch: pytest.MonkeyPatch
):
    from kiosk import start

    told: list[str] = []

    def open_games(path: Path) -> Journal:
        told.extend(manager.told())
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "open_games", open_games)
    with pytest.raises(KeyboardInterrupt):
        start._run(folder / "games.db", folder / "settings.json", None, "en", demo=False)
    assert f"EXTEND_TIMEOUT_USEC={watchdog.BUSY_TIMEOUT * 1_000_000}" in told


def test_a_real_kiosk_says_when_it_begins_lives_and_ends(folder: Path, manager: Manager):
    homes = {f"XDG_{kind}_HOME": str(folder) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    program = subprocess.Popen(
        [sys.executable, "-m", "kiosk", "--size", "800x480"],
        cwd=ROOT,
        env={**os.environ, **homes, "SDL_VIDEODRIVER": "offscreen"},
    )
    try:
        before = manager.wait_for("READY=1")
        assert "STATUS=Opening the games" in before
        manager.wait_for("WATCHDOG=1")
        manager.wait_for("WATCHDOG=1")
        program.send_signal(signal.SIGTERM)
        manager.wait_for("STOPPING=1")
        assert program.wait(60) == 0
    finally:
        program.kill()
