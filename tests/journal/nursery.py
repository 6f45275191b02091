"""Referee processes by the hundred: forked from one that has everything imported already.

Each is the whole program with its own input, output and file, and can be killed; only the quarter
of a second in which Python starts is spared.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.__main__ import main

ROOT = Path(__file__).parents[2]
WAIT = "wait "
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True)
class Child:
    """A running referee, as far as a subprocess.Popen is one."""

    pid: int
    nursery: Nursery

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def wait(self) -> int:
        """Until it has ended: its exit code."""
        return os.waitstatus_to_exitcode(int(self.nursery.ask(f"{WAIT}{self.pid}")))


class Nursery:
    """Starts referees, as many as are wanted at a time, all of them in this environment."""

    def __init__(self, environment: Mapping[str, str] = NOTHING) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
                pass_fds=[theirs.fileno()],
            )

    def close(self) -> None:
        self._socket.close()
        self._popen.wait()

    def start(
        self, db: Path, streams: tuple[int, int, int], environment: Mapping[str, str] = NOTHING
    ) -> Child:
        """A referee on this file, with its input, its output and where it says what is wrong."""
        return Child(int(self.ask(json.dumps((str(db), {**environment})), streams)), self)

    def ask(self, request: str, streams: tuple[int, ...] = ()) -> str:
        socket.send_fds(self._socket, [os.fsencode(request)], streams)
        return self._socket.recv(64).decode()


def serve(requests: socket.socket) -> None:
    """Start a referee for each request, or wait for one."""
    while True:
        data, streams, _, _ = socket.recv_fds(requests, 4096, 3)
        request = os.fsdecode(data)
        if not request:
            return
        if request.startswith(WAIT):
            _, answer = os.waitpid(int(request.removeprefix(WAIT)), 0)
        else:
            answer = start(requests, request, streams)
        requests.send(str(answer).encode())


def start(requests: socket.socket, request: str, streams: list[int]) -> int:
    pid = os.fork()
    if not pid:
        requests.close()
        db, environment = json.loads(request)
        os.environ.update(environment)
        be_referee(db, streams)
    for stream in streams:
        os.close(stream)
    return pid


def be_referee(db: str, streams: list[int]) -> None:
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    try:
        os._exit(main(["referee", "--db", db]))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
