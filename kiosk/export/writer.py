"""Writes games to a USB stick in a separate thread, and reports progress to the main thread."""

import contextlib
import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from companion.exports.documents import Subject, documents, subject
from companion.exports.extras import MissingExtraError
from companion.exports.files import ExportError, write_atomically
from companion.exports.formats.bgstats import TooDenseError, UnfinishedGameError, code
from companion.exports.formats.qr import QrMatrix
from companion.exports.sticks import Stick, plugged_in
from companion.game.board.board import Board
from companion.journal import (
    GameDamagedError,
    Journal,
    LogDamagedError,
    LogRefusedError,
    LogUnavailableError,
    StoredGame,
)
from companion.referee import Referee
from companion.words import Translations
from kiosk.bridge import Bridge
from kiosk.export.view import (
    ExportDone,
    ExportFailure,
    ExportOutcome,
    ExportProgress,
    MissingPackage,
    label_of,
)

log = logging.getLogger(__name__)

STAND_IN: Final = "STATIONMASTER_STICK"  # a folder used instead of a stick
GAMES_AT_ONCE: Final = 200  # games in memory at once; more are split into several files
_PROGRESS_INTERVAL: Final = 0.1  # seconds between progress reports
_USUAL_SWITCH_INTERVAL: Final = sys.getswitchinterval()
_BUSY_SWITCH_INTERVAL: Final = (
    0.001  # seconds that the screen waits for Python while files are written
)

_Answer = TypeVar("_Answer")
Find = Callable[[], list[Stick]]


def find_sticks(environment: Mapping[str, str] = os.environ) -> list[Stick]:
    """Return the sticks plugged in, or the folder that replaces them."""
    if not environment.get(STAND_IN):
        return plugged_in()
    folder = Path(environment[STAND_IN])
    if not folder.is_dir():
        return []
    return [Stick(folder.name, folder, os.access(folder, os.W_OK))]


# --- the export, in any thread -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameSource:
    """Reads games outside the main thread, from memory or from the file."""

    loaded: Mapping[str, StoredGame]
    file: Path | None
    board: Board
    language: Translations

    @classmethod
    def of(cls, referee: Referee, language: Translations) -> "GameSource":
        """Return a source with the referee's current games."""
        loaded = {game.uuid: game for game in referee.held()}
        return cls(loaded, referee.file, referee.board, language)

    def subjects(self, games: Sequence[str]) -> Iterator[Subject]:
        """Yield these games, computed one by one; skips deleted and damaged ones.

        Raises:
            LogDamagedError, LogRefusedError, LogUnavailableError: if the file cannot be read.
        """
        with contextlib.ExitStack() as stack:
            journal = None
            for game in games:
                if journal is None and game not in self.loaded and self.file is not None:
                    journal = stack.enter_context(contextlib.closing(Journal.view(self.file)))
                one = self._subject(game, journal)
                if one is not None:
                    yield one

    def _subject(self, game: str, journal: Journal | None) -> Subject | None:
        try:
            stored = self.loaded.get(game)
            if stored is None and journal is not None:
                stored = journal.load_readonly(game, self.board)
            return None if stored is None else subject(stored, self.language)
        except GameDamagedError as error:
            log.warning("not exported: %s", error)
            return None


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The games and file types to write, and the stick."""

    stick: Stick
    kinds: tuple[str, ...]
    games: tuple[str, ...]
    source: GameSource


class _StoppedError(Exception):
    """The player has tapped Stop."""


class ExportJob:
    """Runs an export and reports every step."""

    def __init__(self, order: ExportRequest, find: Find, stop: threading.Event) -> None:
        self._order = order
        self._find = find
        self._stop = stop
        self._stick = label_of(order.stick)
        self._files = 0
        self._unfinished = 0
        self._lacking: dict[str, MissingExtraError] = {}
        self._total = sum(_files_of(order.kinds, len(part)) for part in _parts(order.games))

    def outcomes(self) -> Iterator[ExportOutcome]:
        """Yield the progress, and finally the result."""
        try:
            for games in _parts(self._order.games):
                yield from self._write(games)
        except _StoppedError:
            yield self._failed("stopped")
        except ExportError as error:
            kinds = {"gone": error.gone, "full": error.full, "locked": error.locked, "other": True}
            yield self._failed(next(why for why, so in kinds.items() if so), error.problem)
        except (LogDamagedError, LogRefusedError, LogUnavailableError) as error:
            yield self._failed("unreadable", str(error))
        else:
            yield self._written()

    def _written(self) -> ExportDone:
        made = [kind for kind in self._order.kinds if kind not in self._lacking]
        if "bgstats" in made and self._unfinished == len(self._order.games):
            made.remove("bgstats")
        missing: dict[tuple[str, str], list[str]] = {}
        for kind, error in self._lacking.items():
            missing.setdefault((error.package, error.extra), []).append(kind)
        lacking = tuple(MissingPackage(tuple(kinds), *which) for which, kinds in missing.items())
        return ExportDone(self._stick, tuple(made), self._files, self._unfinished, lacking)

    def _failed(self, why: str, problem: str = "") -> ExportFailure:
        return ExportFailure(self._stick, why, problem, self._files)

    def _write(self, games: Sequence[str]) -> Iterator[ExportOutcome]:
        subjects: list[Subject] = []
        for one in self._order.source.subjects(games):
            self._go_on()
            subjects.append(one)
            yield ExportProgress(self._stick, len(subjects), len(games))
        if "bgstats" in self._order.kinds:
            self._unfinished += sum(not one.breakdown.finished for one in subjects)
        for kind in self._order.kinds:
            try:
                yield from self._write_kind(kind, subjects)
            except MissingExtraError as error:
                self._lacking[kind] = error

    def _write_kind(self, kind: str, subjects: Sequence[Subject]) -> Iterator[ExportOutcome]:
        for document in documents(kind, subjects):
            self._go_on()
            folder = self._order.stick.folder
            self._check_stick(folder / document.name)
            write_atomically(folder, document.name, document.data)
            self._check_stick(folder / document.name)
            self._files += 1
            yield ExportProgress(
                self._stick, self._files, max(self._files, self._total), reading=False
            )

    def _go_on(self) -> None:
        if self._stop.is_set():
            raise _StoppedError

    def _check_stick(self, file: Path) -> None:
        """Check that the stick is still mounted; its folder could remain, on our own disk."""
        if self._order.stick.folder not in [stick.folder for stick in self._find()]:
            raise ExportError(file, OSError(errno.ENODEV, os.strerror(errno.ENODEV)))


def _parts(games: Sequence[str]) -> list[Sequence[str]]:
    return [games[at : at + GAMES_AT_ONCE] for at in range(0, len(games), GAMES_AT_ONCE)]


def _files_of(kinds: Sequence[str], games: int) -> int:
    """Return how many files so many games need."""
    return sum({"csv": 2, "json": 1, "bgstats": 1}.get(kind, games) for kind in kinds)


def make_code(source: GameSource, game: str, most: int) -> QrMatrix | str | MissingPackage:
    """Return a game's QR code, or why there is none: unfinished, dense, unreadable, a package."""
    try:
        one = next(source.subjects([game]), None)
        return "unreadable" if one is None else code(one.breakdown, one.words, most)
    except UnfinishedGameError:
        return "unfinished"
    except TooDenseError:
        return "dense"
    except MissingExtraError as error:
        return MissingPackage(("qr",), error.package, error.extra)
    except (LogDamagedError, LogRefusedError, LogUnavailableError):
        return "unreadable"


