"""Ending when told to: what is not saved yet is tried once more, as at the end of input."""

import signal
import threading
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """The program was asked to end, by the system that started it and not by a key."""


def end_politely_when_asked() -> None:
    """Let SIGTERM end the program as Ctrl-C does, with all that is to be done before."""
    if threading.current_thread() is threading.main_thread():  # no other can be asked
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: saving must not be cut short
    raise Terminated
