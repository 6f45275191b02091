"""Who asks the server over the loopback, by sockets alone: a visitor with a cookie."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from table import Table

from companion.desk.desk import Desk
from companion.game.commands import Command
from companion.game.refusal import Refusal
from companion.web.phones import Phones
from companion.web.views.snapshot import snapshot

PATIENCE = 10.0


def until(met: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What it answers once it is true."""
    end = time.monotonic() + seconds
    while not (found := met()):
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)
    return found


@contextmanager
def ports_taken(count: int) -> Iterator[int]:
    """So many ports in a row, the first of which is the answer, that others listen on."""
    for first in range(20_000, 30_000, count + 1):
        with ExitStack() as others:
            try:
                for port in range(first, first + count):
                    others.enter_context(socket.create_server(("", port)))
            except OSError:
                continue
            yield first
            return
    raise AssertionError("there are not so many free ports in a row")


class Served:
    """A table with phones; what they post is done at once, under a lock."""

    def __init__(self, table: Table, file: Path | None = None, *, turns: bool = False) -> None:
        self.table = table
        self.desk = Desk(table.referee)
        self.turns = turns
        self._lock = threading.RLock()
        self.phones = Phones(self._do, file, port=0, judge=self._judge)
        self.publish()
        self.desk.subscribe(self.publish)
        self.phones.open()
        assert self.phones.is_open
        until(lambda: self.phones.guests.code)

    def _do(self, act: Callable[[], None]) -> None:
        with self._lock:
            act()

    def _judge(self, command: Command, game: str, seq: int) -> Refusal | None:
        try:
            self.table.referee.submit(command, game=game, seq=seq)
        except Refusal as refusal:
            return refusal
        return None

    def publish(self) -> None:
        self.phones.publish(snapshot(self.desk, self.phones.last, turns=self.turns))

    @property
    def port(self) -> int:
        return int(self.phones.here().split(":")[2].split("/")[0])

    @property
    def code(self) -> str:
        return self.phones.guests.code

    def visitor(self, seat: int | None = None, address: str = "127.0.0.1") -> "Visitor":
        """Somebody who is in."""
        visitor = Visitor(self.port, address)
        assert visitor.post("enter", {"code": self.code})[0] == 200
        if seat is not None:
            assert visitor.post("sit", {"seat": seat})[1]["sits"]
        return visitor

    def close(self) -> None:
        self.phones.close()


@contextmanager
def served(table: Table, file: Path | None = None, *, turns: bool = False) -> Iterator[Served]:
    found = Served(table, file, turns=turns)
    try:
        yield found
    finally:
        found.close()


class Visitor:
    """A browser without a page."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port = port
        self.address = address  # its own
        self.cookie = ""

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        given = {"Host": f"localhost:{self.port}"}
        if self.cookie:
            given["Cookie"] = self.cookie
        if method == "POST":
            given |= {"Origin": f"http://localhost:{self.port}", "Content-Type": "application/json"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = self._connection()
        try:
            connection.request(method, path, body, {k: v for k, v in given.items() if v})
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            if "set-cookie" in found:
                self.cookie = found["set-cookie"].partition(";")[0]
            return answer.status, answer.read(), found
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        source = self.address, 0
        return http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, source)

    def get(self, path: str, **headers: str) -> tuple[int, Any]:
        status, body, _ = self.ask("GET", f"/api/{path}", **headers)
        return status, json.loads(body) if body else None

    def post(self, path: str, data: Any, **headers: str) -> tuple[int, Any]:
        status, body, _ = self.ask("POST", f"/api/{path}", json.dumps(data).encode(), **headers)
        return status, json.loads(body) if body else None

    def view(self, **headers: str) -> dict[str, Any]:
        """What the stream shows first."""
        with self.stream(**headers) as events:
            return next(data for event, data in events if event == "view")

    @contextmanager
    def stream(self, query: str = "", **headers: str) -> Iterator[Iterator[tuple[str, Any]]]:
        connection = self._connection()
        given = {"Host": f"localhost:{self.port}", "Cookie": self.cookie}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request("GET", f"/api/events{query}", headers=given)
            answer = connection.getresponse()
            assert answer.status == 200, answer.status
            yield _events(answer)
        finally:
            connection.close()


def _events(answer: http.client.HTTPResponse) -> Iterator[tuple[str, Any]]:
    event: dict[str, str] = {}
    while line := answer.readline():
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name:
            event[name] = value
        elif event:
            if "event" in event:
                yield event["event"], json.loads(event["data"]) | {"id": event.get("id")}
            event = {}
