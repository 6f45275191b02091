"""What the kiosk does when nobody waits for it: soon after the start, and before it ends."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from companion import leftover_tickets
from kiosk.machine import gc_control

if TYPE_CHECKING:
    from companion.history import History
    from kiosk.app import KioskApp

BACKUP_TIMEOUT: Final = 30.0  # seconds at most that leaving waits for one
STATISTICS_SLICE_SECONDS, STATISTICS_INTERVAL = (
    0.02,
    0.5,
)  # seconds, for games of before there were statistics


def warm_up(*args: object) -> None:
    """Load what takes long to load, and the first claim will need."""
    for module in ("table.screen", "claim.screen", "claim.ruling", "final.screen"):
        import_module(f"kiosk.{module}")
    import_module("kiosk.map.canvas").prepare()
    gc_control.give_back_memory()


def start_jobs(app: "KioskApp") -> None:
    """Count this start, copy the file after each game, and sum up old games meanwhile."""
    history = app.history
    history.count_start()
    if history.backups is not None:
        history.backups.follow(app.referee)
    leftover_tickets.forget_when_over(app.referee, lambda: app.has_phones)
    update_statistics(history)


def update_statistics(history: "History") -> None:
    """A little now and then, until every old game is in the statistics."""
    if history.pending and history.catch_up(STATISTICS_SLICE_SECONDS):
        Clock.schedule_once(lambda *args: update_statistics(history), STATISTICS_INTERVAL)


def wait_for_backup(history: "History") -> None:
    """Wait for a copy that is being made."""
    if history.backups is not None:
        history.backups.wait(BACKUP_TIMEOUT)
