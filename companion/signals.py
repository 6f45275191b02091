"""Signals that end the program; unsaved data is still written, as at end of input."""

import signal
import threading
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """Raised on SIGTERM, as KeyboardInterrupt is on Ctrl-C."""


def exit_quietly_on_interrupt() -> None:
    """Let Ctrl-C end the program without a traceback during startup."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def enable_keyboard_interrupt() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, so that cleanup runs."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def install_sigterm_handler() -> None:
    """Let SIGTERM end the program with the same cleanup as Ctrl-C."""
    if threading.current_thread() is threading.main_thread():  # as Python requires
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not interrupt saving
    raise Terminated
