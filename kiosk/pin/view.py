"""Messages about the PIN."""

import math

from companion.words.table.desk import DeskWords
from kiosk.pin.secret import PinUnreadableError


def not_to_be_read(error: PinUnreadableError, words: DeskWords) -> str:
    """Return why the PIN cannot be entered."""
    if error.problem:
        text = words.gettext("The PIN in {file} can't be read ({problem}). You can still play.")
    else:
        text = words.gettext("The PIN in {file} is damaged. You can still play.")
    return text.format(file=error.file, problem=error.problem)


def tries_left(tries: int, words: DeskWords) -> str:
    """Return the message after a wrong attempt."""
    text = words.ngettext("Wrong PIN. {n} try left.", "Wrong PIN. {n} tries left.", tries)
    return text.format(n=tries)


def waiting(seconds: float, words: DeskWords) -> str:
    """Return the message after too many wrong attempts."""
    minutes, rest = divmod(math.ceil(seconds), 60)
    text = words.gettext("Too many wrong PINs. Try again in {time}.")
    return text.format(time=f"{minutes}:{rest:02}")
