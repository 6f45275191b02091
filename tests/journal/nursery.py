"""Referee processes by the hundred: forked from one that has everything imported already.

Each is the whole program with its own input, output and file, and can be killed; only the quarter
of a second in which Python starts is spared.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from companion.__main__ import main

ROOT = Path(__file__).parents[2]


@dataclass
class Child:
    """A running referee."""

    pid: int
    stdin: int
    stdout: int
    nursery: Nursery

    def write(self, data: bytes) -> None:
        """Ask; one that is dead already does not mind."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self.stdin, data)

    def read(self, answers: int) -> bytes:
        """What it answers, at least so many lines unless it ends before."""
        output = b""
        while output.count(b"\n") < answers and (block := os.read(self.stdout, 1 << 16)):
            output += block
        return output

    def kill(self) -> bytes:
        """Kill it at once; what it had still answered."""
        os.kill(self.pid, signal.SIGKILL)
        return self.rest()

    def rest(self) -> bytes:
        """Close its input; what it still answers until it ends."""
        os.close(self.stdin)
        output = b""
        while block := os.read(self.stdout, 1 << 16):
            output += block
        os.close(self.stdout)
        self.nursery.wait()
        return output


class Nursery:
    """Starts referees, one at a time."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._popen = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                pass_fds=[theirs.fileno()],
            )

    def __enter__(self) -> Nursery:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._popen.wait()

    def start(self, db: Path) -> Child:
        """A referee on this file; what it says of trouble is appended beside it."""
        in_read, in_write = os.pipe()
        out_read, out_write = os.pipe()
        err = os.open(f"{db}.err", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        socket.send_fds(self._socket, [os.fsencode(db)], [in_read, out_write, err])
        for theirs in (in_read, out_write, err):
            os.close(theirs)
        return Child(int(self._socket.recv(64)), in_write, out_read, self)

    def wait(self) -> None:
        """Until the one that was started has ended."""
        self._socket.send(b"wait")
        self._socket.recv(64)


def serve(requests: socket.socket) -> None:
    """Start a referee for each request."""
    while True:
        name, files, _, _ = socket.recv_fds(requests, 4096, 3)
        if not name:
            return
        pid = os.fork()
        if not pid:
            requests.close()
            be_referee(os.fsdecode(name), files)
        for file in files:
            os.close(file)
        requests.send(str(pid).encode())
        requests.recv(64)
        os.waitpid(pid, 0)
        requests.send(b"ended")


def be_referee(db: str, files: list[int]) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    try:
        os._exit(main(["referee", "--db", db]))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
