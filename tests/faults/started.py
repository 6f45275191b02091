"""A kiosk in a process of its own, that plays by itself and can be killed."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.faults.harness import ROOT, Stopwatch

PATIENCE = 120  # seconds; nothing takes so long
PLAYER = ("-m", "tests.faults.player")


@cache
def _bytecode() -> str:
    folder = tempfile.mkdtemp(prefix="stationmaster-bytecode-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def own_folders(folder: Path) -> dict[str, str]:
    """An environment in which nothing of this machine's people is touched, and no screen needed."""
    homes = ("HOME", "KIVY_HOME", *(f"XDG_{kind}_HOME" for kind in ("DATA", "STATE", "CONFIG")))
    usual = {name: at for name, at in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **usual,
        **{name: str(folder) for name in homes},
        "PYTHONPYCACHEPREFIX": _bytecode(),  # only a first start compiles
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))),
    }


class Started:
    """The kiosk with its player; `told` has the lines that it has told so far."""

    def __init__(
        self,
        file: Path,
        *,
        hours: int = 0,
        environment: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> None:
        self._since = Stopwatch()
        self._err = tempfile.TemporaryFile()  # noqa: SIM115 # closed with it
        self.told: list[dict[str, Any]] = []
        ours, theirs = os.pipe()
        self._lines = os.fdopen(ours, "rb")
        self.process = subprocess.Popen(
            [*prefix, sys.executable, *PLAYER, str(theirs), str(hours), str(file)],
            cwd=ROOT,
            env=environment or own_folders(file.parent),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._err,
            pass_fds=[theirs],
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Started:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        self._lines.close()
        self._err.close()

    def next(self) -> dict[str, Any] | None:
        """The next line; None where it has ended."""
        line = self._lines.readline()
        if not line.endswith(b"\n"):
            return None
        self.told.append(json.loads(line))
        return self.told[-1]

    def up(self) -> float:
        """Seconds until its first screen was drawn."""
        assert self.next() is not None, self.err()
        return self._since.seconds

    def table(self) -> dict[str, Any]:
        """What the table shows when it is next told."""
        while (told := self.next()) is not None:
            if "seq" in told:
                return told
        raise AssertionError(f"it has ended: {self.err()}")

    def tables(self, times: int) -> None:
        """Let it go on for so many tables more."""
        for _ in range(times):
            self.table()

    def kill(self) -> None:
        """All of it, at once."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.rest()

    def rest(self) -> int:
        """What it has still told; its exit code."""
        while self.next() is not None:
            pass
        return self.process.wait(PATIENCE)

    def err(self) -> str:
        """What it said on standard error."""
        self._err.seek(0)
        return self._err.read().decode()

    def end(self) -> int:
        """As the system ends it; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.rest()

    @property
    def faulted(self) -> bool:
        """Whether it ended, or wrote something, as only a fault of our own does."""
        return "Traceback" in self.err()

    @property
    def acknowledged(self) -> int:
        """How many entries the table was told are kept."""
        return max((told["seq"] for told in self.told if told.get("saved")), default=0)
