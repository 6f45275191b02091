"""The program as a script and as a person use it."""

import contextlib
import fcntl
import io
import json
import logging
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from counts import LONG

from companion.__main__ import main
from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

ROOT = Path(__file__).parents[2]
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@dataclass(frozen=True)
class Ended:
    """What a command did, from its first word to its end."""

    returncode: int
    stdout: str
    stderr: str


def companion(*arguments: object, lines: str = "") -> Ended:
    """Run a command to its end: in this process, and in a long run in one of its own."""
    run = companion_process if LONG else _companion_here
    return run(*map(str, arguments), lines=lines)


def companion_process(*arguments: object, lines: str = "", **environment: str) -> Ended:
    """Run a command in a process of its own, as people do."""
    ended = subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, **environment},
        timeout=120,
    )
    return Ended(ended.returncode, ended.stdout, ended.stderr)


def _companion_here(*arguments: str, lines: str) -> Ended:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    typed = io.TextIOWrapper(io.BytesIO(lines.encode()), "utf-8")
    with (
        mock.patch.object(sys, "stdin", typed),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _own_logging(),
    ):
        code = main(arguments)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Ended(code, *texts)


@contextlib.contextmanager
def _own_logging() -> Iterator[None]:
    """What a command changes in it is as before afterwards; at its end a process closes files."""
    root, loud = logging.getLogger(), logging.raiseExceptions
    handlers, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers[:], logging.raiseExceptions = handlers, loud
        root.setLevel(level)


def play(db: Path, *lines: str) -> str:
    """What is printed for these lines; it must end well, and silently on the side of errors."""
    return shown_well(companion("play", "--db", db, lines=script(*lines)))


def play_in_process(db: Path, *lines: str, **environment: str) -> str:
    """What a process of its own prints for these lines, in an environment of its own."""
    return shown_well(companion_process("play", "--db", db, lines=script(*lines), **environment))


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def shown_well(ended: Ended) -> str:
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    assert "Traceback" not in ended.stdout
    return ended.stdout


def ask(db: Path, do: str) -> dict[str, Any]:
    """What the referee answers on the same file."""
    journal = Journal.open(db)
    try:
        return Conversation(Referee(journal)).answer(json.dumps({"do": do}))
    finally:
        journal.close()


def scores(db: Path) -> dict[str, int]:
    return {player["name"]: player["score"] for player in ask(db, "state")["players"]}


def forge(db: Path) -> None:
    """Change what entry 2 did, behind the log's back."""
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (trigger,) in triggers.fetchall():
            connection.execute(f'DROP TRIGGER "{trigger}"')
        connection.execute("UPDATE entries SET did = replace(did, '7', '9') WHERE seq = 2")


class Person:
    """Types at a terminal, and reads it."""

    def __init__(self, db: Path, columns: int = 80, **environment: str) -> None:
        env = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "24"}
        env.pop("NO_COLOR", None)
        master, slave = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-m", "companion", "play", "--db", str(db)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**env, **environment},
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self._terminal = master
        self.raw = ""
        self._read_to = 0

    def __enter__(self) -> "Person":
        return self

    def __exit__(self, *error: object) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self._terminal)

    def types(self, line: str, end: str = "\r") -> None:
        os.write(self._terminal, (line + end).encode())

    def insists(self, key: str, text: str) -> None:
        """Press a key until a text is seen: readline sleeps through one that comes too early."""
        for _ in range(10):
            self.types(key, end="")
            with contextlib.suppress(AssertionError):
                self.sees(text, seconds=3)
                return
        raise AssertionError(f"{text!r} was not seen after {key!r}")

    def sees(self, text: str, seconds: float = 30) -> str:
        """Wait for a text after what was seen before; everything up to it, without colours."""
        until = time.monotonic() + seconds
        while True:
            shown = ANSI.sub("", self.raw).replace("\r", "")
            at = shown.find(text, self._read_to)
            if at >= 0:
                seen, self._read_to = shown[self._read_to : at + len(text)], at + len(text)
                return seen
            if not self._more(until):
                raise AssertionError(f"{text!r} is not in {shown[self._read_to :]!r}")

    def leaves(self) -> int:
        """Wait for the program to end; its exit code."""
        while self._more(time.monotonic() + 30):
            pass
        return self.program.wait(30)

    def _more(self, until: float) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0, until - time.monotonic()))
        data = b""
        with contextlib.suppress(OSError):  # its other side is closed
            data = os.read(self._terminal, 65536) if ready else b""
        self.raw += data.decode("utf-8", "replace")
        return bool(data)


def _own_terminal() -> None:
    """Ctrl-C reaches who has the terminal as its own, also where the tests run in the background.

    There a shell has SIGINT ignored, and a program inherits that.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
