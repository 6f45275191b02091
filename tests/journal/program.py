"""The referee as a program: in a process of its own, or for speed inside this one."""

from __future__ import annotations

import io
import json
import logging
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace, TracebackType
from unittest import mock

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


class Process:
    """A referee that runs and can be talked to; killed at the end if it still does."""

    def __init__(self, db: Path, *, prefix: Sequence[str] = ()) -> None:
        self.popen = subprocess.Popen(
            [*prefix, *COMMAND, "--db", str(db)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # communicate() would not see what readline() has read ahead
        )

    def __enter__(self) -> Process:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def write(self, data: bytes) -> None:
        assert self.popen.stdin is not None
        self.popen.stdin.write(data)
        self.popen.stdin.flush()

    def read_line(self) -> bytes:
        assert self.popen.stdout is not None
        return self.popen.stdout.readline()

    def ask(self, request: Json) -> Json:
        self.write(lines([request]))
        answer: Json = json.loads(self.read_line())
        return answer

    def ask_all(self, requests: Iterable[Json]) -> list[Json]:
        return [self.ask(request) for request in requests]

    def kill(self) -> bytes:
        """As a pulled plug would, as far as a process can be; what it had still answered."""
        self.popen.send_signal(signal.SIGKILL)
        return self.popen.communicate()[0]

    def end(self) -> Run:
        """End of input; the exit code and what it said."""
        out, err = self.popen.communicate()
        return Run(self.popen.returncode, parsed(out), err.decode())
