"""The kiosk with phones around it, measured from inside: what they cost the touch screen.

python -m tests.bench.phones_app DATABASE off|on|attacked PHONES COUNT
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from tests.bench.kiosk_app import answers, at_table, start_kiosk  # isort: skip - before Kivy
from kivy.app import App

from companion.game.rulebook import MAX_PLAYERS
from companion.web.access.guests import GuestList
from kiosk.phones.phones import KioskPhones
from tests.bench.gauge import Gauge, measure, memory


def crowd(port: int, tokens: Sequence[str]) -> subprocess.Popen[str]:
    """As many phones, in a process of their own."""
    return _beside("phone_crowd", port, tokens)


def attack(port: int, token: str) -> subprocess.Popen[str]:
    """Malformed requests at full speed, from a process of its own."""
    return _beside("hostile_crowd", port, [token])


def _beside(module: str, port: int, tokens: Sequence[str]) -> subprocess.Popen[str]:
    cookies = [f"stationmaster-{port}={token}" for token in tokens]
    command = [sys.executable, "-m", f"tests.bench.{module}", str(port), *cookies]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def tokens_for(guest_list: GuestList, phones: int) -> list[str]:
    """So many phones are in: at the seats first, then those that watch."""
    tokens = [guest_list.admit(guest_list.code, "bench", 0) for _ in range(phones)]
    for seat, token in enumerate(tokens[:MAX_PLAYERS]):
        guest_list.sit(token, seat, secret=False)
    return tokens


def touches(gauge: Gauge, switch: str, phones: int, count: int) -> dict[str, Any]:
    """From the lifting of a finger to the announcement, and the memory it takes."""
    at_table(gauge)
    with ExitStack() as stack:
        attacker = None
        if switch != "off":
            attacker = _let_in(gauge, stack, phones, attacked=switch == "attacked")
        begun = time.monotonic()
        found = {**answers(gauge, count), "memory": memory(), "requests": 0.0}
        if attacker is not None:
            sent, _ = attacker.communicate()
            found["requests"] = int(sent.split()[-1]) / (time.monotonic() - begun)
        return found


def _let_in(
    gauge: Gauge, stack: ExitStack, phones: int, *, attacked: bool
) -> subprocess.Popen[str] | None:
    """Phones, and perhaps somebody who means harm."""
    app = App.get_running_app()
    app.phones = KioskPhones(app, None, port=0)
    app.phones.open()
    while not app.phones.guests.code:
        gauge.turn()
    hub = app.phones._phones._hub
    tokens = tokens_for(hub.guest_list, max(1, phones))
    port = int(app.phones._phones.here().split(":")[2].split("/")[0])
    if phones:
        guests = stack.enter_context(crowd(port, tokens))
        stack.callback(guests.kill)
        while len(hub._wakers) < phones:
            gauge.turn()
    if not attacked:
        return None
    attacker = stack.enter_context(attack(port, tokens[0]))
    stack.callback(attacker.kill)
    assert attacker.stdout is not None
    assert attacker.stdout.readline() == "in\n"
    return attacker


def main(database: str, switch: str, phones: str, count: str) -> None:
    """Measure."""
    options = ["--db", database, "--size", "800x480"]
    measure(
        lambda: start_kiosk(options),
        lambda gauge: touches(gauge, switch, int(phones), int(count)),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
