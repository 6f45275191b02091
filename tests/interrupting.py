"""Programs that are sent a signal at a chosen moment: when they have just loaded a module."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENOUGH = 60  # seconds, for a machine that does much else


def heed_interrupts() -> None:
    """What is ignored here is ignored by every program started from here: a job's Ctrl-C, say."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def start(folder: Path, *command: str) -> subprocess.Popen[str]:
    """A program that tells on standard error what it imports, as it does so."""
    homes = {f"XDG_{kind}_HOME": str(folder) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    return subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", *command],
        cwd=ROOT,
        env={**os.environ, **homes, "SDL_VIDEODRIVER": "offscreen", "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def interrupt_at(program: subprocess.Popen[str], module: str, number: signal.Signals) -> str:
    """Send a signal as soon as a module is loaded; what else came on standard error."""
    assert program.stderr is not None
    for line in program.stderr:  # it ends with the program
        if line.split("|")[-1].strip() == module:
            program.send_signal(number)
            break
    _, err = program.communicate(timeout=ENOUGH)
    return "".join(line for line in err.splitlines(True) if not line.startswith("import time:"))
