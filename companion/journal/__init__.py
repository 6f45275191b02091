"""The append-only log: each entry is on disk before it is reported as accepted."""

from companion.journal.errors import (
    ForeignLogError,
    GameDamagedError,
    GamesMissingError,
    LogDamagedError,
    LogInUseError,
    LogRefusedError,
    LogUnavailableError,
    LogUnreadableError,
    NewerLogError,
    NoGamesError,
    RecoveryReport,
)
from companion.journal.journal import Journal
from companion.journal.reader import GameLine
from companion.journal.stored_games import StoredGame

__all__ = [
    "ForeignLogError",
    "GameDamagedError",
    "GameLine",
    "GamesMissingError",
    "Journal",
    "LogDamagedError",
    "LogInUseError",
    "LogRefusedError",
    "LogUnavailableError",
    "LogUnreadableError",
    "NewerLogError",
    "NoGamesError",
    "RecoveryReport",
    "StoredGame",
]
