"""The far end of a cable, in a process of its own: tells when the last byte of a burst came.

python -m tests.bench.far_end PERIOD

It prints the port's name; then, after each burst, when its last byte was read, and its bytes.
PERIOD is how many seconds it takes over each byte: 1.04 ms is 9600 baud, 0 is at once.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
import tty
from pathlib import Path
from typing import Any, Self

QUIET = 0.1  # seconds without a byte: the burst has ended


class FarEnd:
    """Such a process, seen from our end."""

    def __init__(self, period: float) -> None:
        # Unbuffered: of two bursts that were told, one must not be out of sight.
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(period)], stdout=subprocess.PIPE, bufsize=0
        )
        self.path = self._line()["path"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait()

    @property
    def has_burst(self) -> bool:
        """Whether a burst has come."""
        assert self._process.stdout is not None
        return bool(select.select([self._process.stdout], [], [], 0)[0])

    def burst(self) -> tuple[float, bytes]:
        """When its last byte was read, by the clock that all processes share, and all of it."""
        line = self._line()
        return line["last"], bytes.fromhex(line["data"])

    def idle_rate(self, bursts: int) -> float:
        """Bytes a second over the last so many bursts, from the end of one to that of another."""
        all_of_them = []
        while self.has_burst:
            all_of_them.append(self.burst())
        (begun, _), *last = all_of_them[-bursts:]
        return sum(len(data) for _, data in last) / (last[-1][0] - begun)

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        found: dict[str, Any] = json.loads(self._process.stdout.readline())
        return found


def main(period: float) -> None:
    """Read bursts for ever."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    _say(path=os.ttyname(theirs))
    while True:
        data, last = b"", 0.0
        while not data or select.select([ours], [], [], QUIET)[0]:
            data += os.read(ours, 1 if period else 4096)
            last = max(time.monotonic(), last + period)
            time.sleep(max(0.0, last - time.monotonic()))
        _say(last=last, data=data.hex())


def _say(**found: object) -> None:
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main(float(sys.argv[1]))
