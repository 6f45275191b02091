"""What can be wrong with a log's file, and what SQLite's many errors mean of that."""

import errno
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final


class LogRefusedError(Exception):
    """The file cannot be used at all; nothing was written to it."""

    code = "log_refused"


class LogInUseError(LogRefusedError):
    """Another process writes to it."""

    code = "log_in_use"


class NoGamesError(LogRefusedError):
    """There may be games, and no way to them: nobody is to begin without them and not know it."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class NewerLogError(NoGamesError):
    """A newer program wrote it."""

    code = "log_newer"

    def __init__(self, path: Path, version: int) -> None:
        super().__init__(path)
        self.version = version  # of its tables


class ForeignLogError(NoGamesError):
    """Another program made it, or put something into it that would run when we write."""

    code = "log_foreign"

    def __init__(self, path: Path, strange: Sequence[str] = ()) -> None:
        super().__init__(path)
        self.strange = tuple(strange)  # triggers and views; none: all of it is another program's


class GamesMissingError(NoGamesError):
    """Games should be there, and are not."""

    code = "log_missing"

    def __init__(
        self, path: Path, kind: str, culprit: Path, backups: Path, newest: int | None = None
    ) -> None:
        super().__init__(path)
        self.kind = kind  # removed, empty, link (it leads nowhere), wal (it is gone)
        self.culprit = culprit  # what is not there
        self.backups = backups  # their folder
        self.newest = newest  # the number of the newest one


class NotALogFileError(LogRefusedError):
    """It is a folder, a fifo or a device."""

    code = "log_no_file"


class LogUnreadableError(NoGamesError):
    """It is there, and cannot be read."""

    code = "log_unreadable"

    def __init__(
        self, path: Path, culprit: Path, problem: str, owner: str = "", remedy: str = ""
    ) -> None:
        super().__init__(path)
        self.culprit = culprit  # the file itself, what lies beside it, or a folder above
        self.problem = problem
        self.owner = owner  # of the culprit; nothing where that cannot be told
        self.remedy = remedy  # a command; nothing where no right is missing


class LogUnavailableError(Exception):
    """The disk does not take it now: full, read-only, failing. It may later."""


class DiskFullError(LogUnavailableError):
    """There is no room for it; nothing of it counts."""


class DiskFailedError(LogUnavailableError):
    """It failed in the midst of writing: what is read back may not be on it."""


class LogMovedError(LogUnavailableError):
    """The file under the name is not the one that was written to; it may lack entries."""


class LogDamagedError(Exception):
    """What the file holds is not what was written."""


class GameDamagedError(LogDamagedError):
    """A game's entries are as they were written, and yet no game: only that one is concerned."""


@dataclass(frozen=True, slots=True)
class RecoveredGame:
    """A game found in a damaged file: how many of its entries could be recovered."""

    uuid: str
    players: tuple[str, ...]
    entries: int
    expected: int  # as far as can be told

    @property
    def whole(self) -> bool:
        """Whether nothing of it is known to be lost."""
        return self.entries >= self.expected


@dataclass(frozen=True, slots=True)
class RecoveryReport:
    """What became of a damaged file."""

    problem: str
    copy: str  # the damaged file as it was found
    games: tuple[RecoveredGame, ...]
    unreadable: int  # games of which not even the first entry is left
    nameless: int  # players whose names are lost
    wal_gone: str = ""  # the write-ahead log that was taken away: nothing was recovered

    def __str__(self) -> str:
        """For the program's own log; people read it in their language."""
        if self.wal_gone:
            return self.problem
        games = [f"{', '.join(g.players)}: {g.entries} of {g.expected} entries" for g in self.games]
        kept = "; ".join(games) or "no game"
        return (
            f"{self.problem}; copy: {self.copy or 'none'}; kept: {kept};"
            f" games lost: {self.unreadable}; names lost: {self.nameless}"
        )


# What content can come to that somebody else has written.
CONTENT_ERRORS: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)


@contextmanager
def as_game_damaged(game: str) -> Iterator[None]:
    """Turn whatever is wrong with what a game holds into one error.

    Raises:
        GameDamagedError: the game cannot be shown.
    """
    try:
        yield
    except CONTENT_ERRORS as error:
        raise GameDamagedError(f"game {game} cannot be shown: {error}") from error


# A constraint is broken where another process has written meanwhile: the file is sound.
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
    """Turn the errors of SQLite and the disk into one of the two that matter.

    Raises:
        LogUnavailableError: the disk is in the way; which way, where that can be told.
        LogDamagedError: the content is.
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
