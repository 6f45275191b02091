"""What phones at the table cost, as ratios to the bare library and to a kiosk without phones.

From the root of the clone, with the `dev` and `kiosk` extras: python -m tests.bench.phones

(a) from the submit to the event at the last of 5 and of 50 phones, beside the bare event stream of
the same library with as many bytes; (b) from the touch to the frame with 0, 5 and 50 phones, and
with 5 while another process sends malformed requests on 200 connections as fast as it can, beside a
kiosk where phones are off; (c) memory with the server on, from the same starts; (d) the time to a
usable page in Chromium, beside a static file of the same server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Route
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.desk.desk import Desk
from companion.game.commands import DrawCards
from companion.journal import Journal
from companion.referee import Referee
from companion.web.phones import Phones
from companion.web.views.snapshot import snapshot
from tests.bench import printed
from tests.bench.kiosk import ENTRIES, HEADINGS, MEGABYTE, ROOT, Line, _p95, show
from tests.bench.phones_app import crowd, tokens_for
from tests.bench.random_games import Table

PHONES = (5, 50)
PAUSE = 0.15  # seconds between two events
STREAM_TARGET, TOUCH_TARGET = 2.0, 1.2
ATTACKED = ("attacked", 5)  # what the kiosk is told, and how many honest phones there are

Found = dict[str, Any]  # what one start of the kiosk has measured


def play(file: Path) -> None:
    """An unfinished game."""
    referee = Referee(Journal.open(file))
    Table(referee, seed=7, players=5).play_to(ENTRIES)
    referee.close()


# --- (a) from the submit to the event ---


def arrivals(port: int, tokens: list[str], tell: Callable[[int], int], count: int) -> float:
    """The median of what an event takes to the last phone; `tell` sends one, and answers its id."""
    with crowd(port, tokens) as guests:
        assert guests.stdin is not None
        assert guests.stdout is not None
        assert guests.stdout.readline() == "in\n"
        sent = {}
        for number in range(count):
            time.sleep(PAUSE)
            begun = time.monotonic()
            sent[tell(number)] = begun
        time.sleep(1)
        guests.stdin.close()
        arrived = json.loads(guests.stdout.readline())
    # Who is slow is shown only the newest: on a busy machine an event may never be sent.
    taken = [arrived[str(seq)] - begun for seq, begun in sent.items() if str(seq) in arrived]
    assert len(taken) > count // 2
    return median(taken)


def our_stream(phones: int, count: int) -> tuple[float, int]:
    """Ours, and how many bytes an event has."""
    referee = Referee()
    Table(referee, seed=7, players=5).play_to(ENTRIES)
    desk = Desk(referee)
    server = Phones(lambda act: act(), port=0, judge=lambda *asked: None)
    desk.subscribe(lambda: server.publish(snapshot(desk, server.last)))
    server.publish(snapshot(desk, server.last))
    server.open()
    hub = server._hub
    assert hub is not None
    while not server.guests.code or hub.snapshot.game is None:
        time.sleep(0.01)
    tokens = tokens_for(hub.guest_list, phones)

    def tell(number: int) -> int:
        referee.submit(DrawCards(("train", "train")))
        return referee.seq

    try:
        guest = hub.guest_list.guest(tokens[0])
        assert guest is not None
        port = int(server.here().split(":")[2].split("/")[0])
        return arrivals(port, tokens, tell, count), len(hub.view(guest, "en"))
    finally:
        server.close()


def bare_stream(phones: int, count: int, size: int) -> float:
    """The library's own stream of as many bytes, woken from another thread."""
    loop = asyncio.new_event_loop()
    wakers: set[asyncio.Event] = set()
    newest = [b"id: 1\nevent: view\ndata: {}\n\n"]

    async def stream() -> AsyncIterator[bytes]:
        woken = asyncio.Event()
        wakers.add(woken)
        while True:
            yield newest[0]
            await woken.wait()
            woken.clear()

    async def events(request: object) -> StreamingResponse:
        return StreamingResponse(stream(), media_type="text/event-stream")

    listening = socket.create_server(("127.0.0.1", 0))
    app = Starlette(routes=[Route("/api/events", events)])
    config = Config(
        app, http=H11Protocol, ws="none", lifespan="off", log_config=None, access_log=False
    )
    config.load()
    state = ServerState()

    async def serve() -> None:
        await loop.create_server(lambda: H11Protocol(config, state, {}), sock=listening)

    def run() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()

    threading.Thread(target=run, daemon=True).start()

    def tell(number: int) -> int:
        seq = number + 2

        def wake() -> None:
            newest[0] = b"id: %d\nevent: view\ndata: %b\n\n" % (seq, b"x" * size)
            for woken in wakers:
                woken.set()

        loop.call_soon_threadsafe(wake)
        return seq

    found = arrivals(listening.getsockname()[1], [""] * phones, tell, count)
    loop.call_soon_threadsafe(loop.stop)
    return found


