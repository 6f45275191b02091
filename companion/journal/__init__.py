"""The append-only log: every entry is on disk before anyone is told that it counts."""

from companion.journal.errors import (
    LogDamaged,
    LogInUse,
    LogRefused,
    LogUnavailable,
    NewerLog,
    Report,
)
from companion.journal.journal import Journal, StoredGame
from companion.journal.reader import GameLine

__all__ = [
    "GameLine",
    "Journal",
    "LogDamaged",
    "LogInUse",
    "LogRefused",
    "LogUnavailable",
    "NewerLog",
    "Report",
    "StoredGame",
]
