"""The kiosk with phones around it, measured from inside: what they cost the touch screen.

python -m tests.bench.phones_app DATABASE off|on PHONES COUNT
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from typing import Any

from tests.bench.kiosk_app import answers, at_table, start_kiosk  # isort: skip - before Kivy
from kivy.app import App

from companion.web.joining import Door
from kiosk.phones.phones import KioskPhones
from tests.bench.gauge import Gauge, measure, memory


def crowd(port: int, token: str, count: int) -> subprocess.Popen[str]:
    """So many phones, in a process of their own."""
    cookie = f"stationmaster-{port}={token}"
    module = [sys.executable, "-m", "tests.bench.phone_crowd", str(port), cookie, str(count)]
    return subprocess.Popen(module, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def touches(gauge: Gauge, switch: str, phones: int, count: int) -> dict[str, Any]:
    """From the lifting of a finger to the announcement, and the memory it takes."""
    at_table(gauge)
    app = App.get_running_app()
    with ExitStack() as stack:
        if switch == "on":
            app.phones = KioskPhones(app, None, port=0)
            app.phones.open()
            while not app.phones.guests.code:
                gauge.turn()
            hub = app.phones._phones._hub
            door: Door = hub.door
            token = door.enter(door.code, "bench", 0)
            port = int(app.phones._phones.here().split(":")[2].split("/")[0])
            if phones:
                guests = stack.enter_context(crowd(port, token, phones))
                stack.callback(guests.kill)
                while len(hub._wakers) < phones:
                    gauge.turn()
        found = answers(gauge, count)
        return {**found, "memory": memory()}


def main(database: str, switch: str, phones: str, count: str) -> None:
    """Measure."""
    options = ["--db", database, "--size", "800x480"]
    measure(
        lambda: start_kiosk(options),
        lambda gauge: touches(gauge, switch, int(phones), int(count)),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
