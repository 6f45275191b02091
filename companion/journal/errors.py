"""Errors of the log's file, and their translation from SQLite's errors."""

import errno
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final


class LogRefusedError(Exception):
    """The file can't be used at all; nothing was written to it."""

    code = "log_refused"


class LogInUseError(LogRefusedError):
    """Another process is writing to the file."""

    code = "log_in_use"


class NoGamesError(LogRefusedError):
    """The file may hold games that can't be reached, so the program must not start without them."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class NewerLogError(NoGamesError):
    """A newer version of the program wrote the file."""

    code = "log_newer"

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(path)
        self.version = version  # of the schema


class ForeignLogError(NoGamesError):
    """Another program made the file, or added triggers or views that would run when we write."""

    code = "log_foreign"

    def __init__(self, path: Path, strange: Sequence[str] = ()) -> None:
        super().__init__(path)
        self.strange = tuple(strange)  # triggers and views; empty if the whole file is foreign


class GamesMissingError(NoGamesError):
    """The file should hold games but doesn't."""

    code = "log_missing"

    def __init__(
        self, path: Path, kind: str, culprit: Path, backups: Path, newest: int | None = None
    ) -> None:
        super().__init__(path)
        self.kind = kind  # removed, empty, link (dangling) or wal (missing)
        self.culprit = culprit  # the missing file
        self.backups = backups  # folder of the backups
        self.newest = newest  # number of the newest backup


class NotALogFileError(LogRefusedError):
    """The path is a folder, a FIFO or a device."""

    code = "log_no_file"


class LogUnreadableError(NoGamesError):
    """The file exists but can't be read."""

    code = "log_unreadable"

    def __init__(
        self, path: Path, culprit: Path, problem: str, owner: str = "", remedy: str = ""
    ) -> None:
        super().__init__(path)
        self.culprit = culprit  # the file, its write-ahead log or a parent folder
        self.problem = problem
        self.owner = owner  # of the culprit; empty if unknown
        self.remedy = remedy  # a shell command; empty if it's not about permissions


class LogUnavailableError(Exception):
    """The disk can't be written to now (full, read-only, failing); a later attempt can succeed."""


class DiskFullError(LogUnavailableError):
    """The disk is full; nothing was written."""


class DiskFailedError(LogUnavailableError):
    """Writing failed halfway: data that can be read back may not be on the disk."""


class LogMovedError(LogUnavailableError):
    """The path no longer leads to the file that was written to; entries may be missing."""


class LogDamagedError(Exception):
    """The file's content is not what was written."""


class GameDamagedError(LogDamagedError):
    """A game's entries are intact but don't make a valid game; other games are unaffected."""


@dataclass(frozen=True, slots=True)
class RecoveredGame:
    """A game recovered from a damaged file."""

    uuid: str
    players: tuple[str, ...]
    entries: int
    expected: int  # as far as known

    @property
    def whole(self) -> bool:
        """Whether no entry is known to be lost."""
        return self.entries >= self.expected


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """The result of recovering a damaged file."""

    problem: str
    copy: str  # name of the copy of the damaged file
    games: tuple[RecoveredGame, ...]
    unreadable: int  # games that lost even their first entry
    nameless: int  # players whose names are lost
    wal_gone: str = ""  # path of a lost write-ahead log; then nothing was recovered

    def __str__(self) -> str:
        """Return a summary for the program's log file, in English; the screen has its own text."""
        if self.wal_gone:
            return self.problem
        games = [f"{', '.join(g.players)}: {g.entries} of {g.expected} entries" for g in self.games]
        kept = "; ".join(games) or "no game"
        return (
            f"{self.problem}; copy: {self.copy or 'none'}; kept: {kept};"
            f" games lost: {self.unreadable}; names lost: {self.nameless}"
        )


# Errors that decoding damaged or foreign content can raise.
CONTENT_ERRORS: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)


@contextmanager
def as_game_damaged(game: str) -> Iterator[None]:
    """Convert any error caused by a game's content into a GameDamagedError.

    Raises:
        GameDamagedError: If the game can't be shown.
    """
    try:
        yield
    except CONTENT_ERRORS as error:
        raise GameDamagedError(f"game {game} cannot be shown: {error}") from error


# CONSTRAINT: another process has written in the meantime, but the file is intact.
_DISK = (
    "READONLY",
    "CANTOPEN",
    "BUSY",
    "LOCKED",
    "PERM",
    "NOMEM",
    "PROTOCOL",
    "CONSTRAINT",
)


@contextmanager
def translate_sqlite_errors() -> Iterator[None]:
    """Convert errors of SQLite and the disk into errors of this module.

    Raises:
        LogUnavailableError: If the disk is the cause; a subclass if the cause is known.
        LogDamagedError: If the file's content is the cause.
    """
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise (DiskFullError if full else LogUnavailableError)(str(error)) from error
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith("SQLITE_IOERR"):
            raise DiskFailedError(str(error)) from error
        if name == "SQLITE_FULL":
            raise DiskFullError(str(error)) from error
        if any(name.startswith(f"SQLITE_{kind}") for kind in _DISK):
            raise LogUnavailableError(str(error)) from error
        raise LogDamagedError(str(error)) from error
    except CONTENT_ERRORS as error:
        raise LogDamagedError(f"unreadable: {error}") from error
