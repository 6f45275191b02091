"""The kiosk on a disk that refuses, or whose files are taken away while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import cycle, islice
from pathlib import Path

from blows import BLOWS
from counts import spread
from fingers import Kiosk
from kivy.clock import Clock
from mounts import Bound, SmallDisk

from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from kiosk.app import SAVE_RETRY_INTERVAL
from tests.faults.course import Course
from tests.faults.game import REQUESTS
from tests.faults.harness import Tally, fault


@contextmanager
def kiosk_in(folder: Path, tally: Tally) -> Iterator[Course]:
    """A kiosk in the midst of a game."""
    with closing(Kiosk(file=folder / "games.db")) as kiosk:
        course = Course(kiosk, tally)
        course.play(3)
        assert course.is_kept
        yield course


def play_unsaved(course: Course, why: str = "can't write to the disk") -> None:
    """Two turns that are not saved, and said to be."""
    course.play(2)
    assert not course.is_kept
    assert course.kiosk.sees(f"Not saved: {why}")


def wait_until_saved(course: Course, tally: Tally) -> None:
    """Nobody touches anything; how long it takes, by the app's clock."""
    since = Clock.time()
    while course.kiosk.sees("Not saved"):
        course.kiosk.wait(SAVE_RETRY_INTERVAL / 10)
        assert Clock.time() - since < 10 * SAVE_RETRY_INTERVAL
    tally.back.append(Clock.time() - since)
    course.look()
    assert course.is_kept
    tally.cycles += 1


@fault(
    "Disk full",
    sees="*Not saved: the disk is full*, in red above the band; play goes on. When there's space"
    " again, everything is saved within seconds, without a touch, and the line disappears.",
    few=3,
    all_of_it=200,
)
def disk_full(tally: Tally, folder: Path, times: int) -> None:
    """A 2 MB disk is filled to the last byte mid-game, and freed again."""
    with SmallDisk.mounted(folder) as disk, kiosk_in(folder, tally) as course:
        for _ in range(times):
            disk.fill()
            play_unsaved(course, "the disk is full")
            disk.free()
            wait_until_saved(course, tally)
            course.check(folder / "games.db")


@fault(
    "Disk read-only at the start",
    sees="*Continue* returns to the game as it was. The red line stays above the band until the"
    " disk is writable; then all turns since are saved.",
    few=3,
    all_of_it=100,
)
def disk_read_only(tally: Tally, folder: Path, times: int) -> None:
    """The kiosk starts on a folder that's mounted read-only and becomes writable later."""
    for number in range(times):
        games = folder / str(number)
        games.mkdir()
        with Bound.mounted(games) as mounted:
            with kiosk_in(games, tally) as begun:
                pass
            mounted.allow(writing=False)
            with closing(Kiosk(file=games / "games.db")) as kiosk:
                kiosk.tap("Continue")
                course = begun.on(kiosk)
                course.look()
                play_unsaved(course)
                mounted.allow(writing=True)
                wait_until_saved(course, tally)
            course.check(games / "games.db")


@fault(
    "Files or their folder removed while running",
    sees="With the next turn, the complete file is back under its name. If another file or a"
    " broken one had taken its place, *The log was damaged* says what happened to it; if not,"
    " nothing.",
    few=6,
    all_of_it=20 * len(BLOWS),
)
def files_taken_away(tally: Tally, folder: Path, times: int) -> None:
    """The database, its write-ahead log or the folder is removed, renamed, emptied, truncated,
    overwritten with an older one or swapped for a copy; then a turn is played.
    """
    for number, blow in enumerate(blows(times)):
        games = folder / str(number) / "games"
        games.mkdir(parents=True)
        keep_another_game(games / "games.db")
        with kiosk_in(games, tally) as course:
            blow(games / "games.db")
            course.play()
            assert course.is_kept, course.kiosk.texts()
            course.check(games / "games.db")
        tally.cycles += 1


def blows(times: int) -> list[Callable[[Path], object]]:
    """So many, of all kinds where there are enough."""
    kinds = list(BLOWS.values())
    return list(islice(cycle(kinds), times)) if times > len(kinds) else spread(kinds, times)


def keep_another_game(file: Path) -> None:
    """A game of before, and a copy of the file as it was then."""
    with closing(Journal.open(file)) as journal:
        Referee(journal).submit(parse(REQUESTS[0]))
    Path(f"{file}.before").write_bytes(file.read_bytes())
