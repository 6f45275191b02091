"""What the kiosk does when nobody waits for it: soon after the start, and before it ends."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from companion import leftover_tickets
from kiosk.machine import tidying

if TYPE_CHECKING:
    from companion.history import History
    from kiosk.app import KioskApp

BACKUP_TAKES: Final = 30.0  # seconds at most that leaving waits for one
SUM_UP_FOR, SUM_UP_EVERY = 0.02, 0.5  # seconds, for games of before there were statistics


def warm_up(*args: object) -> None:
    """Load what takes long to load, and the first claim will need."""
    for module in ("table.screen", "claim.screen", "claim.ruling", "final.screen"):
        import_module(f"kiosk.{module}")
    import_module("kiosk.map.canvas").prepare()
    tidying.give_back_memory()


def remember(app: "KioskApp") -> None:
    """Count this start, copy the file after each game, and sum up old games meanwhile."""
    history = app.history
    history.count_start()
    if history.backups is not None:
        history.backups.follow(app.referee)
    leftover_tickets.forget_when_over(app.referee, lambda: app.has_phones)
    sum_up(history)


def sum_up(history: "History") -> None:
    """A little now and then, until every old game is in the statistics."""
    if history.pending and history.catch_up(SUM_UP_FOR):
        Clock.schedule_once(lambda *args: sum_up(history), SUM_UP_EVERY)


def finish(history: "History") -> None:
    """Wait for a copy that is being made."""
    if history.backups is not None:
        history.backups.wait(BACKUP_TAKES)