def streams(repeat: int, count: int) -> Iterator[Line]:
    """Both in turns."""
    for phones in PHONES:
        bare, ours = [], []
        for _ in range(repeat):
            seconds, size = our_stream(phones, count)
            ours.append(seconds)
            bare.append(bare_stream(phones, count, size))
        both = median(bare), median(ours)
        cells = [f"{seconds * 1e3:.1f} ms" for seconds in both]
        what = f"(a) submit to the event at the last of {phones} phones"
        yield Line(what, *cells, both[1] / both[0], STREAM_TARGET)


# --- (b) the touch screen, (c) memory ---


def kiosk(folder: Path, game: Path, *arguments: object) -> Found:
    """What a kiosk found, on a copy of the game."""
    copy = folder / "copy.db"
    for file in folder.glob("copy*"):
        file.unlink()
    shutil.copy(game, copy)
    folders = ("HOME", "KIVY_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")
    environment = {
        **os.environ,
        **{name: str(folder) for name in folders},
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
    }
    module = [sys.executable, "-m", "tests.bench.phones_app", str(copy), *map(str, arguments)]
    ended = subprocess.run(
        module, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    found: Found = json.loads(ended.stdout)
    return found


def touches(folder: Path, repeat: int, count: int) -> Iterator[Line]:
    """Each in turn, so that a busy machine slows all."""
    kinds = [("off", 0), *(("on", phones) for phones in (0, *PHONES)), ATTACKED]
    runs: dict[tuple[str, int], list[Found]] = {kind: [] for kind in kinds}
    game = folder / "game.db"
    play(game)
    for _ in range(repeat):
        for kind in kinds:
            runs[kind].append(kiosk(folder, game, *kind, count))
    off, *others = kinds
    for kind in others:
        what = f"(b) touch to frame, p95, with {kind[1]} phones{_beside(runs[kind])}"
        yield _ratio(what, _slowest(runs[off]), _slowest(runs[kind]))
    for kind in others[: len(PHONES) + 1]:
        one, other = (median(run["memory"] for run in runs[found]) for found in (off, kind))
        what = f"(c) memory with the server on and {kind[1]} phones"
        cells = [f"{number / MEGABYTE:.1f} MB" for number in (one, other)]
        yield Line(what, *cells, other / one)


def _slowest(runs: list[Found]) -> float:
    return _p95([seconds for run in runs for seconds in (*run["draw"], *run["claim"])])


def _beside(runs: list[Found]) -> str:
    """The attack that went on meanwhile."""
    requests = median(run["requests"] for run in runs)
    return f" and {requests:.0f} hostile requests/s" if requests else ""


def _ratio(what: str, off: float, ours: float) -> Line:
    return Line(what, f"{off * 1e3:.1f} ms", f"{ours * 1e3:.1f} ms", ours / off, TOUCH_TARGET)


# --- (d) the page ---

USABLE = """
    const done = arguments[arguments.length - 1];
    const look = () => document.getElementById('parts') && !document.getElementById('parts').hidden
        ? done(performance.now()) : setTimeout(look, 1);
    look();"""
LOADED = "return performance.getEntriesByType('navigation')[0].loadEventEnd"


def pages(repeat: int) -> Iterator[Line]:
    """In a browser that has seen neither."""
    sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "web")]
    import browsing
    import table
    import visitors

    if not (browsing.DRIVER and browsing.BROWSER):
        return
    found = table.Table()
    found.new(5)
    static: list[float] = []
    first: list[float] = []
    again: list[float] = []
    with visitors.served(found) as shop, browsing.browser() as phone:
        phone.open(shop.phones.here())
        phone.reads("Anna")
        seat = shop.visitor(seat=0)
        phone.driver.add_cookie(dict(zip(("name", "value"), seat.cookie.split("="), strict=True)))
        home = shop.phones.here().rpartition("/")[0]
        for _ in range(repeat + 1):
            phone.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
            phone.open(f"{home}/page/icon.svg")
            static.append(phone.js(LOADED) / 1e3)
            for times in (first, again):
                phone.open(f"{home}/")
                times.append(phone.driver.execute_async_script(USABLE) / 1e3)
    for visit, times in (("first", first), ("second", again)):
        both = median(static[1:]), median(times[1:])
        cells = [f"{seconds * 1e3:.1f} ms" for seconds in both]
        what = f"(d) to a usable page at the {visit} visit, against a static file"
        yield Line(what, *cells, both[1] / both[0])


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5, help="starts of each")
    parser.add_argument("--count", type=int, default=20, help="events and touches in each start")
    parser.add_argument("--only", default="abcd", help="letters, such as ad")
    parser.add_argument("--dir", type=Path, default=ROOT, help="a folder on a real disk")
    options = parser.parse_args()
    printed.say_machine()
    show(HEADINGS)
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir.resolve()) as scratch:
        measurements = {
            "a": streams(options.repeat, options.count),
            "bc": touches(Path(scratch), options.repeat, options.count),
            "d": pages(options.repeat),
        }
        for letters, lines in measurements.items():
            if set(letters) & set(options.only):
                for line in lines:
                    show(line.cells)


if __name__ == "__main__":
    main()
