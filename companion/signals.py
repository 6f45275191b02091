"""Ending when told to: what is not saved yet is tried once more, as at the end of input."""

import signal
import threading
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """The program was asked to end, by the system that started it and not by a key."""


def exit_quietly_on_interrupt() -> None:
    """Let Ctrl-C end a program that loads itself without a word: nothing is open yet."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def enable_keyboard_interrupt() -> None:
    """Let Ctrl-C be an exception again: from now on something may have to be ended well."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def install_sigterm_handler() -> None:
    """Let SIGTERM end the program as Ctrl-C does, with all that is to be done before."""
    if threading.current_thread() is threading.main_thread():  # no other can be asked
        signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: saving must not be cut short
    raise Terminated
