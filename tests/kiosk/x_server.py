"""An X server that nobody sees."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

NEEDED = ("Xvfb", "xdotool")
WHY = "needs Xvfb and xdotool; tests/run.sh has them"


def is_there() -> bool:
    """Whether one can be started, and its windows be told what to do."""
    return all(map(shutil.which, NEEDED))


@dataclass(frozen=True)
class XServer:
    """Its process, and what a program has to know of it."""

    process: subprocess.Popen[bytes]
    display: str


@contextmanager
def x_server() -> Iterator[XServer]:
    """A server of its own, until this ends."""
    if not is_there():
        pytest.skip(WHY)
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x480x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as answer:
        number = answer.readline().strip()
    yield XServer(server, f":{number}")
    server.terminate()
    server.wait()
