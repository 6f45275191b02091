"""The append-only log: every entry is on disk before anyone is told that it counts."""

from companion.journal.errors import (
    ForeignLogError,
    GameDamaged,
    GamesMissingError,
    LogDamaged,
    LogInUse,
    LogRefused,
    LogUnavailable,
    LogUnreadable,
    NewerLog,
    NoGamesError,
    Report,
)
from companion.journal.journal import Journal
from companion.journal.reader import GameLine
from companion.journal.stored_games import StoredGame

__all__ = [
    "ForeignLogError",
    "GameDamaged",
    "GameLine",
    "GamesMissingError",
    "Journal",
    "LogDamaged",
    "LogInUse",
    "LogRefused",
    "LogUnavailable",
    "LogUnreadable",
    "NewerLog",
    "NoGamesError",
    "Report",
    "StoredGame",
]
