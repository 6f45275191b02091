"""The referee as a program: in a process of its own, or for speed inside this one."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace, TracebackType
from unittest import mock

from nursery import NOTHING, Child, Nursery
from scripts import Json

from companion.__main__ import main

COMMAND = (sys.executable, "-m", "companion", "referee")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """What a program did with all that it was asked."""

    code: int
    answers: list[Json]
    err: str


def lines(requests: Iterable[Json]) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def parsed(output: bytes) -> list[Json]:
    """The answers that were written to the end."""
    return [json.loads(line) for line in output.splitlines(keepends=True) if line.endswith(b"\n")]


def run(db: Path, *requests: Json, arguments: Sequence[str] = ()) -> Run:
    """The program from start to end, in this process."""
    out, err = io.BytesIO(), io.StringIO()
    handler = logging.StreamHandler(err)
    logging.getLogger("companion").addHandler(handler)
    try:
        with (
            redirect_stderr(err),
            redirect_stdout(SimpleNamespace(buffer=out)),
            mock.patch.object(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(lines(requests)))),
        ):
            code = main(["referee", "--db", str(db), *arguments])
    finally:
        logging.getLogger("companion").removeHandler(handler)
    return Run(code, parsed(out.getvalue()), err.getvalue())


def run_process(db: Path, *requests: Json, arguments: Sequence[str] = ()) -> Run:
    """The same in a process of its own."""
    done = subprocess.run(
        [*COMMAND, "--db", str(db), *arguments],
        cwd=ROOT,
        input=lines(requests),
        capture_output=True,
        check=False,
    )
    return Run(done.returncode, parsed(done.stdout), done.stderr.decode())


@cache
def nursery() -> Nursery:
    """Where referees come from that are started by the hundred."""
    made = Nursery()
    atexit.register(made.close)
    return made


class Process:
    """A referee that runs and can be talked to; killed at the end if it still does.

    With `prefix`, or a `real` one, Python starts for it alone; else it comes from a nursery.
    """

    def __init__(
        self,
        db: Path,
        *,
        prefix: Sequence[str] = (),
        real: bool = False,
        born_in: Nursery | None = None,
        environment: Mapping[str, str] = NOTHING,
    ) -> None:
        theirs, to_it = os.pipe()
        from_it, theirs_too = os.pipe()
        self._in, self._out = os.fdopen(to_it, "wb", buffering=0), os.fdopen(from_it, "rb")
        self._err = tempfile.TemporaryFile()  # noqa: SIM115 # closed with it
        streams = (theirs, theirs_too, self._err.fileno())
        self._program: Child | subprocess.Popen[bytes]
        if prefix or real:
            command = [*prefix, *COMMAND, "--db", str(db)]
            self._program = subprocess.Popen(command, 0, None, *streams, cwd=ROOT)
        else:
            self._program = (born_in or nursery()).start(db, streams, environment)
        self._code: int | None = None  # while it runs
        os.close(theirs)
        os.close(theirs_too)

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        self._out.close()
        self._err.close()

    def write(self, data: bytes) -> None:
        """Ask; one that is dead already does not mind."""
        with contextlib.suppress(BrokenPipeError):
            self._in.write(data)

    def read_line(self) -> bytes:
        return self._out.readline()

    def ask(self, request: Json) -> Json:
        self.write(lines([request]))
        answer: Json = json.loads(self.read_line())
        return answer

    def ask_all(self, requests: Iterable[Json]) -> list[Json]:
        return [self.ask(request) for request in requests]

    def send_signal(self, number: signal.Signals) -> None:
        self._program.send_signal(number)

    def kill(self) -> bytes:
        """As a pulled plug would, as far as a process can be; what it had still answered."""
        if self._code is None:
            self.send_signal(signal.SIGKILL)
        return self._rest()

    def end(self) -> Run:
        """End of input; the exit code and what it said."""
        answers = parsed(self._rest())
        return Run(self._code or 0, answers, self.err())

    def err(self) -> str:
        """What it has said so far that is wrong."""
        self._err.seek(0)
        return self._err.read().decode()

    def _rest(self) -> bytes:
        self._in.close()
        answered = self._out.read()
        if self._code is None:
            self._code = self._program.wait()
        return answered