# --- in a separate thread ------------------------------------------------------------------------


class Writer:
    """Finds sticks and writes to them, whatever screen is shown; owned by the app."""

    def __init__(self, find: Find = find_sticks) -> None:
        self._find = find
        self._bridge = Bridge()
        self._threads: list[threading.Thread] = []
        self._watchers: list[Callable[[], None]] = []
        self._stop = threading.Event()
        self._looking = False
        self.sticks: tuple[Stick, ...] = ()
        self.outcome: ExportOutcome | None = None

    @property
    def busy(self) -> bool:
        """Whether an export is running."""
        return isinstance(self.outcome, ExportProgress)

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call `watcher` on changes of sticks or progress; return a function that ends it."""
        self._watchers.append(watcher)
        return lambda: self._watchers.remove(watcher) if watcher in self._watchers else None

    def find_sticks_soon(self) -> None:
        """Search for sticks in a thread, as a failing one can block."""
        if not self._looking:
            self._looking = True
            self._beside(self._find, self._found)

    def _found(self, sticks: Sequence[Stick]) -> None:
        self._looking = False
        if tuple(sticks) != self.sticks:
            self.sticks = tuple(sticks)
            self._tell()

    def write(self, order: ExportRequest) -> None:
        """Start an export, unless one is running."""
        if self.busy:
            return
        self._stop = threading.Event()
        job = ExportJob(order, self._find, self._stop)
        self._now(ExportProgress(label_of(order.stick), total=len(order.games)))
        self._beside(lambda: self._carry_out(job), self._now)

    def _carry_out(self, job: ExportJob) -> ExportOutcome | None:
        """Run an export, report progress at intervals and return the result."""
        outcome, told = None, time.monotonic()
        for outcome in job.outcomes():
            if (
                isinstance(outcome, ExportProgress)
                and time.monotonic() - told >= _PROGRESS_INTERVAL
            ):
                told = time.monotonic()
                self._bridge.post(lambda outcome=outcome: self._now(outcome))  # type: ignore[misc]
        return outcome

    def _now(self, outcome: ExportOutcome | None) -> None:
        self.outcome = outcome
        sys.setswitchinterval(_BUSY_SWITCH_INTERVAL if self.busy else _USUAL_SWITCH_INTERVAL)
        self._tell()

    def forget(self) -> None:
        """Discard the result of an earlier export."""
        if not self.busy:
            self.outcome = None

    def code(
        self,
        source: GameSource,
        game: str,
        most: int,
        then: Callable[[QrMatrix | str | MissingPackage], None],
    ) -> None:
        """Create a QR code in a thread, as that is slow, and pass it to `then`."""
        self._beside(lambda: make_code(source, game, most), then)

    def stop(self) -> None:
        """Stop before the next file."""
        self._stop.set()

    def close(self) -> None:
        """Stop, and notify nobody any more."""
        self.stop()
        self._watchers.clear()
        sys.setswitchinterval(_USUAL_SWITCH_INTERVAL)

    def wait(self, seconds: float = 30) -> None:
        """Wait for all threads; their results are delivered in the next frame."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()

    def _beside(self, work: Callable[[], _Answer], then: Callable[[_Answer], None]) -> None:
        """Run `work` in a thread, then `then` with its result on the main thread."""
        thread = threading.Thread(target=lambda: self._run(work, then), daemon=True)
        self._threads = [other for other in self._threads if other.is_alive()] + [thread]
        thread.start()

    def _run(self, work: Callable[[], _Answer], then: Callable[[_Answer], None]) -> None:
        try:
            answer = work()
        except Exception as error:  # a bug: the app reports it, and the game goes on
            self._bridge.post(lambda error=error: self._fail(error))  # type: ignore[misc]
        else:
            self._bridge.post(lambda: then(answer))

    def _fail(self, error: Exception) -> None:
        self._looking = False
        self._now(None)
        raise error
