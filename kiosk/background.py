"""Background work: slow imports, backups and statistics."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from kivy.clock import Clock

from companion import leftover_tickets
from kiosk.machine import gc_control

if TYPE_CHECKING:
    from companion.history import History
    from kiosk.app import KioskApp

BACKUP_TIMEOUT: Final = 30.0  # seconds that quitting waits for a backup
STATISTICS_SLICE_SECONDS, STATISTICS_INTERVAL = (
    0.02,
    0.5,
)  # seconds, for games recorded before statistics existed


def warm_up(*args: object) -> None:
    """Import slow modules that the first claim will need."""
    for module in ("table.screen", "claim.screen", "claim.ruling", "final.screen"):
        import_module(f"kiosk.{module}")
    import_module("kiosk.map.canvas").prepare()
    gc_control.give_back_memory()


def start_jobs(app: "KioskApp") -> None:
    """Count this start, back up the file after each game, and update statistics of old games."""
    history = app.history
    history.count_start()
    if history.backups is not None:
        history.backups.follow(app.referee)
    leftover_tickets.forget_when_over(app.referee, lambda: app.has_phones)
    update_statistics(history)


def update_statistics(history: "History") -> None:
    """Update statistics in small slices until they include every old game."""
    if history.pending and history.catch_up(STATISTICS_SLICE_SECONDS):
        Clock.schedule_once(lambda *args: update_statistics(history), STATISTICS_INTERVAL)


def wait_for_backup(history: "History") -> None:
    """Wait until a backup in progress is finished."""
    if history.backups is not None:
        history.backups.wait(BACKUP_TIMEOUT)
