"""Doing something to past games or players, or saying why it was not done."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.history import NotDone
from companion.journal import LogUnavailable
from companion.words.history import HistoryWords

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def done(app: "KioskApp", act: Callable[[], object]) -> bool:
    """Whether it was done; else the screen says why not."""
    words = HistoryWords(app.desk.board, app.desk.language)
    try:
        act()
    except NotDone as refused:
        app.desk.advise(words.not_done(refused))
        return False
    except LogUnavailable:
        app.desk.advise(words.not_saved())
        return False
    return True
